// A compilation unit: functions and classes that are compiled together, keyed by their Python
// objects, with the types and problems that result. It wires the parts that compile to each other.
// Not thread-safe.
#pragma once

#include <stop_token>
#include <string>
#include <utility>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/function_bodies.h"
#include "core/compiler/modules/module_compiler.h"

namespace ts::compiler {

class CompilationUnit final {
 public:
  // stop: see CompileContext.
  explicit CompilationUnit(ModuleLoader& loader, Purpose purpose = Purpose::Graphs,
                           std::stop_token stop = {})
      : context_(loader, purpose, std::move(stop)),
        modules_(context_),
        bodies_(context_, modules_) {}

  CompileContext& context() { return context_; }
  // Compiles modules from their instances.
  ModuleCompiler& modules() { return modules_; }

  // The parts of the context that callers use most.
  PyEnvironment& environment() { return context_.environment(); }
  types::TypeTable& typeTable() { return context_.typeTable(); }
  const std::shared_ptr<types::TypeTable>& sharedTypes() const { return context_.sharedTypes(); }
  diag::Sink& sink() { return context_.sink(); }
  void report(diag::Diagnostic problem) { context_.report(std::move(problem)); }
  void setFacts(Facts* facts) { context_.setFacts(facts); }
  void pollStop() const { context_.pollStop(); }
  std::string uniqueName(const std::string& pythonName) {
    return context_.names().uniqueName(pythonName);
  }
  ir::Function* compile(const PyFunction& function) {
    return context_.functions().compile(function);
  }
  void ensureCompiled(ir::Function* function) { context_.functions().ensureCompiled(function); }
  types::TypePtr typeOfClass(const PyClass& cls) { return context_.classes().typeOfClass(cls); }

  // Forgets functions and classes that could not be compiled: code that uses them compiles them
  // anew, and reports their problems again.
  void forgetFailures();

 private:
  CompileContext context_;
  ModuleCompiler modules_;
  FunctionBodies bodies_;
};

}  // namespace ts::compiler
