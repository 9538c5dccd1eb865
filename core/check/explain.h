// tscheck --explain: the page of a rule, for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace ts::check {

// Writes the page to standard output, or to standard error that there is no such rule. Gives the
// exit status.
int explain(std::string_view code);

// A page without the marks that Markdown puts around code: examples are indented, each under a
// line that says whether it is good or bad.
std::string plainPage(std::string_view markdown);

}  // namespace ts::check
