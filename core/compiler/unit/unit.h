// A compilation unit: functions and classes that are compiled together, keyed by their Python
// objects, with the types and problems that result. Not thread-safe.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/cancelled.h"
#include "core/compiler/resolve/annotations.h"
#include "core/compiler/resolve/python_env.h"
#include "core/ir/ir.h"
#include "core/shapes/check.h"

namespace ts::compiler {

class Emitter;
class Facts;
class MethodReuse;
class ModuleCompiler;

enum class Purpose : uint8_t {
  Graphs,  // complete graphs, equal to PyTorch's
  Checks,  // diagnostics only: each graph is dropped after it was emitted
};

struct SugaredValue;

// The cached meaning of an External in compiled code.
struct KnownExternal {
  bool isConstantKnown = false;
  std::optional<types::Constant> constant;
  std::shared_ptr<SugaredValue> value;
};
// The cached meaning of a module's attribute.
struct KnownMember {
  bool isKnown = false;
  std::optional<types::Constant> constant;
  PyRef object = nullptr;
};

class CompilationUnit final : private ClassTypes {
 public:
  // stop: polled for each function and by the evaluator. After a requested stop every call may
  // throw Cancelled; the unit's results are then incomplete.
  explicit CompilationUnit(ModuleLoader& loader, Purpose purpose = Purpose::Graphs,
                           std::stop_token stop = {});
  ~CompilationUnit();

  Purpose purpose() const { return purpose_; }
  // Throws Cancelled when a stop is requested.
  void pollStop() const { throwIfCancelled(stop_); }
  PyEnvironment& environment() { return environment_; }
  AnnotationResolver& annotations() { return annotations_; }
  types::TypeTable& typeTable() { return *types_; }
  const std::shared_ptr<types::TypeTable>& sharedTypes() const { return types_; }
  // Problems in the order in which PyTorch would report them: PyTorch stops at the first. A problem
  // that is found twice, because an expression is emitted twice, is kept once.
  diag::Sink& sink() { return sink_; }
  void report(diag::Diagnostic diagnostic);
  // Library code is compiled once, and its problems belong to each use of it: users cannot fix
  // them in the library. A recording keeps the problems in library code that compiling a function
  // or a class reports; repeatProblems() reports them again for a use of the compiled result.
  // Recordings nest.
  struct Recording {
    size_t first;  // the index of the first problem in the sink
    size_t outer;  // `first` of the enclosing recording
  };
  Recording startRecording();
  void endRecording(const void* compiled, const Recording& recording);
  void repeatProblems(const void* compiled);
  void forgetProblems(const void* compiled) { libraryProblems_.erase(compiled); }
  // Removes the problems in library code from the sink, from index `first` on, and returns them.
  std::vector<diag::Diagnostic> takeLibraryProblems(size_t first);
  // Replaces the problems that were reported in the embedded library since the sink had `before`
  // problems by one problem at `at`, in the code that used the library.
  void blame(size_t before, SourceRange at, const std::string& who);
  // The recorder for facts about expressions; null to record nothing.
  void setFacts(Facts* facts) { facts_ = facts; }
  Facts* facts() const { return facts_; }

  // Compiles a function and, recursively, the functions that it calls. The graph is null when
  // compilation failed or something in the function is Unknown; the schema is always set. Reports
  // an error and returns null for a Python function that TorchScript cannot compile (a lambda, a
  // coroutine).
  ir::Function* compile(const PyFunction& function);
  // Compiles the overloads of a function that has @torch.jit._overload declarations.
  std::vector<ir::Function*> compileOverloads(const PyFunction& function);
  // Compiles a function of an archive under the name that it has in the archive.
  ir::Function* compileNamedFunction(const PyFunction& function, const std::string& qualifiedName);
  // Declares a method of a class whose attributes the caller fills in. ensureCompiled() compiles
  // the method.
  ir::Function* declareMethod(const PyFunction& function, const types::ClassType* self);
  // Declares a function without a body, such as torch.nn.functional.relu.
  ir::Function* declare(const std::string& qualifiedName, const ops::FunctionSchema& schema);
  // Compiles a Python class to a script class with its methods; null when the class cannot be a
  // script class.
  const types::ClassType* compileClass(const PyClass& cls, SourceRange at);
  // Compiles a declared function now: another method may call it before its turn.
  void ensureCompiled(ir::Function* function);
  // Forgets functions and classes that could not be compiled: code that uses them compiles them
  // anew, and reports their problems again.
  void forgetFailures();
  bool isBeingCompiled(const ir::Function* function) const {
    return inProgress_.contains(function);
  }
  // The type of a class: script class, enum, named tuple or interface.
  types::TypePtr typeOfClass(const PyClass& cls, SourceRange at) override;
  // The type of an attribute whose value is an instance of the class. A class that can't be
  // compiled gives null and the first reason; no problem is reported, as the attribute may be
  // unused.
  types::TypePtr typeOfHeldClass(const PyClass& cls, std::string& why);
  types::TypePtr typeOfExternal(const std::string& name) override;
  // Records the callable that a Python call (prim::PythonOp) calls. Calls are keyed by source range
  // and, for methods, by the type of the object. pythonCallable() returns an unbound value for an
  // unrecorded call.
  void rememberPythonCall(const ir::Node& call, types::TypePtr self, eval::Value callable);
  eval::Value pythonCallable(const ir::Node& call) const;
  // Shape summaries of the functions that were compiled to be checked.
  std::unordered_map<const ir::Function*, shapes::Summary>& shapes() { return shapes_; }
  // The Python class of a script class; null when it has none.
  const PyClass* pythonClass(const types::ClassType* type) const;
  // The Python source of a compiled function, not of a method; null when there is none.
  const PyFunction* sourceOf(const ir::Graph& graph) const;

