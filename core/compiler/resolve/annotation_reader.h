// One annotation in one scope, read in the two ways in which PyTorch reads it: as the Python object
// that its text stands for (torch/jit/annotations.py), and failing that as an expression of its own
// small language of types (script_type_parser.cpp). Only annotation_*.cpp and signature.cpp include
// this.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/compiler/resolve/annotations.h"
#include "core/compiler/compile_error.h"

namespace ts::compiler {

class AnnotationReader {
 public:
  AnnotationReader(PyEnvironment& environment, ClassTypes& classes, const PyScope& scope,
                   const SourceFile& file)
      : environment_(environment), classes_(classes), scope_(scope), file_(file) {}

  // All of these throw CompileError. The type of an annotation, or of a type in a comment:
  types::TypePtr read(const syntax::Expr& annotation, bool inComment = false);
  // Fails for a name that isn't defined: Python evaluates the annotations of a def when it runs it.
  void requireDefined(const syntax::Expr& annotation);
  // int[2] of BroadcastingList2[int], _size_2_t, Optional[BroadcastingList2[int]].
  using Broadcast = std::pair<types::TypePtr, int>;
  std::optional<Broadcast> readBroadcast(const syntax::Expr& annotation);
  // The type of an object that Python made of an annotation; null when it has none.
  types::TypePtr fromPython(PyRef object, const syntax::Expr& at);
  types::TypePtr ofClass(const PyClass& cls, const syntax::Expr& at);
  // The type of an annotation that Python has evaluated: of ignored functions and named tuples.
  types::TypePtr readEvaluated(const syntax::Expr& annotation);

  SourceRange rangeOf(const syntax::Expr& expr) const { return {&file_, expr.span}; }

 private:
  // annotation_reader.cpp: the language of types
  types::TypePtr readExpr(const syntax::Expr& expr);
  types::TypePtr readSubscript(const syntax::Subscript& subscript);
  types::TypePtr readString(const syntax::Constant& text);
  // The type that instances of a class of modules have; null: there are none, or it is no such
  // class.
  types::TypePtr ofModules(const PyObject& object);
  types::TypePtr readName(const syntax::Expr& expr, std::string_view name);
  std::vector<types::TypePtr> readAll(const std::vector<const syntax::Expr*>& arguments);
  std::vector<const syntax::Expr*> arguments(const syntax::Subscript& subscript) const;
  types::TypePtr dict(types::TypePtr key, types::TypePtr value, const syntax::Expr& at);

  // annotation_objects.cpp: Python objects
  // Null: Python's evaluation of the text fails.
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
                               size_t found);
  std::string describe(const PyObject& object) const;
  // How the scope can write a name of typing, with the edit that imports it where there is none.
  std::string typingName(std::string_view name, std::vector<diag::Edit>& edits);
  std::string unionText(const std::vector<const syntax::Expr*>& members,
                        std::vector<diag::Edit>& edits);

  PyEnvironment& environment_;
  ClassTypes& classes_;
  const PyScope& scope_;
  const SourceFile& file_;
  Arena arena_;  // trees of strings
  int depth_ = 0;
};

// "int", "Tensor" and other names that are types wherever they are written; null for others.
types::TypePtr basicTypeNamed(std::string_view name);

}  // namespace ts::compiler
