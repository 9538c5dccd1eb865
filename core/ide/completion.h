// Completion: the names, keywords and snippets that can be inserted at an offset.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/driver/workspace.h"
#include "core/ide/resolver.h"

namespace ts::ide {

enum class CompletionKind : uint8_t {
  Variable,
  Parameter,
  Function,
  Method,
  Class,
  Module,
  Attribute,
  Property,
  Keyword,
  Snippet,
  Type
};

struct Completion {
  std::string label;
  CompletionKind kind;
  std::string detail;  // a signature "(x: int) -> int" or a type, on one line; may be empty
  std::string insert;  // the inserted text; empty: the label. A snippet has ${1:name} placeholders
  uint8_t rank = 5;    // smaller comes first
  bool isSnippet = false;
  std::vector<diag::Edit> edits;  // made with it: the import of the name
};

struct Completions {
  std::vector<Completion> items;
  Span replaced;  // the name that is already typed
};

// Returns Markdown about the completion with that label. `begin` is the start of the name. Empty
// when nothing is known.
std::string documentationOf(Resolver& resolver, const DocumentPtr& document, uint32_t begin,
                            std::string_view label);

// result: facts for the types of values, possibly of an older text; may be null.
Completions completions(Resolver& resolver, const DocumentPtr& document,
                        const driver::FileResult* result, uint32_t offset);

}  // namespace ts::ide
