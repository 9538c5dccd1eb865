// Recognises, by their paths, files that users do not edit.
#pragma once

#include <string_view>

namespace ts {

// True for the embedded sources of PyTorch and Python, such as <torch.nn.modules.linear>.
inline bool isEmbedded(std::string_view path) { return path.starts_with('<'); }

// True for a file of an installed package.
inline bool isInstalled(std::string_view path) {
  return path.find("/dist-packages/") != path.npos || path.find("/site-packages/") != path.npos;
}

inline bool isLibrary(std::string_view path) { return isEmbedded(path) || isInstalled(path); }

}  // namespace ts
