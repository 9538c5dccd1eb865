// Widening a selection step by step: a name, the expression around it, the statement, the body, the
// file.
#pragma once

#include <vector>

#include "core/ide/document.h"

namespace ts::ide {

// The spans around an offset, the smallest first, each within the next; the last is the file.
std::vector<Span> selectionRanges(const Document& document, uint32_t offset);

}  // namespace ts::ide
