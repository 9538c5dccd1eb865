// Reads types as PyTorch prints them in graphs and schemas: the other direction of Type::str().
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/types/type.h"

namespace ts::types {

// Types nested deeper than this are an error, unless the options say otherwise.
inline constexpr int kMaxTypeDepth = 64;

struct ParseTypeOptions {
  // Gives the named type that a text mentions: Class for "__torch__.a.B", Enum for
  // "Enum<__torch__.Color>", Interface for "InterfaceType<Name>", Function for "Function", which
  // doesn't say which. Null, or no resolver: an error.
  std::function<TypePtr(TypeKind kind, std::string_view name)> resolve;
  // Where "NamedTuple(a : int)" is made; the text doesn't tell its name, so it is called
  // "__torch__.NamedTuple", which reads back where only the name is printed. Null: an error.
  TypeTable* table = nullptr;
  // Whether "Float(2, 3)" and "Tensor(requires_grad=0)" are tensors with info. Off in schemas,
  // where the parenthesis behind a type holds an alias annotation.
  bool tensorInfo = true;
  // Whether names are understood as schemas mean them: ScalarType, Layout and MemoryFormat as int,
  // any small word as a variable. Off in graphs, where they are types of their own and "itn" is
  // none.
  bool schemaNames = true;
  // How deep types may be nested; each "[]" or "?" counts as well, as printing recurses over it.
  int maxDepth = kMaxTypeDepth;
};

// The type that `text` starts with; moves `text` past it. Null and the reason in `error` when there
// is none; then `text` starts where it went wrong. Spaces and line ends before the type are
// skipped, none after it. Names that only schemas have read as what values of them are: SymInt as
// int, Dimname as str.
TypePtr parseTypePrefix(std::string_view& text, const ParseTypeOptions& options = {},
                        std::string* error = nullptr);
// The same, but stops before the suffixes "[]" and "?", which a schema mixes with annotations.
TypePtr parseBaseType(std::string_view& text, const ParseTypeOptions& options = {},
                      std::string* error = nullptr);
// A text that is one type and nothing else.
TypePtr parseType(std::string_view text, const ParseTypeOptions& options = {},
                  std::string* error = nullptr);

}  // namespace ts::types
