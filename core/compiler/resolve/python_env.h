// Resolves Python names to objects. For source that is only read, PyEnvironment follows module
// scopes, imports, closures, classes and constants. For code that core/eval has run, it uses the
// evaluator's objects. A name that cannot be resolved is Unknown, and Unknown is silent.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/eval/bytecode/bytecode.h"
#include "core/eval/values/loader.h"
#include "core/syntax/ast.h"
#include "core/types/constant.h"

namespace ts::compiler {

struct PyFunction;
struct PyClass;
struct PyModule;
struct PyScope;
class ArchiveNames;

enum class PyKind : uint8_t {
  Unknown,   // may be anything
  Constant,  // None, bool, int, float, complex, str: `constant` (a big int or bytes: Opaque)
  Ellipsis,
  Tuple,
  List,
  Dict,
  Set,         // `elements`; for a Dict keys and values in turn
  Function,    // a function with source: `function`
  Class,       // a class with source: `cls`
  Module,      // a module with source: `module`; or a module known by name only: `name`
  External,    // an object of torch, math, typing, builtins, ...: its dotted name in `name`
  Scripted,    // torch.jit.script(x): `elements[0]` is x
  Dispatch,    // boolean_dispatch(...): `elements` if_true, if_false; `name` the argument's name,
               // `constant` its default, `index` its position
  EnumMember,  // `cls` and the member's `name`
  Instance,    // an instance of `cls`, or of the External class named `name`; `elements`: the
               // positional arguments of a torch.device
  Opaque,      // a value that TorchScript cannot use: `name` is the name of its Python type
  Alias,       // a generic type with its arguments, List[int]: `elements`, the generic one first; a
               // string element is a forward reference, an empty Tuple represents ()
};

struct PyObject {
  PyKind kind = PyKind::Unknown;
  types::Constant constant;
  std::string name;
  size_t index = 0;
  const PyFunction* function = nullptr;
  const PyClass* cls = nullptr;
  const PyModule* module = nullptr;
  std::vector<const PyObject*> elements;
  eval::Value value;  // the evaluator's object; else Unbound
};
using PyRef = const PyObject*;
// True for the class torch.autograd.Function itself.
bool isAutogradFunction(const PyObject& object);

// The decorators of a function or class that matter to torch.jit.
struct Marks {
  bool script = false;     // @torch.jit.script
  bool ignore = false;     // @torch.jit.ignore
  bool drop = false;       // @torch.jit.ignore(drop=True), @torch.jit.unused
  bool exported = false;   // @torch.jit.export
  bool overload = false;   // @torch.jit._overload (a declaration without a body)
  bool interface = false;  // @torch.jit.interface on a class
  bool staticMethod = false;
  bool classMethod = false;
  bool property = false;
  bool dataclass = false;
  bool unknown = false;  // another decorator, which may have replaced the object
};

struct PyFunction {
  const syntax::FunctionDef* def = nullptr;  // null for a lambda
  const PyModule* module = nullptr;
  const PyScope* scope = nullptr;  // the scope of its free names
  const PyClass* owner = nullptr;  // the class of a method
  std::string qualifiedName;       // Python's name: "package.module.f", "module.outer.<locals>.f"
  Marks marks;
  std::vector<const PyFunction*> overloads;  // declarations with @torch.jit._overload, in order
  const PyFunction* declaration = nullptr;   // for an overload: the declaration with its types
  eval::Ref<eval::Function> evaluated;       // the evaluator's function; else null
};

enum class ClassKind : uint8_t { Plain, Enum, NamedTuple, Exception, NnModule, Interface, Unknown };

struct PyField {
  std::string name;
  const syntax::Expr* annotation =
      nullptr;                          // null for typing.Any of namedtuple(), or when unannotated
  const syntax::Expr* value = nullptr;  // the default; null for none
  // Used instead of `annotation` and `value` when the class was created by running code; null for
  // none.
  const PyObject* evaluatedAnnotation = nullptr;
  const PyObject* evaluatedValue = nullptr;
};

struct PyClass {
  const syntax::ClassDef* def =
      nullptr;  // null for a class created by a call, such as namedtuple(...)
  const PyModule* module = nullptr;
  const PyScope* scope = nullptr;
  std::string qualifiedName;  // "module.A"
  ClassKind kind = ClassKind::Plain;
  Marks marks;
  std::vector<PyRef> bases;
  std::vector<PyField>
      fields;  // NamedTuple fields, class-level (annotated) assignments, Enum members
  std::vector<const PyFunction*> methods;  // methods of the class itself, in order of definition
  std::vector<const PyFunction*> getters;  // properties, by property name
  std::vector<const PyFunction*> setters;
  eval::Ref<eval::Class> evaluated;  // the evaluator's class; else null
  const PyFunction* method(std::string_view name) const;
};

// A scope of names: a module's globals, or the locals of a function around a closure.
struct PyScope {
  const PyModule* module = nullptr;
  const PyScope* parent =
      nullptr;  // the enclosing function's scope, then the module's; null for a module
  const syntax::FunctionDef* function = nullptr;  // the function of these locals; null for a module
  // True when the scope contains only the variables that an evaluated function or class has closed
  // over. Other variables of the enclosing functions no longer exist.
  bool isClosure = false;
};

struct PyModule {
  std::string name;  // dotted: "torchvision.ops.boxes"; or the file's stem
  std::string path;
  bool isPackage = false;
  // True for code in TorchScript's own dialect, as in archives and the builtin functions: -1 is a
  // literal.
  bool isTorchScript = false;
  ArchiveNames* importer = nullptr;  // resolves the names of an archive's code; else null
  syntax::ModulePtr tree;
  PyScope scope;
};

using eval::ModuleLoader;

// Resolves names and owns the resulting objects. Lazy: a module is parsed at the first lookup in
// it, and a binding is evaluated at its first lookup. Cycles give Unknown. Not thread-safe: each
// compilation has its own environment.
class PyEnvironment {
 public:
  // stop: cancels the evaluator; see Vm::stop.
  explicit PyEnvironment(ModuleLoader& loader, std::stop_token stop = {});
  ~PyEnvironment();

