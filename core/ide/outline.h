// The definitions of a file as a tree: classes, functions, variables of modules and classes,
// attributes of instances.
#pragma once

#include <string>
#include <vector>

#include "core/ide/document.h"

namespace ts::ide {

// The limits keep an outline small for any file: some megabytes instead of a multiple of the text.
inline constexpr size_t kMaxOutlineItems = 10'000;  // of the whole tree; further ones are left out
inline constexpr size_t kMaxOutlineText = 1'000;    // bytes of a name or a detail; the rest is cut

struct OutlineItem {
  std::string name;
  std::string detail;  // "(x: Tensor) -> Tensor" of a function; the annotation of a variable
  name_index::SymbolKind kind;
  name_index::SymbolId symbol;
  Span range;      // the whole definition
  Span selection;  // the name
  std::vector<OutlineItem> children;
};

// Takes the items in the order of their first binding, up to the limits.
std::vector<OutlineItem> outline(const Document& document);

// Returns the parameters and the result on one line: "(x: Tensor, n: int = 2) -> Tensor".
std::string signatureText(const SourceFile& file, const syntax::FunctionDef& function,
                          bool withoutFirst = false);

}  // namespace ts::ide
