// torch.jit in programs that run: what is scripted is compiled from the objects that the program
// has made, and runs through core/interp. Python classes stand in front of it (core/prelude,
// torch/jit/_script.py); each of their objects has a Handle as its `_c`.
#pragma once

#include <deque>
#include <map>

#include "core/archive/module_reader.h"
#include "core/archive/module_writer.h"
#include "core/compiler/modules/concrete_module.h"
#include "core/compiler/running_program.h"
#include "core/compiler/unit.h"
#include "core/eager/torch.h"
#include "core/interp/interpreter.h"
#include "core/trace/events.h"

namespace ts::eager {

// A compiled function, or a module with its attributes.
struct Handle final : eval::Scripted {
  using Scripted::Scripted;
  const ir::Function* function = nullptr;   // of a function; else null
  tensor::Ptr<tensor::ObjectValue> object;  // of a module; else null
  std::shared_ptr<const void> keepsAlive;   // what owns function and types, where that isn't Jit
  std::vector<trace::Event> events;         // of tracing it: what the trace has lost
};

class Jit final : public interp::Host {
 public:
  Jit(Vm& vm, eval::ModuleLoader& loader);

  // Each raises RuntimeError with the first problem that was found.
  Value compileFunction(const Value& function);  // a Handle
  Value compileModule(const Value& instance);    // a Handle
  void compileClass(const Value& cls);

  Value handleOf(const ir::Function& function, Value original);
  // Adds a method to a module that was traced.
  void compileMethod(const Handle& handle, const std::string& name, eval::Function& source);
  // A function with a graph that was traced.
  ir::Function& addFunction(std::string qualifiedName, ir::GraphPtr graph);
  Value handleOf(tensor::Ptr<tensor::ObjectValue> object, Value original);
  // Runs a function or method on Python's arguments; a method's self first.
  Value run(const ir::Function& function, std::vector<IValue> arguments, const CallArgs& rest);

  // ---- archives (jit_archive.cpp); these throw archive::ArchiveError too
  // All that saving needs is compiled; a function is made a module. The options get what runs
  // __getstate__.
  tensor::Ptr<tensor::ObjectValue> prepareToSave(const Handle& handle,
                                                 archive::SaveOptions& options);
  Value loadModule(std::shared_ptr<archive::TorchFile> file);  // a Handle

  // A value of an attribute or argument of that type; raises TypeError where it doesn't fit.
  IValue typedValue(const Value& value, types::TypePtr type, std::string_view what);
  Value fromTyped(const IValue& value);

  Vm& vm() { return vm_; }
  compiler::CompilationUnit& unit() { return unit_; }
  interp::Interpreter& interpreter() { return interpreter_; }

  // ---- what running programs ask for
  void print(std::string_view text) override;
  void warn(std::string_view message, std::string_view category, SourceRange at) override;
  IValue callPython(const ir::Node& call, std::span<const IValue> arguments) override;

 private:
  void begin();
  void raiseProblems() { raiseProblems(unit_.sink()); }
  void raiseProblems(diag::Sink& sink);
  tensor::Ptr<tensor::ObjectValue> moduleOf(const ir::Function& function);
  IValue runMethod(ir::Function* method, std::vector<IValue> arguments);
  tensor::Ptr<tensor::ObjectValue> makeObject(const Value& instance,
                                              compiler::ConcreteModule& module);
  [[noreturn]] void raiseException(const interp::Exception& exception);

  Vm& vm_;
  compiler::RunningProgram program_;  // before unit_
  compiler::CompilationUnit unit_;
  interp::Interpreter interpreter_;
  std::deque<ir::Function> traced_;
  Class* handleClass_;
  std::vector<std::shared_ptr<archive::LoadedModule>> loaded_;
  std::vector<std::unique_ptr<ir::Function>> forwards_;  // of functions that were saved
  std::map<const tensor::ObjectValue*, eval::Ref<Handle>>
      handles_;  // one a module, so that it is one in Python too
};

// The one of this evaluator, made when it is first asked for.
Jit& jitOf(Vm& vm);
std::span<const NativeDef> jitFunctions();   // torch.jit
std::span<const NativeDef> handleMembers();  // jit_handle.cpp
std::span<const NativeDef> jitCFunctions();  // jit_handle.cpp: torch._C

}  // namespace ts::eager
