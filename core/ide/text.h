// Source text as it is shown.
#pragma once

#include <string>
#include <string_view>

#include "core/base/utf8.h"

namespace ts::ide {

// Every run of white space as one blank.
inline std::string oneLine(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : c;
  }
  return out;
}

// In one line, of at most that many bytes and "..." where there were more.
inline std::string shortened(std::string_view text, size_t most) {
  std::string line = oneLine(text);
  if (line.size() <= most) return line;
  return line.substr(0, characterStart(line, most)) + "...";
}

}  // namespace ts::ide
