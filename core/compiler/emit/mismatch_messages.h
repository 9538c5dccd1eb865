// Messages about calls whose arguments fit no overload, in terms of the user's expressions.
#pragma once

#include <string>

#include "core/compiler/emit/schema_matching.h"

namespace ts::compiler {

// Why an overload does not fit, and how far matching got. The message explains the overload that
// matched furthest.
struct Mismatch {
  enum class Kind : uint8_t { Type, Missing, TooMany, UnknownKeyword, TwiceGiven };
  Kind kind = Kind::Missing;
  const ops::FunctionSchema* schema = nullptr;
  const ops::Argument* formal = nullptr;
  ir::TypePtr wanted = nullptr;  // the formal's type, with the variables that are bound so far
  SourceRange at;
  ir::TypePtr actual = nullptr;  // type of the argument
  std::string keyword;
  std::string why;
  size_t matched = 0;   // number of arguments that matched
  size_t expected = 0;  // for TooMany: numbers of arguments
  size_t passed = 0;
  bool isUndefined = false;  // Missing: the default is None, which is not a Tensor
};

// The name of an operator in messages: "torch.relu".
std::string shownName(Symbol name);

// Ranks mismatches: by arity first, then by the number of matched arguments.
int closeness(const Mismatch& mismatch);

// The error for a call at `at`. self: the object of a method call, else null. overloads: the number
// of schemas that were tried.
CompileError explain(const Mismatch& mismatch, SourceRange at, const CalleeName& name,
                     size_t overloads, const CallArguments& arguments, const NamedValue* self);

}  // namespace ts::compiler
