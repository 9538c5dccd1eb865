// Tables of the words that settings and options accept.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace ts {

template <typename T>
struct Word {
  std::string_view text;
  T value;
};

// Returns a pointer to the value of the word `text`; null when the table has no such word.
template <typename T>
const T* findWord(std::span<const Word<T>> words, std::string_view text) {
  const auto row = std::ranges::find(words, text, &Word<T>::text);
  return row == words.end() ? nullptr : &row->value;
}

}  // namespace ts
