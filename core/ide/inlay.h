// What the text doesn't say and TorchScript knows: types of variables and parameters.
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
  bool isInsertable = false;  // the text can be put there as it is
};

// Of the document, whose text is the one that was compiled; by place.
std::vector<InlayHint> inlayHints(const Document& document, const driver::FileResult& result,
                                  Span within);

}  // namespace ts::ide
