// The user's settings, for all files or for the files of one folder.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/compiler/roots/roots.h"
#include "core/diag/rules.h"

namespace ts::lsp {

using compiler::Roots;

struct EditorSettings {
  Roots roots = Roots::Auto;
  // The severity of problems of modules that nothing scripts; nothing: they are not checked.
  std::optional<diag::Severity> candidates = diag::Severity::Information;
  // The path of the Python interpreter whose packages are searched; empty: none is named.
  std::string python;
  // Additional folders for imports; relative ones are relative to the workspace folder.
  std::vector<std::string> importPaths;

  friend bool operator==(const EditorSettings&, const EditorSettings&) = default;
};

// A folder of the workspace.
struct Folder {
  std::string path;
  EditorSettings settings;

  friend bool operator==(const Folder&, const Folder&) = default;
};

// True when the files of any folder get the problems of roots in other files, from an index.
inline bool followsRoots(const std::vector<Folder>& folders) {
  return std::ranges::any_of(
      folders, [](const Folder& folder) { return folder.settings.roots == Roots::Auto; });
}

}  // namespace ts::lsp
