// What a pass that can refuse a program answers.
#pragma once

#include <string>

#include "core/source/source_file.h"

namespace ts::passes {

struct PassError {
  std::string message;
  SourceRange range;
};

}  // namespace ts::passes
