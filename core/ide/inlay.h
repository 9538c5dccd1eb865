// Inlay hints: the inferred types of variables and parameters without annotation.
#pragma once

#include <string>
#include <vector>

#include "core/driver/workspace.h"
#include "core/ide/document.h"

namespace ts::ide {

struct InlayHint {
  uint32_t offset;
  std::string text;  // ": Tensor"
  std::string tooltip;
  bool isParameter = false;
  bool isInsertable = false;  // inserting the text gives valid Python
};

// Returns the hints within a span, sorted by offset. The result must be of the document's text.
std::vector<InlayHint> inlayHints(const Document& document, const driver::FileResult& result,
                                  Span within);

}  // namespace ts::ide
