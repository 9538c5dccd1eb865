// Finds the Python files for the paths on a command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/source/file_system.h"

namespace ts::driver {

struct UnreadablePath {
  std::string path;
  std::string reason;  // "permission denied"
};

struct Discovered {
  std::vector<std::string> files;  // without duplicates; in the order of the paths, folders by name
  // Missing paths, folders that cannot be listed, and FIFOs and devices in the place of files.
  std::vector<UnreadablePath> unreadable;
};

// True when a path matches one of the patterns: `*` and `?` match within one name, `**` over
// folders. A pattern without a slash is compared with each name of the path, another one with the
// end of the path.
bool matchesAny(std::string_view path, const std::vector<std::string>& patterns);

// Takes a file whatever its name. Takes the *.py files of a folder at any depth. Skips these
// subfolders: hidden ones, build, node_modules, __pycache__, virtual environments (folders with a
// pyvenv.cfg) and links. A path that itself names such a folder is searched. A link to a file that
// is found too is left out: Python runs a script from the folder of the link's target. Leaves out
// what matches `exclude`, also when a path names it. With a folder `base`, the patterns are
// compared with the paths relative to it. Enters no further folder after `limit` files.
Discovered discover(const FileSystem& files, const std::vector<std::string>& paths,
                    const std::vector<std::string>& exclude = {}, const std::string& base = {},
                    size_t limit = SIZE_MAX);

}  // namespace ts::driver
