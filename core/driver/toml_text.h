// A check of TOML texts before toml++ reads them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace ts::driver {

// A key `a.b.c` nests tables, which toml++ destroys recursively. It limits only nested values.
inline constexpr size_t kMaxKeyParts = 32;

struct TomlFault {
  size_t at;  // offset in the text
  std::string_view reason;
};
// Returns the first fault that toml++ 3.3 does not survive. One is a key with too many parts. The
// other one is a character beyond ASCII where the library takes it for a part of a number or a key:
// its tables of characters have undefined behaviour for some of them. They are therefore permitted
// only in comments and in strings that begin where TOML permits it. Other faults are left to the
// library.
std::optional<TomlFault> findTomlFault(std::string_view text);

}  // namespace ts::driver
