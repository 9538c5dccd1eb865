// What of a file is compiled: the roots that it names itself, or one function by name.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/modules/concrete_module.h"
#include "core/compiler/roots.h"
#include "core/compiler/unit.h"

namespace ts::compiler {

// Compiles the roots of a module of the unit's environment; what is found goes to the unit's sink,
// in the order in which PyTorch would meet it. These functions return early when the unit is
// cancelled; the caller then discards the unit.
void checkModule(CompilationUnit& unit, const PyModule& module, Roots roots);
// Its two halves. What reading the file finds; `next` is told of each statement at module level
// before it is looked at.
void checkRead(CompilationUnit& unit, const PyModule& module, Roots roots,
               const std::function<void(const syntax::Stmt&)>& next = {});
// What the file hands to torch.jit when it runs: modules, and functions that reading it doesn't
// find.
void checkRun(CompilationUnit& unit, const PyModule& module, Roots roots);
// Whether the second can find anything. hasClasses: at module level.
bool needsRunning(std::string_view text, bool hasClasses, Roots roots);

// What a dotted name in the module means, as torch.jit.script would take it.
struct Named {
  ir::Function* function = nullptr;  // the function, or the module's forward; null: there is none
  ConcreteModule* module = nullptr;  // of an nn.Module
  types::TypePtr type = nullptr;     // of an object of a script class
  std::string error;                 // there is no such name, or making the object failed
};
// init: the name is called with these arguments, written as in Python, and the result is taken; a
// class derived from nn.Module is called without arguments even if there is no init. Problems go to
// the unit's sink.
Named compileNamed(CompilationUnit& unit, const PyModule& module, std::string_view dottedName,
                   std::optional<std::string_view> init = {});

}  // namespace ts::compiler
