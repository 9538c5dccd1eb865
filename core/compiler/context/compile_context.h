// The parts that compiling the functions and classes of one unit shares: names, types, problems,
// and the stores of what is compiled. Owned by the unit. Not thread-safe.
#pragma once

#include <memory>
#include <stop_token>
#include <utility>

#include "core/base/cancelled.h"
#include "core/compiler/context/function_store.h"
#include "core/compiler/context/python_calls.h"
#include "core/compiler/context/script_classes.h"
#include "core/compiler/context/unique_names.h"
#include "core/compiler/reports/problem_log.h"
#include "core/compiler/resolve/annotations.h"
#include "core/compiler/resolve/known_classes.h"
#include "core/compiler/resolve/python_env.h"

namespace ts::compiler {

class BodyCompiler;
class Facts;

enum class Purpose : uint8_t {
  Graphs,  // complete graphs, equal to PyTorch's
  Checks,  // diagnostics only: each graph is dropped after it was emitted
};

class CompileContext {
 public:
  // stop: polled for each function and by the evaluator. After a requested stop every call may
  // throw Cancelled; the results are then incomplete.
  CompileContext(ModuleLoader& loader, Purpose purpose, std::stop_token stop);
  CompileContext(const CompileContext&) = delete;
  CompileContext& operator=(const CompileContext&) = delete;

  Purpose purpose() const { return purpose_; }
  // Throws Cancelled when a stop is requested.
  void pollStop() const { throwIfCancelled(stop_); }

  PyEnvironment& environment() { return environment_; }
  AnnotationResolver& annotations() { return annotations_; }
  KnownClasses& knownClasses() { return knownClasses_; }
  types::TypeTable& typeTable() { return *types_; }
  const std::shared_ptr<types::TypeTable>& sharedTypes() const { return types_; }
  UniqueNames& names() { return names_; }
  FunctionStore& functions() { return functions_; }
  const FunctionStore& functions() const { return functions_; }
  ScriptClasses& classes() { return classes_; }
  const ScriptClasses& classes() const { return classes_; }
  PythonCalls& pythonCalls() { return pythonCalls_; }
  const PythonCalls& pythonCalls() const { return pythonCalls_; }

  ProblemLog& problems() { return problems_; }
  diag::Sink& sink() { return problems_.sink(); }
  void report(diag::Diagnostic problem) { problems_.report(std::move(problem)); }
  // The recorder for facts about expressions; null to record nothing.
  void setFacts(Facts* facts) { facts_ = facts; }
  Facts* facts() const { return facts_; }

  // Has to be set before anything is compiled, and outlive the compilation.
  void setBodyCompiler(BodyCompiler& bodies) { bodies_ = &bodies; }
  BodyCompiler& bodies() const { return *bodies_; }

 private:
  Purpose purpose_;
  std::stop_token stop_;
  Facts* facts_ = nullptr;
  BodyCompiler* bodies_ = nullptr;
  PyEnvironment environment_;
  std::shared_ptr<types::TypeTable> types_;
  ProblemLog problems_;
  UniqueNames names_;
  PythonCalls pythonCalls_;
  KnownClasses knownClasses_;
  FunctionStore functions_;
  ScriptClasses classes_;
  AnnotationResolver annotations_;
};

}  // namespace ts::compiler
