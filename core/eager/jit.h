// torch.jit in running programs. Scripting compiles the program's objects, and core/interp runs the
// result. The Python classes around it are in core/prelude (torch/jit/_script.py); the `_c` of each
// of their objects is a Handle.
#pragma once

#include <deque>
#include <map>

#include "core/archive/module_reader.h"
#include "core/archive/module_writer.h"
#include "core/compiler/modules/concrete_module.h"
#include "core/compiler/resolve/running_program.h"
#include "core/compiler/unit/unit.h"
#include "core/eager/torch.h"
#include "core/interp/interpreter.h"
#include "core/runtime/runtime.h"
#include "core/trace/events.h"

namespace ts::eager {

// A compiled function, or a module with its attributes.
struct Handle final : eval::Scripted {
  using Scripted::Scripted;
  const ir::Function* function = nullptr;   // null for a module
  tensor::Ptr<tensor::ObjectValue> object;  // null for a function
  std::shared_ptr<const void> keepsAlive;   // the owner of function and types, if it isn't Jit
  std::vector<trace::Event> events;         // from tracing: information that the trace has lost
  // A custom autograd.Function that the traced code calls: PyTorch can't save such a trace.
  std::string pythonFunction;
};

class Jit final : public interp::Host {
 public:
  Jit(Vm& vm, eval::ModuleLoader& loader, runtime::Runtime& runtime);
  ~Jit() override;
  Jit(const Jit&) = delete;
  Jit& operator=(const Jit&) = delete;

  // Each function raises RuntimeError with the first compile error.
  Value compileFunction(const Value& function);  // a Handle
  Value compileModule(const Value& instance);    // a Handle
  void compileClass(const Value& cls);
  // The type that scripting gives the module; its methods are not compiled. May be null.
  const compiler::ConcreteModule* inferModule(const Value& instance);

  Value handleOf(const ir::Function& function, Value original);
  // Compiles a method and adds it to a traced module.
  void compileMethod(const Handle& handle, const std::string& name, eval::Function& source);
  // Adds a function with a traced graph.
  ir::Function& addFunction(std::string qualifiedName, ir::GraphPtr graph);
  Value handleOf(tensor::Ptr<tensor::ObjectValue> object, Value original);
  // Runs a function or method on Python arguments; `arguments` come first, including a method's
  // self.
  Value run(const ir::Function& function, std::vector<IValue> arguments, const CallArgs& rest);
  // The arguments of such a call, in the order of the schema and converted to its types. Throws
  // tensor::Error when they do not fit.
  Stack bind(const ir::Function& function, std::vector<IValue> arguments, const CallArgs& rest);

  // ---- archives (jit_archive.cpp); these functions also throw archive::ArchiveError
  // Compiles all methods that saving needs, and wraps a function in a module. Sets the callbacks of
  // the options, including the one that runs __getstate__.
  tensor::Ptr<tensor::ObjectValue> prepareToSave(const Handle& handle,
                                                 archive::SaveOptions& options);
  Value loadModule(std::shared_ptr<archive::TorchFile> file);  // a Handle
  archive::IsOriginal isOriginal;                              // of loadModule(); may be null

  // Converts a value to the type of an attribute or argument. Raises TypeError if it doesn't fit.
  IValue typedValue(const Value& value, types::TypePtr type, std::string_view what);
  Value fromTyped(const IValue& value);
  // Raises the Python exception that a graph's exception is outside of the graph.
  [[noreturn]] void raiseException(const interp::Exception& exception);

  Class* graphPartClass() const { return graphPartClass_; }
  Vm& vm() { return vm_; }
  compiler::CompilationUnit& unit() { return unit_; }
  interp::Interpreter& interpreter() { return runtime_.interpreter(); }

  // ---- interp::Host
  void print(std::string_view text) override;
  void warn(std::string_view message, std::string_view category, SourceRange at) override;
  IValue callPython(const ir::Node& call, std::span<const IValue> arguments) override;
  void interrupted() override { vm_.pollInterrupt(); }

 private:
  // program: the unit that is constructed meanwhile compiles the objects of the Vm.
  Jit(Vm& vm, eval::ModuleLoader& loader, runtime::Runtime& runtime,
      const compiler::RunningProgram& program);
  void begin();
  void raiseProblems();
  void raiseProblems(diag::Sink& sink);
  // Raises that `name` has no graph, and which expression is the reason; `otherwise` is added where
  // every expression is known.
  [[noreturn]] void raiseWithoutGraph(const std::string& name, std::string_view otherwise);
  tensor::Ptr<tensor::ObjectValue> moduleOf(const ir::Function& function);
  IValue runMethod(ir::Function* method, std::vector<IValue> arguments);
  tensor::Ptr<tensor::ObjectValue> makeObject(const Value& instance,
                                              compiler::ConcreteModule& module);

  Vm& vm_;
  runtime::Runtime& runtime_;
  compiler::CompilationUnit unit_;
  std::deque<ir::Function> traced_;
  Class* handleClass_;
  Class* graphPartClass_;                                // see jit_graphs.cpp
  std::vector<std::unique_ptr<ir::Function>> forwards_;  // forward methods of saved functions
  std::map<const tensor::ObjectValue*, eval::Ref<Handle>>
      handles_;  // one handle per module, so that Python sees one object per module
};

// The Jit of this evaluator, created on first access.
Jit& jitOf(Vm& vm);
std::span<const NativeDef> jitFunctions();     // torch.jit
std::span<const NativeDef> handleMembers();    // jit_handle.cpp
std::span<const NativeDef> jitCFunctions();    // jit_handle.cpp: torch._C
std::span<const NativeDef> graphCFunctions();  // jit_graphs.cpp: torch._C
// The handle's function, or the method of its module. Raises AttributeError if there is none.
const ir::Function& compiledFunction(Vm& vm, Handle& handle, const std::string& name);

}  // namespace ts::eager
