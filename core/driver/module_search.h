// Finds the sources of imported modules, as Python's own search would on the same paths.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/source/file_system.h"

namespace ts::driver {

struct ModulePlace {
  std::string path;  // empty: there is no such module
  bool isPackage = false;

  explicit operator bool() const { return !path.empty(); }
};

// The file of a dotted module name: NAME/__init__.py or NAME.py under the first path that has one.
ModulePlace findModule(const FileSystem& files, const std::vector<std::string>& paths,
                       std::string_view dottedName);

// How a file is called when it is imported: its packages, which are the folders above it that hold
// an __init__.py, and its own name. `top` is the folder that the name is relative to.
struct ModuleName {
  std::string dotted;
  std::string top;
  bool isPackage = false;  // the file is an __init__.py
};
ModuleName moduleNameOf(const FileSystem& files, const std::string& path);

// Where installed packages are: PYTHONPATH, the active virtual environment, Debian's folder; only
// those that exist.
std::vector<std::string> installedPaths(const FileSystem& files);

}  // namespace ts::driver
