// Operators that are written in TorchScript: `2 - x` is a call of one, inlined where it stands.
#pragma once

#include <span>

#include "core/ir/ir.h"

namespace ts::compiler {

// The functions of that name ("aten::sub", "prim::T") in the order in which they are tried, behind
// the operators of the same name. Compiled at the first call, once for the process; thread-safe.
std::span<ir::Function* const> builtinFunctions(Symbol name);
// Whether there are any; compiles nothing.
bool hasBuiltinFunctions(Symbol name);

}  // namespace ts::compiler
