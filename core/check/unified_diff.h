// The difference between two texts as a unified diff, which patch(1) applies.
#pragma once

#include <string>
#include <string_view>

namespace ts::check {

// Returns the hunks with three lines of context below a header with the path; empty for equal
// texts. The hunks are minimal unless the texts differ in thousands of lines.
std::string unifiedDiff(std::string_view path, std::string_view before, std::string_view after);

}  // namespace ts::check
