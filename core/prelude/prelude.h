// Finds the library modules that are written in Python and embedded in the programs.
#pragma once

#include <optional>
#include <string_view>

namespace ts::prelude {

struct Source {
  std::string_view text;
  bool isPackage;
};
// Returns the source of a module by its dotted name ("torch.nn.functional", "enum"); nullopt when
// the prelude doesn't have it in the current profile of PyTorch.
std::optional<Source> find(std::string_view dottedName);

}  // namespace ts::prelude
