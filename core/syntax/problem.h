// Errors found by the lexer and the parser, before they are sorted and reported to the sink.
#pragma once

#include <string>
#include <vector>

#include "core/diag/rules.h"
#include "core/source/source_file.h"

namespace ts::syntax {

struct Problem {
  diag::Rule rule;
  Span span;
  std::string message;
  // A secondary label; unused if the text is empty.
  Span labelSpan;
  std::string label;
  // A fix; unused if the title is empty.
  std::string fixTitle;
  Span fixSpan;
  std::string fixText;
};

using Problems = std::vector<Problem>;

}  // namespace ts::syntax
