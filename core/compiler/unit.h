// What is compiled together: functions and classes by the Python objects that they came from, the
// types that they made, and the problems that were found. Not for use from two threads at once.
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
  Graphs,  // graphs as PyTorch has them in the end
  Checks,  // diagnostics alone: graphs are dropped once they have been emitted
};

struct SugaredValue;

// What an External stands for in code that is compiled, found once.
struct KnownExternal {
  bool isConstantKnown = false;
  std::optional<types::Constant> constant;
  std::shared_ptr<SugaredValue> value;
};
// The same for a name of a module.
struct KnownMember {
  bool isKnown = false;
  std::optional<types::Constant> constant;
  PyRef object = nullptr;
};

class CompilationUnit final : private ClassTypes {
 public:
  // stop: polled for each function and by the evaluator. After a requested stop every call may throw
  // Cancelled; the unit's results are then incomplete.
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
  // Problems in the order in which PyTorch would meet them: the first is the one it stops at. What
  // is found twice, because an expression is emitted twice, is in it once.
  diag::Sink& sink() { return sink_; }
  void report(const diag::Diagnostic& diagnostic);
  // What has been reported in texts of the library since there were `before` problems becomes one
  // problem of whoever led there: nobody can mend a library.
  void blame(size_t before, SourceRange at, const std::string& who);
  // Where to note what is found out about expressions; null: nowhere.
  void setFacts(Facts* facts) { facts_ = facts; }
  Facts* facts() const { return facts_; }

  // Compiles a function and, recursively, what it calls. Its graph is null when it failed or when
  // something in it isn't known; its schema is there in any case. Null for what is no function to
  // TorchScript (a lambda, a coroutine): reported.
  ir::Function* compile(const PyFunction& function);
  // The overloads of a function that has declarations with @torch.jit._overload.
  std::vector<ir::Function*> compileOverloads(const PyFunction& function);
  // A function of an archive, under the name that it has there.
  ir::Function* compileNamedFunction(const PyFunction& function, const std::string& qualifiedName);
  // A method of a class that somebody else fills; compiled by ensureCompiled().
  ir::Function* declareMethod(const PyFunction& function, const types::ClassType* self);
  // A function known by its schema alone, such as torch.nn.functional.relu.
  ir::Function* declare(const std::string& qualifiedName, const ops::FunctionSchema& schema);
  // The script class of a Python class with its methods; null when it can't be one.
  const types::ClassType* compileClass(const PyClass& cls, SourceRange at);
  // A class method may be called before its turn to be compiled.
  void ensureCompiled(ir::Function* function);
  bool isBeingCompiled(const ir::Function* function) const {
    return inProgress_.contains(function);
  }
  // The type of a class: script class, enum, named tuple, ...
  types::TypePtr typeOfClass(const PyClass& cls, SourceRange at) override;
  types::TypePtr typeOfExternal(const std::string& name) override;
  // The function that a call of Python (prim::PythonOp) is for. Calls are known by their place and,
  // for methods, by the type of the object. Null: not known.
  void rememberPythonCall(const ir::Node& call, types::TypePtr self, const PyFunction& function);
  const PyFunction* pythonFunction(const ir::Node& call) const;
  // What is known of shapes in the functions that have been compiled to be checked.
  std::unordered_map<const ir::Function*, shapes::Summary>& shapes() { return shapes_; }
  // The Python class behind a script class; null if there is none.
  const PyClass* pythonClass(const types::ClassType* type) const;

  ir::Value* emitTolist(Emitter& emitter, SourceRange at, ir::Value* tensor, ir::TypePtr hint);

  // Modules, by their instances.
  ModuleCompiler& modules() { return *modules_; }
  MethodReuse& reuse() { return *reuse_; }

  // Classes of torch that script code may use, written in TorchScript: torch.no_grad. Null: none
  // such.
  const PyClass* knownClass(const std::string& externalName);
  // For who turns Python objects into values: made empty when first asked for.
  KnownExternal& knownExternal(PyRef object) { return knownExternals_[object]; }
  KnownMember& knownMember(PyRef module, std::string_view name);
  // The name of a further overload of a function that is known by its schemas.
  std::string mangledName(const std::string& qualifiedName, size_t overload);
  // "__torch__.a.b.C", made unique if the name is taken already.
  std::string uniqueName(const std::string& pythonName);

 private:
  friend class ModuleCompiler;  // declares and compiles methods
  struct Pending {
    const PyFunction* source;
    const types::ClassType* self;
  };
  ir::Function* makeFunction(std::string qualifiedName, SourceRange definition);
  void emit(ir::Function* function, const PyFunction& source, const types::ClassType* self);
  void addMethods(const PyClass& cls, const types::ClassType* type);
  std::vector<const PyFunction*> synthesize(const PyClass& cls);
  types::TypePtr interfaceType(const PyClass& cls);

  Purpose purpose_;
  std::stop_token stop_;
  Facts* facts_ = nullptr;
  PyEnvironment environment_;
  std::shared_ptr<types::TypeTable> types_;
  AnnotationResolver annotations_;
  diag::Sink sink_;
  std::vector<std::unique_ptr<ir::Function>> functions_;
  std::vector<std::unique_ptr<PyFunction>> madeFunctions_;  // of overloads and dataclasses
  std::unordered_map<const PyFunction*, ir::Function*> byFunction_;
  std::unordered_map<const PyFunction*, std::vector<ir::Function*>> byOverloads_;
  std::unordered_map<const PyClass*, types::TypePtr> byClass_;
  std::unordered_map<const types::ClassType*, const PyClass*> pythonClasses_;
  std::unordered_map<std::string, ir::Function*> declared_;
  std::unordered_map<ir::Function*, Pending> pending_;
  std::unordered_map<std::string_view, PyRef> knownClasses_;
  std::unordered_map<PyRef, KnownExternal> knownExternals_;
  std::unordered_map<PyRef, std::map<std::string, KnownMember, std::less<>>> knownMembers_;
  std::unordered_set<const ir::Function*> inProgress_;
  std::unordered_map<const ir::Function*, shapes::Summary> shapes_;
  std::unordered_map<std::string, int> names_;
  using PythonCall = std::tuple<const SourceFile*, uint32_t, uint32_t, types::TypePtr>;
  std::map<PythonCall, const PyFunction*> pythonCalls_;
  std::map<std::pair<std::string, size_t>, std::string> mangledOverloads_;
  int mangled_ = 0;
  std::unique_ptr<ModuleCompiler> modules_;
  std::unique_ptr<MethodReuse> reuse_;
};

}  // namespace ts::compiler
