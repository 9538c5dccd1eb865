// Escapes text for XML.
#pragma once

#include <string>
#include <string_view>

namespace ts::viz {

// Escapes text for content and attributes. Characters that XML forbids (controls, broken UTF-8)
// become U+FFFD, so that the document is always well formed.
std::string xmlText(std::string_view text);

}  // namespace ts::viz
