// What Python names stand for: in source that is only read, module scopes, imports, closures,
// classes, constants; in code that core/eval has run, the objects that it made. What can't be known
// is Unknown, and Unknown is silent.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/eval/bytecode.h"
#include "core/eval/loader.h"
#include "core/syntax/ast.h"
#include "core/types/constant.h"

namespace ts::compiler {

struct PyFunction;
struct PyClass;
struct PyModule;
struct PyScope;
class CodeImporter;

enum class PyKind : uint8_t {
  Unknown,   // may be anything
  Constant,  // None, bool, int, float, complex, str: `constant` (a big int or bytes: Opaque)
  Ellipsis,
  Tuple,
  List,
  Dict,
  Set,         // `elements`; of a Dict keys and values in turn
  Function,    // defined in a source that we have: `function`
  Class,       // likewise: `cls`
  Module,      // a module whose source we have: `module`; or one known by name alone: `name`
  External,    // something of torch, math, typing, builtins, ...: its dotted name in `name`
  Scripted,    // torch.jit.script(x): `elements[0]` is x
  Dispatch,    // boolean_dispatch(...): `elements` if_true, if_false; `name` the argument's name,
               // `constant` its default, `index` its position
  EnumMember,  // `cls` and the member's `name`
  Instance,    // an instance of `cls`, or of the External class named `name`; `elements`: the
               // positional arguments of a torch.device
  Opaque,  // a value that surely is nothing TorchScript can use: `name` is the Python type's name
  Alias,   // a generic type with its arguments, List[int]: `elements`, the generic one first; a
           // string among them is a forward reference, an empty Tuple stands for ()
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
  eval::Value value;  // of an object that the evaluator made; else Unbound
};
using PyRef = const PyObject*;

// How a function is marked for torch.jit.
struct Marks {
  bool script = false;     // @torch.jit.script
  bool ignore = false;     // @torch.jit.ignore
  bool drop = false;       // @torch.jit.ignore(drop=True), @torch.jit.unused
  bool exported = false;   // @torch.jit.export
  bool overload = false;   // @torch.jit._overload (a declaration without a body of its own)
  bool interface = false;  // @torch.jit.interface on a class
  bool staticMethod = false;
  bool classMethod = false;
  bool property = false;
  bool dataclass = false;
  bool unknown = false;  // some other decorator, which may have replaced the object
};

struct PyFunction {
  const syntax::FunctionDef* def = nullptr;  // null for a lambda
  const PyModule* module = nullptr;
  const PyScope* scope = nullptr;  // where its free names are looked up
  const PyClass* owner = nullptr;  // the class that it is a method of
  std::string qualifiedName;       // "package.module.f", "module.outer.<locals>.f": Python's
  Marks marks;
  std::vector<const PyFunction*> overloads;  // declarations with @torch.jit._overload, in order
  const PyFunction* declaration = nullptr;   // of an overload's implementation: whose types it has
  eval::Ref<eval::Function> evaluated;       // what the evaluator made of it; else null
};

enum class ClassKind : uint8_t { Plain, Enum, NamedTuple, Exception, NnModule, Interface, Unknown };

struct PyField {
  std::string name;
  const syntax::Expr* annotation = nullptr;  // null: typing.Any of namedtuple(), or unannotated
  const syntax::Expr* value = nullptr;       // default; null: none
  // Instead of the two, where the class was made by running code: null for none.
  const PyObject* madeAnnotation = nullptr;
  const PyObject* madeValue = nullptr;
};

struct PyClass {
  const syntax::ClassDef* def = nullptr;  // null: made by a call, such as namedtuple(...)
  const PyModule* module = nullptr;
  const PyScope* scope = nullptr;
  std::string qualifiedName;  // "module.A"
  ClassKind kind = ClassKind::Plain;
  Marks marks;
  std::vector<PyRef> bases;
  std::vector<PyField>
      fields;  // NamedTuple fields, class-level (annotated) assignments, Enum members
  std::vector<const PyFunction*> methods;  // its own, in order of definition
  std::vector<const PyFunction*> getters;  // properties, under the property's name
  std::vector<const PyFunction*> setters;
  eval::Ref<eval::Class> evaluated;  // what the evaluator made of it; else null
  const PyFunction* method(std::string_view name) const;
};

// Names visible at one place: a module's globals, or the locals of a function around a closure.
struct PyScope {
  const PyModule* module = nullptr;
  const PyScope* parent =
      nullptr;  // the enclosing function's, then the module's; null for a module
  const syntax::FunctionDef* function = nullptr;  // whose locals these are; null for a module
  // The variables that a function or class of the evaluator has closed over; nothing else is left
  // of the functions around it.
  bool isClosure = false;
};

struct PyModule {
  std::string name;  // dotted: "torchvision.ops.boxes", or the file's stem
  std::string path;
  bool isPackage = false;
  // Written in TorchScript's own dialect, as archives and the builtin functions are: -1 is a
  // literal.
  bool isTorchScript = false;
  CodeImporter* importer = nullptr;  // of an archive's code: what its names mean
  syntax::ModulePtr tree;
  PyScope scope;
};

using eval::ModuleLoader;

// Owns every object that it gives out. Lazy: a module is parsed when a name of it is asked for, a
// binding evaluated when it is looked up. Cycles end in Unknown. Not thread-safe: one a
// compilation.
class PyEnvironment {
 public:
  // stop: cancels the evaluator; see Vm::stop.
  explicit PyEnvironment(ModuleLoader& loader, std::stop_token stop = {});
  ~PyEnvironment();

