// Source text as it is shown.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace ts::ide
