// Compiles the roots of a file: the functions and modules that the file scripts, or one function by
// name.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/modules/concrete_module.h"
#include "core/compiler/roots/roots.h"
#include "core/compiler/unit/unit.h"

namespace ts::compiler {

// True when the file defines a class outside of functions and classes.
bool hasModuleLevelClass(const syntax::Module& tree);

// Compiles the roots of a module of the unit's environment. Problems go to the unit's sink, in the
// order in which PyTorch would report them. These functions return early when the unit is
// cancelled; the caller then discards the unit.
// Returns the number of functions and classes that were compiled as roots by reading the file.
size_t checkModule(CompilationUnit& unit, const PyModule& module, Roots roots);
// The first half of checkModule(): the roots that are found by reading the file. `next` is called
// with each statement at module level before the statement is checked.
size_t checkRead(CompilationUnit& unit, const PyModule& module, Roots roots,
                 const std::function<void(const syntax::Stmt&)>& next = {});
// The second half of checkModule(): runs the file and checks the modules and functions that it
// passes to torch.jit at run time.
void checkRun(CompilationUnit& unit, const PyModule& module, Roots roots);
// Checks the training code of a module, whether or not torch.jit gets it: see
// gradient_lints/lost_gradients.h.
void checkGradients(CompilationUnit& unit, const PyModule& module);
// True when checkRun() can find anything. hasClasses: the file has a class at module level.
bool needsRunning(std::string_view text, bool hasClasses, Roots roots);

// A dotted name of the module, compiled as torch.jit.script would compile it.
struct CompiledRoot {
  ir::Function* function =
      nullptr;  // the function, or the module's forward; null when there is none
  ConcreteModule* module = nullptr;  // set for an nn.Module
  types::TypePtr type = nullptr;     // set for an instance of a script class
  std::string error;  // set when the name does not exist or creating the object failed
};
// True for a class derived from nn.Module.
bool isModuleClass(CompilationUnit& unit, const eval::Value& value);
// Compiles an object that was passed to torch.jit.script at the place `at`, and reports what
// PyTorch would report.
CompiledRoot checkScripted(CompilationUnit& unit, const PyModule& module, const eval::Value& value,
                           SourceRange at);
// Likewise, for an instance that nothing has passed to torch.jit.script. A module without a forward
// is not a problem then.
void compileCandidate(CompilationUnit& unit, const PyModule& module, const eval::Value& instance,
                      SourceRange at);
// Compiles an object of an evaluation of the module, for its graph. Problems go to the unit's sink.
CompiledRoot compileObject(CompilationUnit& unit, const PyModule& module, const eval::Value& value);
// With `init`, the name is called with these arguments, written as in Python, and the result is
// compiled. A class derived from nn.Module is called without arguments when `init` is not given.
// Problems go to the unit's sink.
CompiledRoot compileNamed(CompilationUnit& unit, const PyModule& module,
                          std::string_view dottedName, std::optional<std::string_view> init = {});

}  // namespace ts::compiler
