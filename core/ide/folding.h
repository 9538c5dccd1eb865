// Parts of a file that an editor may fold away.
#pragma once

#include <vector>

#include "core/ide/document.h"

namespace ts::ide {

enum class FoldKind : uint8_t { Region, Imports, Comment };

// Lines count from 1; a fold shows its first line.
struct Fold {
  uint32_t firstLine;
  uint32_t lastLine;
  FoldKind kind;
};

// Statements with a body, and their parts (else, except); brackets and strings of several lines;
// rows of imports and of comments. By first line.
std::vector<Fold> folds(const Document& document);

}  // namespace ts::ide
