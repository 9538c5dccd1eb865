// A comparison as text for people and as JSON for programs.
#pragma once

#include <optional>
#include <string>

#include "debugger/compare/comparison.h"

namespace ts::debugger {

// What a search has found out.
struct Searched {
  int tries = 0;
  bool isFound = false;  // the comparison is one on found inputs
};

std::string reportText(const Comparison& comparison, const std::optional<Searched>& searched);
// One object and an end of line. docs/compare.md describes it.
std::string reportJson(const Comparison& comparison, const std::optional<Searched>& searched);

// The place with its line and a row of carets below; empty for none. color: for terminals.
std::string excerptText(const Site& site);

}  // namespace ts::debugger
