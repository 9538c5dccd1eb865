// Operators that are written in TorchScript. For example, `2 - x` with a tensor x calls such a
// function, which is inlined at the call.
#pragma once

#include <span>

#include "core/ir/ir.h"

namespace ts::compiler {

// Returns the functions of a name ("aten::sub", "prim::T") in the order in which overload
// resolution tries them, after the operators of the same name. Each name is compiled at its first
// lookup, once per process. Thread-safe.
std::span<ir::Function* const> builtinFunctions(Symbol name);
// True when the name has such functions. Compiles nothing.
bool hasBuiltinFunctions(Symbol name);

}  // namespace ts::compiler
