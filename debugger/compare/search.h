// Searches for inputs on which engines diverge.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "debugger/compare/comparison.h"

namespace ts::debugger {

struct SearchResult {
  std::optional<std::string> inputs;  // the simplest inputs found, as Python source
  uint32_t tries = 0;
  size_t paths = 0;   // different paths through the code that the tries took
  std::string error;  // why the search could not start; else empty
};

// Changes the request's inputs: shapes, dtypes, values, numbers, strings, containers. Tries single
// changes first, simple ones before others. Then combines changes of inputs that took a new path
// through the code. Inputs found are simplified as long as the engines still diverge at the same
// place. Deterministic. progress: called before each try; may be null.
SearchResult search(const Request& request, const std::vector<EngineKind>& kinds, uint32_t tries,
                    const std::function<void(const SearchResult&)>& progress);

}  // namespace ts::debugger
