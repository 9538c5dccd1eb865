// What can be set by the user, for all files or for those of one folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ts::lsp {

// What is a root of compilation, as for `tscheck --roots`.
enum class Roots : uint8_t { Explicit, All };

struct Settings {
  Roots roots = Roots::Explicit;
  // Folders in which imports are looked for as well; relative ones are relative to the folder of
  // the workspace.
  std::vector<std::string> importPaths;

  friend bool operator==(const Settings&, const Settings&) = default;
};

// A folder of the workspace.
struct Folder {
  std::string path;
  Settings settings;

  friend bool operator==(const Folder&, const Folder&) = default;
};

}  // namespace ts::lsp