  ir::Value* emitTolist(Emitter& emitter, SourceRange at, ir::Value* tensor, ir::TypePtr hint);

  // Compiles modules from their instances.
  ModuleCompiler& modules() { return *modules_; }
  MethodReuse& reuse() { return *reuse_; }

  // Returns a class of torch whose TorchScript source this project contains, such as torch.no_grad;
  // null for other names.
  const PyClass* knownClass(const std::string& externalName);
  // The cache entry for an External; empty at first, filled by the caller.
  KnownExternal& knownExternal(PyRef object) { return knownExternals_[object]; }
  KnownMember& knownMember(PyRef module, std::string_view name);
  // The mangled name of a further overload of a function that is known by its schemas.
  std::string mangledName(const std::string& qualifiedName, size_t overload);
  // "__torch__.a.b.C", mangled when the name is taken.
  std::string uniqueName(const std::string& pythonName);

 private:
  friend class ModuleCompiler;  // for methods of modules
  struct Pending {
    const PyFunction* source;
    const types::ClassType* self;
  };
  ir::Function* makeFunction(std::string qualifiedName, SourceRange definition);
  void emit(ir::Function* function, const PyFunction& source, const types::ClassType* self);
  void addMethods(const PyClass& cls, const types::ClassType* type);
  std::vector<const PyFunction*> synthesize(const PyClass& cls);
  types::TypePtr interfaceType(const PyClass& cls);
  const types::ClassType* makeClass(const PyClass& cls);

  Purpose purpose_;
  std::stop_token stop_;
  Facts* facts_ = nullptr;
  PyEnvironment environment_;
  std::shared_ptr<types::TypeTable> types_;
  AnnotationResolver annotations_;
  diag::Sink sink_;
  size_t firstRecorded_ = 0;  // `first` of the innermost recording
  std::unordered_map<const void*, std::vector<diag::Diagnostic>> libraryProblems_;
  std::vector<std::unique_ptr<ir::Function>> functions_;
  std::vector<std::unique_ptr<PyFunction>> madeFunctions_;  // for overloads and dataclasses
  std::unordered_map<const PyFunction*, ir::Function*> byFunction_;
  std::unordered_map<const PyFunction*, std::vector<ir::Function*>> byOverloads_;
  std::unordered_map<const PyClass*, types::TypePtr> byClass_;
  std::unordered_map<const types::ClassType*, const PyClass*> pythonClasses_;
  std::unordered_map<const PyClass*, std::string> unusableClasses_;  // why typeOfHeldClass failed
  std::unordered_map<std::string, ir::Function*> declared_;
  std::unordered_map<ir::Function*, Pending> pending_;
  std::unordered_map<std::string_view, PyRef> knownClasses_;
  std::unordered_map<PyRef, KnownExternal> knownExternals_;
  std::unordered_map<PyRef, std::map<std::string, KnownMember, std::less<>>> knownMembers_;
  std::unordered_set<const ir::Function*> inProgress_;
  std::unordered_map<const ir::Function*, shapes::Summary> shapes_;
  std::unordered_map<std::string, int> names_;
  using PythonCall = std::tuple<const SourceFile*, uint32_t, uint32_t, types::TypePtr>;
  std::map<PythonCall, eval::Value> pythonCalls_;
  std::map<std::pair<std::string, size_t>, std::string> mangledOverloads_;
  int mangled_ = 0;
  std::unique_ptr<ModuleCompiler> modules_;
  std::unique_ptr<MethodReuse> reuse_;
};

}  // namespace ts::compiler
