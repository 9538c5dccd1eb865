// Prints an event as one line of text.
#pragma once

#include <string>

#include "debugger/compare/event.h"

namespace ts::debugger {

// "model.py:7:9  aten::add(tensor(1.), 2) -> tensor(3.)"
std::string textOf(const Event& event);
// The source at the place: its first line, at most 60 bytes.
std::string excerptOf(const Site& site);
std::string_view nameOf(DecisionKind decisionKind);  // "item"

}  // namespace ts::debugger
