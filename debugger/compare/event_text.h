// Events as lines of text.
#pragma once

#include <string>

#include "debugger/compare/event.h"

namespace ts::debugger {

// "model.py:7:9  aten::add(tensor(1.), 2) -> tensor(3.)"
std::string textOf(const Event& event);
// What stands there: its first line, and not more than fits into a sentence.
std::string excerptOf(const Site& site);
std::string_view nameOf(DecisionKind decided);  // "item"

}  // namespace ts::debugger
