// The Python files that paths on a command line stand for.
#pragma once

#include <string>
#include <vector>

#include "core/source/file_system.h"

namespace ts::driver {

struct Discovered {
  std::vector<std::string> files;    // each once: in the order of the paths, folders by name
  std::vector<std::string> missing;  // paths that are neither file nor folder
};

// Files are taken as they are, whatever their name. Folders give their *.py files at any depth, but
// not from hidden folders, build, node_modules, __pycache__, virtual environments (a pyvenv.cfg
// lies in them) or behind links to folders. A path that itself names such a folder is entered.
Discovered discover(const FileSystem& files, const std::vector<std::string>& paths);

}  // namespace ts::driver
