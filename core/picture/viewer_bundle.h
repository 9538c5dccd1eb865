// The viewer of core/picture/viewer, as the build has bundled it.
#pragma once

#include <string_view>

namespace ts::viz {

std::string_view viewerScript();
std::string_view viewerStyle();
// SHA-256 of the script, in 64 lower-case hexadecimal digits.
std::string_view viewerScriptHash();

}  // namespace ts::viz
