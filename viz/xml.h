// Text for XML files.
#pragma once

#include <string>
#include <string_view>

namespace ts::viz {

// Escaped for content and attributes. What XML can't hold at all (controls, broken UTF-8) becomes
// U+FFFD, so that the document is well formed whatever went in.
std::string xmlText(std::string_view text);

}  // namespace ts::viz
