// Looks for inputs on which engines part.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "debugger/compare/comparison.h"

namespace ts::debugger {

struct SearchResult {
  std::optional<std::string> inputs;  // the simplest that were found, as Python source
  int tries = 0;
  size_t ways = 0;      // different ways through the code that were seen
  std::string trouble;  // why nothing could be tried
};

// Changes the request's inputs: shapes, dtypes, values, numbers, texts, containers. First one
// change at a time, simple ones first, then several on top of inputs that went a way through the
// code that was new. What is found is made simpler as long as engines still part at the same place.
// The same request gives the same result. progress: told now and then; may be null.
SearchResult search(const Request& request, const std::vector<EngineKind>& kinds, int tries,
                    const std::function<void(const SearchResult&)>& progress);

}  // namespace ts::debugger
