// Text in HTML.
#pragma once

#include <string>
#include <string_view>

namespace ts::debugger {

// The text as content of an element, or of an attribute in double quotes.
std::string escapedHtml(std::string_view text);

}  // namespace ts::debugger
