// Identifiers of printed code.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace ts::archive {

// True for a non-empty sequence of ASCII letters, digits and _ that doesn't start with a digit.
bool isIdentifier(std::string_view name);
// Replaces each byte that is not allowed in an identifier by an underscore, and adds one before a
// leading digit or to an empty name.
std::string asIdentifier(std::string_view name);

// Creates unique names within a function.
class NameTable {
 public:
  // Returns the name itself if it is free, else the name with the first free number.
  std::string take(const std::string& wanted);

 private:
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, size_t> nextNumber_;
};

}  // namespace ts::archive
