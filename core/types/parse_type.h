// Parses types as PyTorch prints them in graphs and schemas: the inverse of Type::str().
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/types/type.h"

namespace ts::types {

// Default limit for the nesting of types; deeper types are an error.
inline constexpr int kMaxTypeDepth = 64;

struct ParseTypeOptions {
  // Returns the named type that a text mentions, or null, which is an error:
  //
  // - Class for "__torch__.a.B"
  // - Enum for "Enum<__torch__.Color>"
  // - Interface for "InterfaceType<Name>"
  // - Function for "Function", which has no name in the text
  //
  // Without a resolver, every named type is an error.
  std::function<TypePtr(TypeKind kind, std::string_view name)> resolve;
  // The table in which "NamedTuple(a : int)" is created. The text does not contain the tuple's
  // name, so the type is named "__torch__.NamedTuple". Null: named tuples are an error.
  TypeTable* table = nullptr;
  // true: "Float(2, 3)" and "Tensor(requires_grad=0)" are tensors with info. Schemas set false: a
  // parenthesis after a type contains an alias annotation there.
  bool tensorInfo = true;
  // true: names have their meaning in schemas. ScalarType, Layout and MemoryFormat are int, and any
  // other lower-case word is a variable. Graphs set false: these names are distinct types there,
  // and an unknown word such as "itn" is an error.
  bool schemaNames = true;
  // Limit for the nesting of types. Each "[]" or "?" counts too, because printing recurses over it.
  int maxDepth = kMaxTypeDepth;
};

// Parses the type at the start of `text` and moves `text` past it. Skips spaces and line ends
// before the type, but none after it. On failure returns null, sets `error`, and `text` starts at
// the faulty position. Names used only in schemas become the type of their values: SymInt is int,
// Dimname is str.
TypePtr parseTypePrefix(std::string_view& text, const ParseTypeOptions& options = {},
                        std::string* error = nullptr);
// Like parseTypePrefix, but stops before "[]" and "?", which schemas mix with alias annotations.
TypePtr parseBaseType(std::string_view& text, const ParseTypeOptions& options = {},
                      std::string* error = nullptr);
// Parses a text that contains exactly one type; null and `error` otherwise.
TypePtr parseType(std::string_view text, const ParseTypeOptions& options = {},
                  std::string* error = nullptr);

}  // namespace ts::types
