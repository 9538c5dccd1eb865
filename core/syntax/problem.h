// What the lexer and the parser found wrong, before it is put into order and handed to the sink.
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
  // A second place that matters; no label when the text is empty.
  Span labelSpan;
  std::string label;
  // A replacement that mends it; none when the title is empty.
  std::string fixTitle;
  Span fixSpan;
  std::string fixText;
};

using Problems = std::vector<Problem>;

}  // namespace ts::syntax
