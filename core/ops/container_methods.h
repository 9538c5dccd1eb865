// The methods that scripts call on lists, dicts and strings, by their names in Python.
#pragma once

#include <span>
#include <string_view>

namespace ts::ops {

inline constexpr std::string_view kListMethods[] = {"append", "clear",   "copy",   "count",
                                                    "extend", "index",   "insert", "pop",
                                                    "remove", "reverse", "sort"};
inline constexpr std::string_view kDictMethods[] = {
    "clear", "copy", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"};
inline constexpr std::string_view kStrMethods[] = {
    "capitalize", "center",      "count",     "endswith",  "expandtabs", "find",         "format",
    "index",      "isalnum",     "isalpha",   "isdecimal", "isdigit",    "isidentifier", "islower",
    "isnumeric",  "isprintable", "isspace",   "istitle",   "isupper",    "join",         "ljust",
    "lower",      "lstrip",      "partition", "replace",   "rfind",      "rindex",       "rjust",
    "rpartition", "rsplit",      "rstrip",    "split",     "splitlines", "startswith",   "strip",
    "swapcase",   "title",       "upper",     "zfill"};

struct MethodsOfType {
  std::string_view type;
  std::span<const std::string_view> methods;
};
inline constexpr MethodsOfType kMethodsOfTypes[] = {
    {"List", kListMethods}, {"Dict", kDictMethods}, {"str", kStrMethods}};

// Returns the methods of "List", "Dict" or "str", sorted; none for another type.
inline std::span<const std::string_view> methodsOfType(std::string_view type) {
  for (const MethodsOfType& row : kMethodsOfTypes)
    if (row.type == type) return row.methods;
  return {};
}

}  // namespace ts::ops
