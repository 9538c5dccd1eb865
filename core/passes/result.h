// The error of a pass that can reject a program.
#pragma once

#include <string>

#include "core/diag/rules.h"
#include "core/source/source_file.h"

namespace ts::passes {

struct PassError {
  std::string message;
  SourceRange range;
  diag::Rule rule = diag::Rule::TypeChangesInBlock;  // the rule reported when the program is the
                                                     // user's own source
};

}  // namespace ts::passes
