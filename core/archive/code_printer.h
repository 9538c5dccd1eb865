// Prints functions as TorchScript source, in the format of PyTorch's `.code` and of archives.
#pragma once

#include <string>
#include <vector>

#include "core/ir/ir.h"

namespace ts::archive {

// The original source position of a line of printed code. `offset` is that of the line's first
// non-space character.
struct CodePlace {
  size_t offset = 0;
  SourceRange place;
};

struct CodeOptions {
  bool isMethod = false;  // the first parameter is self and is printed without its type
  // Receives constants without a source form (tensors, strings beyond ASCII), which the text calls
  // CONSTANTS.c0 and so on. Without a table the numbering is the same and the values are dropped.
  std::vector<types::Constant>* constants = nullptr;
  std::vector<CodePlace>* places = nullptr;  // receives the positions of all lines
};

// Prints the whole definition, from "def" to the last line break. Any valid graph has a text, but
// only graphs from the compiler compile again. A function without a graph prints as an empty text.
std::string printCode(const ir::Function& function, const CodeOptions& options = {});

}  // namespace ts::archive
