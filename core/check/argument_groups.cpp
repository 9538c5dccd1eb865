#include "core/check/argument_groups.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_set>
#include <utility>

#include "core/driver/module_search.h"

namespace ts::check {

namespace {

// Identifies an environment: the path of the project file and the folders .venv.
using Key = std::pair<std::string, std::vector<std::string>>;

}  // namespace

ArgumentGroups groupArguments(const FileSystem& files, const std::vector<std::string>& paths) {
  ArgumentGroups groups;
  std::map<std::string, size_t> ofFolder;
  std::map<Key, size_t> ofKey;
  const auto add = [&](driver::ProjectFile project, const std::string& path) {
    groups.groups.push_back({std::move(project), driver::installedPaths(files, path)});
    return groups.groups.size() - 1;
  };
  for (const std::string& path : paths) {
    if (paths.size() == 1) {
      groups.groupOf.push_back(add(driver::readProjectFile(files, path), path));
      break;
    }
    const bool isFolder = files.kind(path) == FileKind::Folder;
    const std::string folder = normalPath(isFolder ? path : std::string(parentFolder(path)));
    const auto [entry, isNew] = ofFolder.try_emplace(folder);
    if (isNew) {
      driver::ProjectFile project = driver::readProjectFile(files, path);
      Key key{normalPath(project.path), driver::environmentsAbove(files, path)};
      const auto [same, isOther] = ofKey.try_emplace(std::move(key));
      if (isOther) same->second = add(std::move(project), path);
      entry->second = same->second;
    }
    groups.groupOf.push_back(entry->second);
  }
  return groups;
}

GroupedFiles discoverGroups(const FileSystem& files, const std::vector<std::string>& paths,
                            const ArgumentGroups& groups, const std::vector<std::string>& exclude) {
  GroupedFiles all;
  std::unordered_set<std::string> seen;
  for (size_t begin = 0; begin < paths.size();) {
    const size_t group = groups.groupOf[begin];
    size_t end = begin + 1;
    while (end < paths.size() && groups.groupOf[end] == group) ++end;
    std::vector<std::string> same(paths.begin() + static_cast<ptrdiff_t>(begin),
                                  paths.begin() + static_cast<ptrdiff_t>(end));
    std::erase(same, "-");
    const driver::ProjectFile& project = groups.groups[group].project;
    driver::Discovered discovered =
        exclude.empty() ? driver::discover(files, same, project.exclude, project.folder)
                        : driver::discover(files, same, exclude);
    for (std::string& file : discovered.files) {
      if (groups.groups.size() > 1 && !seen.insert(normalPath(file)).second) continue;
      all.found.files.push_back(std::move(file));
      all.groupOf.push_back(group);
    }
    std::ranges::move(discovered.unreadable, std::back_inserter(all.found.unreadable));
    begin = end;
  }
  return all;
}

}  // namespace ts::check
