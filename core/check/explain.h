// tscheck --explain: the page of a rule, for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace ts::check {

// Prints the page of the rule with this code, number or name. Returns the exit status; an unknown
// rule is an error message and status 2.
int explain(std::string_view wanted);

// A page without Markdown markup: examples are indented, each under a line "good:" or "bad:".
std::string plainPage(std::string_view markdown);

}  // namespace ts::check
