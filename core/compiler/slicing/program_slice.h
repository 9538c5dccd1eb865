// Backward slices: the statements of a program that decide what some calls receive.
//
// A slice is a tree that the evaluator runs in place of the file's own tree. In it, a function that
// contains one of the calls has only the statements that the arguments of the call depend on:
// bindings of the names used, assignments to their attributes and items, method calls on them,
// calls that receive them, and the control flow around. The conditions around the call itself are
// gone, because the call is taken to be reached. Guards stay: conditions that test the argument of
// the call or a variable of a loop around it, such as `if isinstance(m, Encoder)`. A guard that is
// Unknown lets the call be reached. A statement that raises leaves its names Unknown.
#pragma once

#include <string>
#include <vector>

#include "core/syntax/ast.h"

namespace ts::compiler {

// Names that a slice uses and that its evaluation must define as builtins.
inline constexpr const char* kSliceUnknown = "__jitscope_unknown__";  // an Unknown value
// Called with the exception that ended a statement.
inline constexpr const char* kSliceFailed = "__jitscope_failed__";
// Called with the value of each variable of the slice right after it was bound.
inline constexpr const char* kSliceBound = "__jitscope_bound__";
// Calls a nested function with Unknown arguments.
inline constexpr const char* kSliceCall = "__jitscope_call__";
// Takes the place of `model.to_torchscript`: called with the model.
inline constexpr const char* kSliceScript = "__jitscope_script__";

// Called with the value of a guard: whether it may be true, and whether it may be false. Both
// return a bool.
inline constexpr const char* kSliceMay = "__jitscope_may__";
inline constexpr const char* kSliceMayNot = "__jitscope_may_not__";

// A binding of a variable in a slice: where it is, and the variables that its value is a part of.
struct SliceBinding {
  std::string name;
  Span at;  // of the statement or parameter
  bool isParameter = false;
  std::vector<std::string> uses;
};

struct Slice {
  syntax::ModulePtr tree;
  std::vector<SliceBinding> bindings;  // in the order of the text
  std::vector<SliceBinding> calls;     // without a name: the variables that each call receives
};

// Slices a file for the calls at these spans. Functions and classes without such a call stay as
// they are, and so do simple statements at module level.
Slice sliceFor(const syntax::ModulePtr& tree, const std::vector<Span>& calls);

}  // namespace ts::compiler
