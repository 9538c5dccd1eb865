// The library modules that are written in Python and built into the programs.
#pragma once

#include <optional>
#include <string_view>

namespace ts::prelude {

struct Source {
  std::string_view text;
  bool isPackage;
};
// By dotted name: "torch.nn.functional", "enum".
std::optional<Source> find(std::string_view dottedName);

}  // namespace ts::prelude
