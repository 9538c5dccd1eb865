// The files around the paths on a command line: the project whose roots may lead to them.
#pragma once

#include <string>
#include <vector>

#include "core/check/argument_groups.h"
#include "core/driver/workspace_index.h"

namespace ts::check {

// A file that hands something to torch.jit and may lead to a checked file.
struct SurroundingRoot {
  std::string path;
  size_t group;
};

// The folder of the project around a path: the nearest one at or above it with a project file of
// Python or of JitScope, or a repository. Empty when there is none. Spelled like the path.
std::string projectFolderOf(const FileSystem& files, const std::string& path);

// Adds the files of the projects around the checked ones to the index, and returns those whose
// roots may lead to checked files. `folder` is the project of all paths; empty: each path's own.
std::vector<SurroundingRoot> addSurroundings(const FileSystem& files, const std::string& folder,
                                             const std::vector<std::string>& paths,
                                             const ArgumentGroups& groups,
                                             const GroupedFiles& checked,
                                             driver::WorkspaceIndex& index);

}  // namespace ts::check
