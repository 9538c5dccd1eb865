// Functions as TorchScript source: what PyTorch's `.code` prints and what an archive holds.
#pragma once

#include <string>
#include <vector>

#include "core/ir/ir.h"

namespace ts::archive {

// A line of printed code, by the offset of its first character that is no space, and the place that
// it comes from.
struct CodePlace {
  size_t offset = 0;
  SourceRange place;
};

struct CodeOptions {
  bool isMethod = false;  // the first parameter is self and goes without its type
  // What can't be written as source (tensors, strings beyond ASCII) goes here and is CONSTANTS.c0
  // and so on in the text. Without a table the numbers are the same and the values are dropped.
  std::vector<types::Constant>* constants = nullptr;
  std::vector<CodePlace>* places = nullptr;  // gets those of all lines
};

// The whole definition, from "def" to the last line end. Any graph that verifies has a text; only
// what compiling leaves behind can be compiled again. A function without a graph prints as nothing.
std::string printCode(const ir::Function& function, const CodeOptions& options = {});

}  // namespace ts::archive
