// Names that Python's classes and functions have in TorchScript.
#pragma once

#include <string>
#include <string_view>

namespace ts::compiler {

inline constexpr std::string_view kTorchPrefix = "__torch__.";
inline constexpr std::string_view kMainPrefix = "__main__.";

// "__torch__.a.f" of "a.f", "__torch__.f" of the program's own "__main__.f".
inline std::string torchName(std::string_view pythonName) {
  if (pythonName.starts_with(kMainPrefix)) pythonName.remove_prefix(kMainPrefix.size());
  return std::string(kTorchPrefix) + std::string(pythonName);
}

// The way back.
inline std::string pythonName(std::string_view torchName) {
  if (torchName.starts_with(kTorchPrefix)) torchName.remove_prefix(kTorchPrefix.size());
  const bool isMain = torchName.find('.') == torchName.npos;
  return (isMain ? std::string(kMainPrefix) : std::string()) + std::string(torchName);
}

}  // namespace ts::compiler
