#include "lsp/workspace/project_cache.h"

#include "core/driver/module_search.h"

namespace ts::lsp {

std::shared_ptr<const driver::ProjectFile> ProjectCache::projectOf(const FileSystem& files,
                                                                   const std::string& path) {
  const std::string folder(parentFolder(path));
  const std::lock_guard lock(mutex_);
  CachedProject& known = projects_[folder];
  const auto stampNow = [&] {
    return known.project && *known.project ? files.stamp(known.project->path) : 0;
  };
  if (known.project && known.stamp == stampNow()) return known.project;
  known.project = std::make_shared<const driver::ProjectFile>(
      driver::readProjectFile(files, folder.empty() ? "." : folder));
  known.stamp = stampNow();
  return known.project;
}

std::vector<std::string> ProjectCache::installedFor(const FileSystem& files,
                                                    const std::string& path,
                                                    const std::string& interpreter) {
  const std::pair key(driver::environmentsAbove(files, path), interpreter);
  const std::lock_guard lock(mutex_);
  const auto entry = installed_.find(key);
  if (entry != installed_.end()) return entry->second;
  return installed_[key] = driver::installedPaths(files, path, interpreter);
}

void ProjectCache::forget() {
  const std::lock_guard lock(mutex_);
  projects_.clear();
  installed_.clear();
}

}  // namespace ts::lsp