  // The module that a parsed file is, under this dotted name.
  const PyModule* addModule(std::string name, std::string path, bool isPackage,
                            syntax::ModulePtr tree, bool isTorchScript = false,
                            CodeImporter* importer = nullptr);

  // By Python's rules: enclosing functions, module globals, builtins. Null: surely not defined.
  // A name that is bound in several places (if, try, reassignment) has the last binding that
  // surely runs; where that can't be told, and the candidates differ, it is Unknown.
  PyRef lookup(const PyScope& scope, std::string_view name);
  // object.name; null: surely has no such attribute.
  PyRef attribute(PyRef object, std::string_view name);
  // Names, attributes, literals and the calls listed at PyKind; anything else is Unknown. It sees
  // what the scope binds before this offset; by default, all that it ever binds.
  PyRef evaluate(const PyScope& scope, const syntax::Expr& expr, uint32_t before = UINT32_MAX);
  // base[index]; Unknown also where Python would raise.
  PyRef subscript(PyRef base, PyRef index);
  PyRef tuple(std::vector<PyRef> elements);
  // A function or class statement at any depth of a module, as an object.
  PyRef objectFor(const PyModule& module, const syntax::Stmt& definition);
  // What the name "a.b.c" of an installed or known module stands for.
  PyRef importName(std::string_view dottedName);
  // The definition of an External, or of a name of an External module, from the source of its
  // module: the function torch.nn.functional.relu. Null when there is no source to be found.
  PyRef definitionOf(PyRef external);
  // The scope of a class's body, in which its fields' annotations and values are evaluated.
  const PyScope* bodyScope(const PyClass& cls) const;

  PyRef unknown() const;

  // ---- what has been run
  // The evaluator; made when it is first asked for.
  eval::Vm& vm();
  PyRef fromValue(const eval::Value& value);
  // The source of a function that the evaluator made; what functools.wraps wraps is looked for.
  const PyFunction* functionOf(eval::Function& function);
  const PyClass* classOf(eval::Class& cls);
  // The function of torch's prelude that has this dotted name; null: none.
  const PyFunction* libraryFunction(std::string_view dottedName);

  struct Impl;  // of python_*.cpp

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace ts::compiler
