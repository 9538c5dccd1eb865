// What can stand at a place.
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
  std::string detail;  // a signature or type, on one line; empty: whoever resolves it finds out
  std::string insert;  // instead of the label; with ${1:place} where it is a snippet
  uint8_t rank = 5;    // smaller comes first
  bool isSnippet = false;
};

struct Completions {
  std::vector<Completion> items;
  Span replaced;  // the part of a name that is there already
};

// Markdown about the completion with that label at the place where its name begins; empty: there is
// nothing to say.
std::string documentationOf(Resolver& resolver, const DocumentPtr& document, uint32_t begin,
                            std::string_view label);

// result: what compiling found out about an earlier text of the same lines, for types of values;
// may be null.
Completions completions(Resolver& resolver, const DocumentPtr& document,
                        const driver::FileResult* result, uint32_t offset);

}  // namespace ts::ide
