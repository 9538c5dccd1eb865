// What of a file is compiled: the roots that it names itself, or one function by name.
#pragma once

#include <string_view>
#include <vector>

#include "core/compiler/unit.h"

namespace ts::compiler {

enum class Roots : uint8_t {
  Explicit,  // what the file hands to torch.jit.script, by decorator or by call
  All,       // every function at module level
};

// Compiles the roots of a module of the unit's environment; what is found goes to the unit's sink,
// in the order in which PyTorch would meet it.
void checkModule(CompilationUnit& unit, const PyModule& module, Roots roots);

// The function that a dotted name in the module means: a function, a class's static method, or what
// a name is bound to, as torch.jit.script would take it. Null with the reason in the unit's sink,
// or, when there is no such name, without.
ir::Function* compileNamed(CompilationUnit& unit, const PyModule& module, std::string_view dottedName);

}  // namespace ts::compiler
