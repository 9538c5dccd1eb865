// Text that is safe to print.
#pragma once

#include <string>
#include <string_view>

namespace ts {

// Returns the text with escapes in place of control characters (\x1b), characters that reorder text
// (\u202e) and bytes that are not UTF-8 (\xff). A terminal or a log then does not execute a name
// that comes from a disk. The control characters in `kept` stay, such as "\n" in a message.
std::string printable(std::string_view text, std::string_view kept = {});

}  // namespace ts
