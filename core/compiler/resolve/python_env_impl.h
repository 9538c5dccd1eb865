// The state behind PyEnvironment. Only python_*.cpp include this.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/compiler/resolve/bindings.h"
#include "core/compiler/resolve/namespaces.h"
#include "core/compiler/resolve/python_env.h"
#include "core/eval/vm.h"

namespace ts::compiler {

// What belongs to a PyScope beyond what others see of it.
struct ScopeData {
  enum class Kind : uint8_t {
    Module,
    Function,
    Class,
    Evaluated,  // names are looked up in what the evaluator made: closure, class, module
  };
  Kind kind = Kind::Module;
  PyScope* scope = nullptr;
  std::string prefix;  // of qualified names: "module", "module.f.<locals>", "module.A"
  syntax::List<syntax::Stmt*> body;
  std::optional<Bindings> bindings;                       // made when first asked for
  std::unordered_map<std::string_view, PyRef> arguments;  // of a call whose locals these are
  const PyClass* cls = nullptr;
  // Of an evaluated scope, whichever it is.
  eval::Ref<eval::Function> evaluatedFunction;
  eval::Ref<eval::Class> evaluatedClass;
  bool isBody = false;  // of evaluatedClass: its own names count
  eval::Ref<eval::Module> evaluatedModule;
};

// Where code stands: it sees what is bound in its own scope before this place. Code in a function
// runs later and sees everything.
struct Site {
  static constexpr uint32_t kEnd = UINT32_MAX;
  const PyScope* scope;
  uint32_t at = kEnd;
};

struct PyEnvironment::Impl {
  explicit Impl(ModuleLoader& loader, std::stop_token stop);

  // ---- objects (python_env.cpp)
  PyObject& make(PyKind kind);
  PyRef constant(types::Constant value);
  PyRef opaque(std::string_view typeName);
  PyRef external(std::string_view name);
  PyRef objectOf(const PyFunction& function);
  PyRef objectOf(const PyClass& cls);
  ScopeData& data(const PyScope& scope) { return *scopes.at(&scope); }
  ScopeData& newScope(ScopeData::Kind kind, const PyModule& module, const PyScope* parent,
                      std::string prefix, syntax::List<syntax::Stmt*> body);

  // ---- modules and names (python_env.cpp)
  PyModule* addModule(std::string name, std::string path, bool isPackage, syntax::ModulePtr tree);
  // Null when there is no such module.
  PyRef module(std::string_view name);
  PyRef import(std::string_view dottedName);
  PyRef externalMember(std::string_view module, std::string_view name, bool dynamic);
  std::string absoluteName(const PyModule& from, const syntax::ImportFrom& import) const;
  PyRef lookup(Site site, std::string_view name);
  // Empty: not bound in this scope.
  std::optional<PyRef> lookupHere(ScopeData& scope, std::string_view name, uint32_t at);
  std::optional<PyRef> fromStar(ScopeData& scope, const StarImport& star, std::string_view name);
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
  void fillFromClass(PyClass& made, eval::Class& cls);
  Marks marksOf(const eval::Function& function);
  std::optional<PyRef> lookupEvaluated(ScopeData& scope, std::string_view name);
  PyRef evaluatedAttribute(const eval::Value& object, std::string_view name);

  // ---- definitions (python_definitions.cpp)
  PyRef resolve(ScopeData& scope, std::string_view name, Binding& binding);
  PyRef resolveFresh(ScopeData& scope, std::string_view name, Binding& binding);
  const PyFunction* function(const PyScope& scope, const syntax::FunctionDef& def,
                             const PyClass* owner);
  void addOverloads(ScopeData& scope, PyFunction& function);
  // The object that the name of a def is bound to, its decorators applied.
  PyRef decorated(Site site, const PyFunction& function, const syntax::FunctionDef& def);
  const PyClass* cls(const PyScope& scope, const syntax::ClassDef& def);
  void fill(PyClass& made, ScopeData& body);
  void addMethod(PyClass& made, ScopeData& body, const syntax::FunctionDef& def);
  void setKind(PyClass& made);
  Marks marksOf(Site site, syntax::List<syntax::Expr*> decorators);
  PyRef objectFor(const PyModule& module, const syntax::Stmt& definition);
  PyRef find(const PyScope& scope, const PyClass* owner, syntax::List<syntax::Stmt*> body,
             const syntax::Stmt& wanted);

