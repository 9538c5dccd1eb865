// Annotations to types, and functions to signatures: as torch/jit/annotations.py and PyTorch's
// script_type_parser.cpp resolve them.
#pragma once

#include <unordered_map>

#include "core/compiler/resolve/python_env.h"
#include "core/ops/schema.h"
#include "core/types/type.h"

namespace ts::compiler {

// Gives the types of classes that annotations name; compiles script classes on the way.
class ClassTypes {
 public:
  virtual ~ClassTypes() = default;
  // A script class, interface, enum or named tuple; null when it can't be one (the reason is then
  // reported to the sink unless `quiet`); Unknown when it isn't known.
  virtual types::TypePtr typeOfClass(const PyClass& cls, SourceRange at) = 0;
  // Of a class of Python's library or of torch that is known without its source; null: none such.
  virtual types::TypePtr typeOfExternal(const std::string&) { return nullptr; }
};

// A failure is data: `type` is then Unknown and, unless silent, the diagnostic says why.
struct ResolvedType {
  types::TypePtr type = types::unknownType();
  std::optional<int> broadcastSize;  // of BroadcastingListN[...]
  std::optional<diag::Diagnostic> error;
};

class AnnotationResolver {
 public:
  AnnotationResolver(PyEnvironment& environment, ClassTypes& classes)
      : environment_(environment), classes_(classes) {}

  // An annotation of a parameter, return or variable; `file` is what its spans point into. Strings
  // are parsed. BroadcastingLists and _size_n_t only where `allowBroadcast`.
  ResolvedType resolve(const syntax::Expr& annotation, const PyScope& scope, const SourceFile& file,
                       bool allowBroadcast = false);

  // The type of an annotation that has been evaluated: of an attribute of a module. `at` is where
  // errors go.
  ResolvedType typeOf(PyRef annotation, SourceRange at);

  // What PyTorch makes of a def's parameters and return: annotations, else type comments (on one
  // line or many), else Tensor (inferred). Defaults are evaluated and checked against their types.
  // selfType: the type of the first parameter of a method, null for functions. returns is empty
  // when nothing is annotated. Errors in the order in which PyTorch would meet them. An overload
  // (`declaration` is set) has its declaration's types and its implementation's defaults.
  struct Signature {
    ops::FunctionSchema schema;
    bool hasReturn = false;
    std::vector<diag::Diagnostic> errors;
    // Errors from here on are of defaults, which PyTorch meets after it has compiled the body.
    size_t firstDefaultError = 0;
  };
  Signature signature(const PyFunction& function, types::TypePtr selfType);
  // The same for a function that stays Python (@torch.jit.ignore): there annotations are the
  // objects that Python makes of them, so that strings and list[int] name no type; defaults don't
  // count.
  Signature pythonSignature(const PyFunction& function, types::TypePtr selfType);

  // Field names, types and defaults of a named tuple class; the enum type of an Enum class.
  types::TypePtr namedTuple(const PyClass& cls, types::TypeTable& table,
                            std::optional<diag::Diagnostic>* error);
  types::TypePtr enumType(const PyClass& cls, types::TypeTable& table,
                          std::optional<diag::Diagnostic>* error);

 private:
  PyEnvironment& environment_;
  ClassTypes& classes_;
  // Of methods, read once for all types that have them; those without errors and unknown types.
  std::unordered_map<const PyFunction*, Signature> methods_;
};

// Python's value as a constant of a type, as toIValue(obj, type) does; nothing when it has no such
// form. A value that isn't known gives a constant of Unknown type; a tensor one without a value.
std::optional<types::Constant> constantOf(PyRef value, types::TypePtr type);

}  // namespace ts::compiler
