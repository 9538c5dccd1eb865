#include "core/archive/code_names.h"

#include "core/base/ascii.h"

namespace ts::archive {

namespace {

bool isNameByte(char c) { return isAsciiLetter(c) || c == '_' || isAsciiDigit(c); }

// Python's keywords, and names with a special meaning in printed code.
const std::unordered_set<std::string_view>& reserved() {
  static const auto* names = new std::unordered_set<std::string_view>{"_",
                                                                      "aten",
                                                                      "attribute",
                                                                      "CONSTANTS",
                                                                      "fork",
                                                                      "getattr",
                                                                      "inf",
                                                                      "nan",
                                                                      "infj",
                                                                      "nanj",
                                                                      "ops",
                                                                      "__torch__",
                                                                      "and",
                                                                      "as",
                                                                      "assert",
                                                                      "async",
                                                                      "await",
                                                                      "break",
                                                                      "class",
                                                                      "continue",
                                                                      "def",
                                                                      "del",
                                                                      "elif",
                                                                      "else",
                                                                      "except",
                                                                      "False",
                                                                      "finally",
                                                                      "for",
                                                                      "from",
                                                                      "global",
                                                                      "if",
                                                                      "import",
                                                                      "in",
                                                                      "is",
                                                                      "lambda",
                                                                      "None",
                                                                      "nonlocal",
                                                                      "not",
                                                                      "or",
                                                                      "pass",
                                                                      "raise",
                                                                      "return",
                                                                      "True",
                                                                      "try",
                                                                      "with",
                                                                      "while",
                                                                      "yield",
                                                                      "uninitialized",
                                                                      "unchecked_cast"};
  return *names;
}

}  // namespace

bool isIdentifier(std::string_view name) {
  if (name.empty() || isAsciiDigit(name[0])) return false;
  for (char c : name) {
    if (!isNameByte(c)) return false;
  }
  return true;
}

std::string asIdentifier(std::string_view name) {
  std::string result;
  if (name.empty() || isAsciiDigit(name[0])) result += '_';
  for (char c : name) result += isNameByte(c) ? c : '_';
  return result;
}

std::string NameTable::take(const std::string& wanted) {
  std::string name = wanted;
  // The counter belongs to the name that is taken, so x0, x00 and x1 appear as in PyTorch.
  while (used_.contains(name) || reserved().contains(name)) {
    name = wanted + std::to_string(nextNumber_[name]++);
  }
  used_.insert(name);
  return name;
}

}  // namespace ts::archive
