// Resolves annotations to types and functions to signatures, as torch/jit/annotations.py and
// PyTorch's script_type_parser.cpp do.
#pragma once

#include <unordered_map>

#include "core/compiler/resolve/python_env.h"
#include "core/ops/schema.h"
#include "core/types/type.h"

namespace ts::compiler {

// Supplies the types of classes used in annotations; compiles script classes on demand.
class ClassTypes {
 public:
  virtual ~ClassTypes() = default;
  // Returns the type of a script class, interface, enum or named tuple; null when the class cannot
  // be one (the reason is reported to the sink); Unknown when the class is not known.
  virtual types::TypePtr typeOfClass(const PyClass& cls) = 0;
  // Returns the type of a class of torch or Python's library that is known without its source; null
  // for other names.
  virtual types::TypePtr typeOfExternal(const std::string&) { return nullptr; }
};

// The result of resolving an annotation. On failure `type` is Unknown and `error` says why; a
// silent failure has no error.
struct ResolvedType {
  types::TypePtr type = types::unknownType();
  std::optional<int> broadcastSize;  // N of BroadcastingListN[...]
  std::optional<diag::Diagnostic> error;
};

class AnnotationResolver {
 public:
  AnnotationResolver(PyEnvironment& environment, ClassTypes& classes)
      : environment_(environment), classes_(classes) {}

  // Resolves the annotation of a parameter, return value or variable. `file` contains the
  // annotation's spans. Strings are parsed. BroadcastingLists and _size_n_t are accepted only with
  // `allowBroadcast`.
  ResolvedType resolve(const syntax::Expr& annotation, const PyScope& scope, const SourceFile& file,
                       bool allowBroadcast = false);

  // Returns the type of an evaluated annotation, as of a module's attribute. `at` is the range of
  // errors.
  ResolvedType typeOf(PyRef annotation, SourceRange at);

  // The signature of a function. Types come from annotations, else from type comments (on one line
  // or several), else they are Tensor (inferred). Defaults are evaluated and checked against their
  // types. selfType: the type of a method's first parameter; null for functions. `returns` is empty
  // when nothing is annotated. Errors are in PyTorch's order. An overload (`declaration` is set)
  // takes types from its declaration and defaults from its implementation.
  struct Signature {
    ops::FunctionSchema schema;
    bool hasReturn = false;
    std::vector<diag::Diagnostic> errors;
    // Index of the first error about a default. PyTorch reports these after compiling the body.
    size_t firstDefaultError = 0;
  };
  Signature signature(const PyFunction& function, types::TypePtr selfType);
  // The signature of a function that stays Python (@torch.jit.ignore). Its annotations are the
  // evaluated Python objects, so strings and list[int] are not types. Defaults are ignored.
  Signature pythonSignature(const PyFunction& function, types::TypePtr selfType);

  // Returns a named tuple type with field names, types and defaults, or the enum type of an Enum
  // class.
  types::TypePtr namedTuple(const PyClass& cls, types::TypeTable& table,
                            std::optional<diag::Diagnostic>* error);
  types::TypePtr enumType(const PyClass& cls, types::TypeTable& table,
                          std::optional<diag::Diagnostic>* error);

 private:
  PyEnvironment& environment_;
  ClassTypes& classes_;
  // Cached signatures of methods, shared by all types with the method. Signatures with errors or
  // Unknown types are not cached.
  std::unordered_map<const PyFunction*, Signature> methods_;
};

// Converts a Python value to a constant of the given type, as PyTorch's toIValue(obj, type) does.
// Returns nullopt when the value does not fit. A value that is not known gives a constant of type
// Unknown; a tensor gives a constant without a value.
std::optional<types::Constant> constantOf(PyRef value, types::TypePtr type);

}  // namespace ts::compiler
