// The environments of the paths on a command line: project file and installed packages.
#pragma once

#include <string>
#include <vector>

#include "core/driver/discover.h"
#include "core/driver/project_file.h"

namespace ts::check {

// The paths of a command line with the same project file and the same folders .venv.
struct ArgumentGroup {
  driver::ProjectFile project;
  std::vector<std::string> installed;  // driver::installedPaths()
};

// The groups, and the group of each path. The first group is that of the first path.
struct ArgumentGroups {
  std::vector<ArgumentGroup> groups;
  std::vector<size_t> groupOf;  // an index for each path
};
// `paths` is not empty. Paths in one folder are looked up once.
ArgumentGroups groupArguments(const FileSystem& files, const std::vector<std::string>& paths);

// A file belongs to the group of the first path that leads to it.
struct GroupedFiles {
  driver::Discovered found;
  std::vector<size_t> groupOf;  // an index for each file
};
// Finds the files of the paths except "-", as driver::discover() does. `exclude` replaces the
// patterns of the projects unless it is empty.
GroupedFiles discoverGroups(const FileSystem& files, const std::vector<std::string>& paths,
                            const ArgumentGroups& groups, const std::vector<std::string>& exclude);

}  // namespace ts::check
