// The base of exceptions for a limit that was reached: bad or hostile input, not a defect.
#pragma once

#include <stdexcept>

namespace ts {

// Its message names the limit. Programs print it as it is.
struct LimitError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace ts
