// The implementation of PyEnvironment. Only python_*.cpp include this header.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/compiler/resolve/bindings.h"
#include "core/compiler/resolve/namespaces.h"
#include "core/compiler/resolve/python_env.h"
#include "core/eval/vm/vm.h"

namespace ts::compiler {

// The private data of a PyScope.
struct ScopeData {
  enum class Kind : uint8_t {
    Module,
    Function,
    Class,
    Evaluated,  // names are looked up in the evaluator's objects: closure, class, module
  };
  Kind kind = Kind::Module;
  PyScope* scope = nullptr;
  std::string prefix;  // prefix of qualified names: "module", "module.f.<locals>", "module.A"
  syntax::List<syntax::Stmt*> body;
  std::optional<Bindings> bindings;  // collected at the first lookup
  std::unordered_map<std::string_view, PyRef>
      arguments;  // arguments of the call whose locals these are
  const PyClass* cls = nullptr;
  // Exactly one is set for an Evaluated scope.
  eval::Ref<eval::Function> evaluatedFunction;
  eval::Ref<eval::Class> evaluatedClass;
  bool isBody = false;  // the body of evaluatedClass: its own names are visible
  eval::Ref<eval::Module> evaluatedModule;
};

// The position of an expression. It sees bindings of its own scope before `offset`. Code in a
// function body runs later and sees all bindings of enclosing scopes.
struct ScopePosition {
  static constexpr uint32_t kEnd = UINT32_MAX;
  const PyScope* scope;
  uint32_t offset = kEnd;
};

struct PyEnvironment::Impl {
  explicit Impl(ModuleLoader& loader, std::stop_token stop);

  // ---- objects (python_env.cpp)
  PyObject& make(PyKind kind);
  PyRef constant(types::Constant value);
  PyRef opaque(std::string_view typeName);
  PyRef external(std::string_view name);
  // An Unknown object of Python's library with its dotted name.
  PyRef unknownOfLibrary(std::string_view name);
  // A member of such an object, or of another object of the library; Unknown for other objects.
  PyRef memberOfLibrary(const PyObject& object, std::string_view name);
  PyRef objectOf(const PyFunction& function);
  PyRef objectOf(const PyClass& cls);
  ScopeData& data(const PyScope& scope) { return *scopes.at(&scope); }
  ScopeData& newScope(ScopeData::Kind kind, const PyModule& module, const PyScope* parent,
                      std::string prefix, syntax::List<syntax::Stmt*> body);

  // ---- modules and names (python_env.cpp)
  PyModule* addModule(std::string name, std::string path, bool isPackage, syntax::ModulePtr tree);
  // Returns null when the module does not exist.
  PyRef module(std::string_view name);
  PyRef import(std::string_view dottedName);
  PyRef externalMember(std::string_view module, std::string_view name, bool dynamic);
  std::string absoluteName(const PyModule& from, const syntax::ImportFrom& import) const;
  PyRef lookup(ScopePosition position, std::string_view name);
  // Returns nullopt when this scope does not bind the name.
  std::optional<PyRef> lookupHere(ScopeData& scope, std::string_view name, uint32_t at);
  std::optional<PyRef> fromStar(ScopeData& scope, const StarImport& star, std::string_view name);
  // The value of a module's name that a star import would bind.
  std::optional<PyRef> exported(ScopeData& other, std::string_view name);
  PyRef builtin(std::string_view name);
  PyRef attribute(PyRef object, std::string_view name);
  PyRef moduleAttribute(const PyModule& module, std::string_view name);
  PyRef classAttribute(const PyClass& cls, std::string_view name, int depth);
  PyRef memberAttribute(const PyObject& member, std::string_view name);

  // ---- objects of the evaluator (python_objects.cpp)
  eval::Vm& evaluator();
  PyRef fromValue(const eval::Value& value, int depth = 0);
  PyRef makeFromValue(const eval::Value& value, int depth);
  PyRef fromObject(const eval::Value& value, int depth);
  PyRef fromClass(eval::Class& cls);
  PyRef fromModule(eval::Module& module);
  const PyModule* moduleOf(eval::Module& module);
  const PyFunction* functionOf(eval::Function& function);
  const PyClass* classOf(eval::Class& cls);
  void fillFromClass(PyClass& result, eval::Class& cls);
  Marks marksOf(const eval::Function& function);
  std::optional<PyRef> lookupEvaluated(ScopeData& scope, std::string_view name);
  PyRef evaluatedAttribute(const eval::Value& object, std::string_view name);

