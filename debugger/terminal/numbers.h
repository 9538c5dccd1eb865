// Words and numbers of a command's arguments.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace ts::terminal {

// Nothing for a text that is not a number from 0 to 2,000,000,000.
inline std::optional<uint32_t> numberIn(std::string_view text) {
  constexpr uint32_t kMost = 2'000'000'000;
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > kMost) return {};
  return number;
}

inline std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(std::move(word));
  return words;
}

}  // namespace ts::terminal
