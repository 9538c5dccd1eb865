// Selection ranges: a name, the expression around it, the statement, the body, the file.
#pragma once

#include <vector>

#include "core/ide/document.h"

namespace ts::ide {

// Returns the spans around an offset, from the innermost one to the whole file.
std::vector<Span> selectionRanges(const Document& document, uint32_t offset);

}  // namespace ts::ide
