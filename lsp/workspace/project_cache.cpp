#include "lsp/workspace/project_cache.h"

#include "core/driver/module_search.h"

namespace ts::lsp {

std::shared_ptr<const driver::ProjectFile> ProjectCache::projectOf(const FileSystem& files,
                                                                   const std::string& path) {
  const std::string folder(parentFolder(path));
  const std::lock_guard lock(mutex_);
  CachedProject& cached = projects_[folder];
  const auto stampNow = [&] {
    return cached.project && *cached.project ? files.stamp(cached.project->path) : 0;
  };
  if (cached.project && cached.stamp == stampNow()) return cached.project;
  cached.project = std::make_shared<const driver::ProjectFile>(
      driver::readProjectFile(files, folder.empty() ? "." : folder));
  cached.stamp = stampNow();
  return cached.project;
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
