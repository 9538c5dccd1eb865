#include "core/driver/workspace_search.h"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "core/base/heap.h"
#include "core/base/sort_unique.h"
#include "core/driver/discover.h"
#include "core/driver/module_search.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/driver/project_file.h"
#include "core/driver/workspace_index.h"

namespace ts::driver {

namespace {

constexpr size_t kMaxFiles = 10'000;  // of the workspace that are read
constexpr size_t kMaxRootFiles = 32;  // files with torch.jit calls that are evaluated

// The absolute folder from which the file's package is imported.
std::string topOf(const FileSystem& files, const std::string& path) {
  return moduleNameOf(files, absolutePath(path)).top;
}

// The absolute folder to search; empty without a project.
std::string folderFor(const FileSystem& files, const std::string& path, const std::string& folder) {
  if (!folder.empty()) return absolutePath(folder);
  return projectFolder(files, topOf(files, path));
}

// Relative paths that leave the current folder do not lead from one file to another, so the path of
// a file in a larger folder is absolute.
std::string spelledFor(const std::string& path, const std::string& folder) {
  return (absolutePath(folder) + "/").starts_with(absolutePath(".") + "/") ? path
                                                                           : absolutePath(path);
}

// The Python files in the folder of a file and in the one from which its package is imported,
// without their subfolders: a folder without a project may be as large as a disk.
std::vector<std::string> filesBeside(const FileSystem& files, const std::string& path) {
  std::vector<std::string> folders{std::string(parentFolder(path)),
                                   spelledLike(path, topOf(files, path))};
  sortUnique(folders);
  std::vector<std::string> paths;
  for (const std::string& folder : folders)
    for (const FolderEntry& entry : files.list(folder.empty() ? "." : folder).entries)
      if (entry.kind == FileKind::File && entry.name.ends_with(".py"))
        paths.push_back(joinPath(folder, entry.name));
  return paths;
}

std::shared_ptr<WorkspaceIndex> indexOf(const FileSystem& files, const std::string& path,
                                        const std::string& folder, const ProjectFile* project) {
  auto index = std::make_shared<WorkspaceIndex>();
  index->update(files, path);
  const std::vector<std::string> top = folder.empty()
                                           ? filesBeside(files, path)
                                           : std::vector<std::string>{spelledLike(path, folder)};
  std::vector<std::string> paths =
      project ? discover(files, top, project->exclude, project->folder, kMaxFiles).files
              : discover(files, top, {}, {}, kMaxFiles).files;
  paths.resize(std::min(paths.size(), kMaxFiles));
  index->update(files, paths);
  return index;
}

}  // namespace

SearchPlace searchPlaceOf(const FileSystem& files, const std::string& path,
                          const std::string& folder) {
  std::string searched = folderFor(files, path, folder);
  std::string spelled = spelledFor(path, searched.empty() ? topOf(files, path) : searched);
  return {std::move(searched), std::move(spelled)};
}

Snapshot withIndex(const Snapshot& snapshot, const SearchPlace& place) {
  Options options = snapshot.options();
  if (!options.index)
    options.index = indexOf(snapshot.files(), place.path, place.folder, options.project.get());
  return snapshot.with(std::move(options));
}

bool eachRoot(const Snapshot& snapshot, const std::string& path, const RootObjectVisitor& visit,
              bool& isOwn) {
  for (const std::string& file : snapshot.options().index->rootsReaching(path, kMaxRootFiles)) {
    const ParsedFilePtr parsed = snapshot.parse(file);
    if (!parsed->tree || hasErrors(parsed->problems)) continue;
    isOwn = false;
    try {
      if (visitRootsOf(snapshot, file, parsed, visit)) return true;
    } catch (const std::bad_alloc&) {
      if (isOwn) throw;
      heap::makeRoom();  // another file takes too much memory; it says nothing about this one
    }
  }
  return false;
}

}  // namespace ts::driver
