// Conversion between Python's qualified names and TorchScript's.
#pragma once

#include <string>
#include <string_view>

namespace ts::compiler {

inline constexpr std::string_view kTorchPrefix = "__torch__.";
inline constexpr std::string_view kMainPrefix = "__main__.";

// "__torch__.a.f" for "a.f", "__torch__.f" for "__main__.f" of the program itself.
inline std::string torchName(std::string_view pythonName) {
  if (pythonName.starts_with(kMainPrefix)) pythonName.remove_prefix(kMainPrefix.size());
  return std::string(kTorchPrefix) + std::string(pythonName);
}

// The inverse of torchName().
inline std::string pythonName(std::string_view torchName) {
  if (torchName.starts_with(kTorchPrefix)) torchName.remove_prefix(kTorchPrefix.size());
  const bool isMain = torchName.find('.') == torchName.npos;
  return (isMain ? std::string(kMainPrefix) : std::string()) + std::string(torchName);
}

}  // namespace ts::compiler