  // ---- values (python_evaluate.cpp, python_calls.cpp)
  PyRef evaluate(Site site, const syntax::Expr& expr);
  PyRef evaluateConstant(const syntax::Constant& constant);
  PyRef evaluateUnary(Site site, const syntax::UnaryOp& unary);
  PyRef evaluateBinary(Site site, const syntax::BinOp& binary);
  PyRef subscript(PyRef base, PyRef index);
  PyRef evaluateAll(Site site, PyKind kind, syntax::List<syntax::Expr*> elements);
  PyRef evaluateCall(Site site, const syntax::Call& call);
  PyRef callFunction(Site site, const PyFunction& callee, const syntax::Call* call, PyRef only);
  PyRef callExternal(Site site, std::string_view callee, const syntax::Call& call);
  PyRef dispatchOf(Site site, const syntax::Call& call);
  PyRef namedTupleOf(Site site, const syntax::Call& call, bool typed);
  PyRef element(PyRef container, const std::vector<uint32_t>& path);

  ModuleLoader& loader;
  std::stop_token stop;
  std::unique_ptr<eval::Vm> ownVm;  // outlives the values in the rest
  eval::Vm* vm;                     // its own, or the one of a program that runs
  std::deque<PyObject> objects;
  std::deque<PyFunction> functions;
  std::deque<PyClass> classes;
  std::deque<PyModule> modules;
  std::deque<PyScope> ownScopes;
  std::deque<ScopeData> scopeData;
  std::unordered_map<const PyScope*, ScopeData*> scopes;
  std::unordered_map<const PyClass*, ScopeData*> bodies;
  std::unordered_map<std::string, PyRef> moduleRefs;  // null: there is none
  std::unordered_map<std::string, PyRef> externals;
  std::unordered_map<const PyFunction*, PyRef> functionRefs;
  std::unordered_map<const PyClass*, PyRef> classRefs;
  std::map<std::pair<const syntax::FunctionDef*, const PyScope*>, const PyFunction*> functionsByDef;
  std::map<std::pair<const syntax::ClassDef*, const PyScope*>, const PyClass*> classesByDef;
  std::map<std::pair<const syntax::FunctionDef*, const PyScope*>, const PyScope*> localsByDef;
  std::map<std::pair<const PyClass*, std::string>, PyRef> members;
  PyRef unknown = nullptr;
  int depth = 0;

  std::unordered_map<const eval::Object*, PyRef> valueRefs;
  std::unordered_map<const eval::Module*, const PyModule*> evaluatedModules;
  std::unordered_map<const eval::Function*, const PyFunction*> evaluatedFunctions;
  std::unordered_map<const eval::Class*, const PyClass*> evaluatedClasses;
};

// Whether two objects are one and the same for all that is known.
bool sameObject(const PyObject& a, const PyObject& b);
// The keyword argument of a call, or null.
const syntax::Expr* keywordOf(const syntax::Call& call, std::string_view name);
// "os.path" of names and attributes; empty for other expressions.
std::string dottedText(const syntax::Expr& expr);
// Counts how deep evaluation is nested; past the limit everything is Unknown.
class Nested {
 public:
  static constexpr int kMost = 64;
  explicit Nested(int& depth) : depth_(depth) { ++depth_; }
  ~Nested() { --depth_; }
  bool tooDeep() const { return depth_ > kMost; }

 private:
  int& depth_;
};

}  // namespace ts::compiler
