// The files of a workspace that may hand a definition of one file to torch.jit.
#pragma once

#include <string>

#include "core/driver/root_checker.h"
#include "core/driver/workspace.h"

namespace ts::driver {

struct SearchPlace {
  std::string folder;  // absolute; empty: the files beside the file are searched
  std::string path;    // of the file, spelled as in ranges of the search
};
// folder: the Python files in it are searched; empty: those of the project around the file; without
// a project, those in the folder of the file and of its package.
SearchPlace searchPlaceOf(const FileSystem& files, const std::string& path,
                          const std::string& folder);

// The snapshot with an index of the place's files, unless it has an index.
Snapshot withIndex(const Snapshot& snapshot, const SearchPlace& place);

// Calls `visit` with the objects that files which reach the path hand to torch.jit, until `visit`
// returns true. Returns true then. A file that takes too much memory is passed over, unless `visit`
// has set `isOwn` in it. snapshot: with an index.
bool eachRoot(const Snapshot& snapshot, const std::string& path, const RootObjectVisitor& visit,
              bool& isOwn);

}  // namespace ts::driver