  // Adds a parsed file as a module of this dotted name.
  const PyModule* addModule(std::string name, std::string path, bool isPackage,
                            syntax::ModulePtr tree, bool isTorchScript = false,
                            ArchiveNames* importer = nullptr);

  // Looks up a name by Python's rules: enclosing functions, module globals, builtins. Null when the
  // name is certainly not defined. A name with several bindings (if, try, reassignment) has the
  // last binding that certainly runs. If that is not clear and the candidates differ, the result is
  // Unknown.
  PyRef lookup(const PyScope& scope, std::string_view name);
  // Until endClass(), the class's own name is defined in its module. Python binds the name only
  // when the decorators, which may compile the class, have returned.
  void beginClass(const PyClass& cls);
  void endClass();
  // Returns object.name; null when the object certainly has no such attribute.
  PyRef attribute(PyRef object, std::string_view name);
  // Evaluates names, attributes, literals and the calls listed at PyKind; other expressions give
  // Unknown. Only bindings before the offset `before` are visible; by default all are.
  PyRef evaluate(const PyScope& scope, const syntax::Expr& expr, uint32_t before = UINT32_MAX);
  // Returns base[index]; Unknown also when Python would raise.
  PyRef subscript(PyRef base, PyRef index);
  PyRef tuple(std::vector<PyRef> elements);
  // Returns the object of a function or class statement at any depth of a module.
  PyRef objectFor(const PyModule& module, const syntax::Stmt& definition);
  // Resolves the name "a.b.c" of an installed or known module.
  PyRef importName(std::string_view dottedName);
  // Returns the source definition of an External, or of a name of an External module: the function
  // torch.nn.functional.relu. Null when the source is not available.
  PyRef definitionOf(PyRef external);
  // Returns the scope of a class's body, in which annotations and values of its fields are
  // evaluated.
  const PyScope* bodyScope(const PyClass& cls) const;

  PyRef unknown() const;

  // ---- evaluated code
  // The evaluator; created at the first call.
  eval::Vm& vm();
  PyRef fromValue(const eval::Value& value);
  // Returns the source of an evaluated function; looks through functools.wraps.
  const PyFunction* functionOf(eval::Function& function);
  const PyClass* classOf(eval::Class& cls);
  // Returns the function of torch's prelude with this dotted name; null when there is none.
  const PyFunction* libraryFunction(std::string_view dottedName);

  struct Impl;  // defined in python_env_impl.h

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace ts::compiler
