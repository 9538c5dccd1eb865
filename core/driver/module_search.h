// Finds the source files of imported modules, with the same rules as Python's import system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/source/file_system.h"

namespace ts::driver {

// Returns the path as an absolute path without . and .. in it; empty without a current folder.
std::string absolutePath(const std::string& path);

struct ModulePlace {
  std::string path;  // empty: no such module
  bool isPackage = false;
  bool isNamespace = false;  // a folder without __init__.py; `path` is the folder

  explicit operator bool() const { return !path.empty(); }
};

// Returns the file of a dotted module name: NAME/__init__.py or NAME.py in the first path that has
// one of them; else the first folder of that name, which is a namespace package.
ModulePlace findModule(const FileSystem& files, const std::vector<std::string>& paths,
                       std::string_view dottedName);

// The name under which a file is imported: its packages (the folders above it that contain an
// __init__.py) and its own name. `top` is the folder that the name is relative to.
struct ModuleName {
  std::string dotted;
  std::string top;
  bool isPackage = false;  // the file is an __init__.py
};
ModuleName moduleNameOf(const FileSystem& files, const std::string& path);

// Returns the folder of the project that the folder `top` belongs to: the nearest at or above it
// that contains pyproject.toml, setup.py, setup.cfg, jitscope.toml or .git. Empty when there is
// none within 8 levels.
std::string projectFolder(const FileSystem& files, const std::string& top);

// Returns the folders above `top` from which the code of a project imports: each folder up to the
// project's own, and its folder `src`. Without a project the result has only the `src` beside or in
// `top`.
std::vector<std::string> projectPaths(const FileSystem& files, const std::string& top);

// Returns the folder of a file, or the folder itself, and all folders above it, as absolute paths.
std::vector<std::string> foldersAbove(const FileSystem& files, const std::string& path);

// Returns the folders .venv in and above the path `project`, nearest first.
std::vector<std::string> environmentsAbove(const FileSystem& files, const std::string& project);

// Returns the existing folders with installed packages, for a project that contains the path
// `project`: PYTHONPATH, the environment of the `interpreter` (PREFIX/bin/python) unless it is
// empty, the active environment (VIRTUAL_ENV, CONDA_PREFIX), a folder .venv in or above the
// project, Debian's dist-packages; and the folders of packages that are installed there in editable
// mode (`.pth` files, `direct_url.json`).
std::vector<std::string> installedPaths(const FileSystem& files, const std::string& project,
                                        const std::string& interpreter = {});

}  // namespace ts::driver
