// What a pass that can refuse a program answers.
#pragma once

#include <string>

#include "core/diag/rules.h"
#include "core/source/source_file.h"

namespace ts::passes {

struct PassError {
  std::string message;
  SourceRange range;
  diag::Rule rule =
      diag::Rule::TypeChangesInBlock;  // that the program breaks, where it is one's own text
};

}  // namespace ts::passes