  // ---- definitions (python_definitions.cpp)
  PyRef resolve(ScopeData& scope, std::string_view name, Binding& binding);
  PyRef resolveFresh(ScopeData& scope, std::string_view name, Binding& binding);
  const PyFunction* function(const PyScope& scope, const syntax::FunctionDef& def,
                             const PyClass* owner);
  void addOverloads(ScopeData& scope, PyFunction& function);
  // Returns the object that a def binds, with its decorators applied.
  PyRef decorated(ScopePosition position, const PyFunction& function,
                  const syntax::FunctionDef& def);
  const PyClass* cls(const PyScope& scope, const syntax::ClassDef& def);
  void fill(PyClass& created, ScopeData& body);
  void addMethod(PyClass& cls, ScopeData& body, const syntax::FunctionDef& def);
  void setKind(PyClass& cls);
  // Makes a class Unknown whose type in TorchScript the program overrides.
  void hideOverridden(PyClass& cls);
  Marks marksOf(ScopePosition position, syntax::List<syntax::Expr*> decorators);
  PyRef objectFor(const PyModule& module, const syntax::Stmt& definition);
  PyRef find(const PyScope& scope, const PyClass* owner, syntax::List<syntax::Stmt*> body,
             const syntax::Stmt& wanted);

  // ---- values (python_evaluate.cpp, python_calls.cpp)
  PyRef evaluate(ScopePosition position, const syntax::Expr& expr);
  PyRef evaluateConstant(const syntax::Constant& constant);
  PyRef evaluateUnary(ScopePosition position, const syntax::UnaryOp& unary);
  PyRef evaluateBinary(ScopePosition position, const syntax::BinOp& binary);
  PyRef subscript(PyRef base, PyRef index);
  PyRef evaluateAll(ScopePosition position, PyKind kind, syntax::List<syntax::Expr*> elements);
  PyRef evaluateCall(ScopePosition position, const syntax::Call& call);
  PyRef callFunction(ScopePosition position, const PyFunction& callee, const syntax::Call* call,
                     PyRef only);
  PyRef callExternal(ScopePosition position, std::string_view callee, const syntax::Call& call);
  PyRef dispatchOf(ScopePosition position, const syntax::Call& call);
  PyRef namedTupleOf(ScopePosition position, const syntax::Call& call, bool typed);
  PyRef element(PyRef container, const std::vector<uint32_t>& path);

  ModuleLoader& loader;
  std::stop_token stop;
  std::unique_ptr<eval::Vm> ownVm;  // declared first: outlives the values below
  eval::Vm* vm;                     // own, or the evaluator of a running program
  std::deque<PyObject> objects;
  std::deque<PyFunction> functions;
  std::deque<PyClass> classes;
  std::deque<PyModule> modules;
  std::deque<PyScope> ownScopes;
  std::deque<ScopeData> scopeData;
  std::unordered_map<const PyScope*, ScopeData*> scopes;
  std::unordered_map<const PyClass*, ScopeData*> bodies;
  std::unordered_map<std::string, PyRef> moduleRefs;  // null for a missing module
  std::unordered_map<std::string, PyRef> externals;
  std::unordered_map<const PyFunction*, PyRef> functionRefs;
  std::unordered_map<const PyClass*, PyRef> classRefs;
  std::map<std::pair<const syntax::FunctionDef*, const PyScope*>, const PyFunction*> functionsByDef;
  std::map<std::pair<const syntax::ClassDef*, const PyScope*>, const PyClass*> classesByDef;
  std::map<std::pair<const syntax::FunctionDef*, const PyScope*>, const PyScope*> localsByDef;
  std::map<std::pair<const PyClass*, std::string>, PyRef> members;
  PyRef unknown = nullptr;
  int depth = 0;
  std::vector<const PyClass*> classesInProgress;  // see PyEnvironment::beginClass
  // The names whose search through star imports is under way, and the scopes searched for each.
  // Modules may star-import each other over several ways; each scope is searched once.
  std::vector<std::pair<std::string_view, std::unordered_set<const ScopeData*>>> starSearches;

  std::unordered_map<const eval::Object*, PyRef> valueRefs;
  std::unordered_map<const eval::Module*, const PyModule*> evaluatedModules;
  std::unordered_map<const eval::Function*, const PyFunction*> evaluatedFunctions;
  std::vector<eval::Ref<eval::Function>> wrappers;  // keys of evaluatedFunctions
  std::unordered_map<const eval::Class*, const PyClass*> evaluatedClasses;
};

// True when two objects are certainly the same.
bool sameObject(const PyObject& a, const PyObject& b);
// Returns the value of a keyword argument; null when it is not passed.
const syntax::Expr* keywordOf(const syntax::Call& call, std::string_view name);
// True for the names in the body of an Enum class that become members: not `_order_`, `__doc__` or
// the private `__x`.
bool isEnumMember(std::string_view name);
// Limits the depth of recursive evaluation. Past the limit results are Unknown.
class DepthGuard {
 public:
  static constexpr int kLimit = 64;
  explicit DepthGuard(int& depth) : depth_(depth) { ++depth_; }
  ~DepthGuard() { --depth_; }
  bool tooDeep() const { return depth_ > kLimit; }

 private:
  int& depth_;
};

}  // namespace ts::compiler
