#include "core/check/surrounding_files.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "core/driver/module_search.h"

namespace ts::check {

namespace {

constexpr size_t kMaxFiles = 10'000;   // of a project; a larger one is followed in a part
constexpr size_t kMaxRootsOfOne = 32;  // files with roots that are checked for one file
constexpr size_t kMaxRoots = 256;      // and for all of them
constexpr std::string_view kMarkers[] = {"jitscope.toml", "pyproject.toml", "setup.py", "setup.cfg",
                                         ".git"};

}  // namespace

std::string projectFolderOf(const FileSystem& files, const std::string& path) {
  for (const std::string& folder : driver::foldersAbove(files, path)) {
    for (const std::string_view marker : kMarkers)
      if (files.kind(joinPath(folder, marker)) != FileKind::Missing)
        return driver::spelledLike(path, folder);
  }
  return {};
}

std::vector<SurroundingRoot> addSurroundings(const FileSystem& files, const std::string& folder,
                                             const std::vector<std::string>& paths,
                                             const ArgumentGroups& groups,
                                             const GroupedFiles& checked,
                                             driver::WorkspaceIndex& index) {
  std::unordered_set<std::string> known;
  for (const std::string& file : checked.found.files) known.insert(normalPath(file));
  std::set<std::string> searched;
  std::vector<std::string> around;
  for (size_t i = 0; i < paths.size(); ++i) {
    if (paths[i] == "-") continue;
    const std::string project = folder.empty() ? projectFolderOf(files, paths[i]) : folder;
    if (project.empty() || normalPath(project) == normalPath(paths[i]) ||
        !searched.insert(normalPath(project)).second)
      continue;
    const driver::ProjectFile& settings = groups.groups[groups.groupOf[i]].project;
    driver::Discovered found =
        driver::discover(files, {project}, settings.exclude, settings.folder, kMaxFiles);
    for (std::string& file : found.files)
      if (known.insert(normalPath(file)).second) around.push_back(std::move(file));
  }
  if (around.empty()) return {};
  index.update(files, around);
  const std::set<std::string> others(around.begin(), around.end());
  std::set<std::string> seen;
  std::vector<SurroundingRoot> roots;
  for (size_t i = 0; i < checked.found.files.size() && roots.size() < kMaxRoots; ++i) {
    for (std::string& root : index.rootsReaching(checked.found.files[i], kMaxRootsOfOne))
      if (others.contains(root) && seen.insert(root).second)
        roots.push_back({std::move(root), checked.groupOf[i]});
  }
  return roots;
}

}  // namespace ts::check
