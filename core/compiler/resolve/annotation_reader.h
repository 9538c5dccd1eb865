// Reads one annotation in one scope. PyTorch reads an annotation in two ways, and so does
// AnnotationReader:
//
// - as a Python object (torch/jit/annotations.py), found by evaluating the text: this is the only
//   way to resolve aliases such as `Pairs = List[Tuple[int, int]]`;
// - failing that, as an expression of TorchScript's own type language (script_type_parser.cpp):
//   this is the only way to read strings such as `List["Node"]`, and an archive's code.
//
// The two readers accept different texts and fail with different errors, so both are kept. They
// share construct(), which builds the types. Only annotation_*.cpp, class_types.cpp and
// signature.cpp include this header.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/compiler/reports/compile_error.h"
#include "core/compiler/resolve/annotations.h"

namespace ts::compiler {

enum class Generic : uint8_t { List, Dict, Tuple, Union, Optional, Future, RRef };

// A generic type and its names for the two readers.
struct GenericType {
  Generic generic;
  std::string_view name;        // in TorchScript's type language: "List"
  std::string_view otherName;   // a synonym: "list"; empty for none
  std::string_view pythonName;  // of the Python object: "typing.List"
  std::string_view builtin;     // its equivalent since PyTorch 2.6, "builtins.list"; empty for none
  size_t arguments;             // number of type arguments; 0 for any number
};
// Return null when the name is not a generic type.
const GenericType* genericNamed(std::string_view name);
const GenericType* genericOfPython(std::string_view pythonName);
// As above, for the origin of list[int], too.
const GenericType* genericOfOrigin(std::string_view pythonName);

class AnnotationReader {
 public:
  AnnotationReader(PyEnvironment& environment, ClassTypes& classes, const PyScope& scope,
                   const SourceFile& file)
      : environment_(environment), classes_(classes), scope_(scope), file_(file) {}

  // The read functions throw CompileError. Returns the type of an annotation, or of a type in a
  // comment.
  types::TypePtr read(const syntax::Expr& annotation, bool inComment = false);
  // Fails for an undefined name: Python evaluates annotations when it runs the def.
  void requireDefined(const syntax::Expr& annotation);
  // Reads a broadcasting list: BroadcastingList2[int] (int[2]), _size_2_t,
  // Optional[BroadcastingList2[int]]. Returns nullopt for other annotations.
  using Broadcast = std::pair<types::TypePtr, int>;
  std::optional<Broadcast> readBroadcast(const syntax::Expr& annotation);
  // Returns the type of an evaluated annotation; null when the object is not a type.
  types::TypePtr fromPython(PyRef object, const syntax::Expr& at);
  types::TypePtr ofClass(const PyClass& cls);
  // Returns the type of an annotation as Python evaluates it, for ignored functions and named
  // tuples.
  types::TypePtr readEvaluated(const syntax::Expr& annotation);
  // Returns the type of an evaluated annotation of a named tuple's field. PyTorch 2.6 resolves a
  // string in the scope of the class.
  types::TypePtr ofField(PyRef object, const syntax::Expr& at);

  SourceRange rangeOf(const syntax::Expr& expr) const { return {&file_, expr.span}; }

 private:
  // annotation_reader.cpp: TorchScript's type language
  types::TypePtr readExpr(const syntax::Expr& expr);
  types::TypePtr readSubscript(const syntax::Subscript& subscript);
  types::TypePtr readString(const syntax::Constant& text);
  // Returns the type of a module class's instances; null when the object is not a module class or
  // has no instance yet.
  types::TypePtr ofModules(const PyObject& object);
  types::TypePtr readName(const syntax::Expr& expr, std::string_view name);
  std::vector<types::TypePtr> readAll(const std::vector<const syntax::Expr*>& arguments);
  std::vector<const syntax::Expr*> arguments(const syntax::Subscript& subscript) const;
  // Returns the generic type with these arguments; Unknown when an argument is Unknown. Throws for
  // a Dict with an invalid key; `at` is the range of the key.
  types::TypePtr construct(Generic generic, std::vector<types::TypePtr> arguments,
                           const syntax::Expr& at);

  // annotation_objects.cpp: annotations as Python objects
  // Returns null when Python's evaluation of the text fails.
  PyRef object(const syntax::Expr& expr);
  PyRef objectNamed(std::string_view name);
  types::TypePtr fromExternal(const PyObject& object, const syntax::Expr& at);
  types::TypePtr fromAlias(const PyObject& alias, const syntax::Expr& at);
  types::TypePtr fromUnion(const PyObject& alias, const syntax::Expr& at);

  // annotation_errors.cpp
  [[noreturn]] void unknownName(const syntax::Expr& at, std::string_view name);
  [[noreturn]] void unknownConstructor(const syntax::Subscript& at, std::string_view name);
  [[noreturn]] void unsupported(const syntax::Expr& at);
  [[noreturn]] void unresolvable(const syntax::Expr& at, const PyObject& part);
  [[noreturn]] void bare(const syntax::Expr& at, std::string_view container);
  [[noreturn]] void wrongCount(const syntax::Subscript& at, std::string_view name, size_t wanted,
                               size_t count);
  std::string describe(const PyObject& object) const;
  // Returns how the scope can refer to a name of typing. Adds an import to `edits` when the name is
  // not imported.
  std::string typingName(std::string_view name, std::vector<diag::Edit>& edits);
  std::string unionText(const std::vector<const syntax::Expr*>& members,
                        std::vector<diag::Edit>& edits);

  PyEnvironment& environment_;
  ClassTypes& classes_;
  const PyScope& scope_;
  const SourceFile& file_;
  Arena arena_;                                   // trees parsed from string annotations
  std::vector<SourceFilePtr> forwardReferences_;  // the texts of those trees
  int depth_ = 0;
};

// Adds the members of `A | B | C`; any other expression itself.
void flattenPipe(const syntax::Expr& expr, std::vector<const syntax::Expr*>& members);
// Returns the type of a built-in name such as "int" or "Tensor"; null for other names.
types::TypePtr basicTypeNamed(std::string_view name);

}  // namespace ts::compiler
