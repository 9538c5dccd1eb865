// Folding ranges of a file.
#pragma once

#include <vector>

#include "core/ide/document.h"

namespace ts::ide {

enum class FoldKind : uint8_t { Region, Imports, Comment };

// Lines count from 1. A closed fold shows its first line.
struct Fold {
  uint32_t firstLine;
  uint32_t lastLine;
  FoldKind kind;
};

// Returns folds for statements with a body and their parts (else, except), for brackets and strings
// over several lines, and for consecutive imports and comments. Sorted by first line.
std::vector<Fold> folds(const Document& document);

}  // namespace ts::ide
