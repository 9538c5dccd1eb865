// Identifiers of printed code.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace ts::archive {

// ASCII letters, digits and _, not starting with a digit.
bool isIdentifier(std::string_view name);
// The name with an underscore for each byte that may not be in one.
std::string asIdentifier(std::string_view name);

// Hands out names that no one else in a function has.
class NameTable {
 public:
  // The name itself if it is free, else the name and the first number that is.
  std::string take(const std::string& wanted);

 private:
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, size_t> nextNumber_;
};

}  // namespace ts::archive
