// The project files and installed packages of the files that are open.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/driver/project_file.h"
#include "core/source/file_system.h"

namespace ts::lsp {

// Thread-safe.
class ProjectCache {
 public:
  // Returns the project file for a path, an empty one when there is none. It is read again when its
  // own content has changed, and after forget().
  std::shared_ptr<const driver::ProjectFile> projectOf(const FileSystem& files,
                                                       const std::string& path);
  // Returns driver::installedPaths() for a path. They are looked for again after forget().
  std::vector<std::string> installedFor(const FileSystem& files, const std::string& path,
                                        const std::string& interpreter);
  void forget();

 private:
  struct CachedProject {
    uint64_t stamp = 0;
    std::shared_ptr<const driver::ProjectFile> project;
  };

  std::mutex mutex_;
  std::map<std::string, CachedProject, std::less<>> projects_;  // by folder
  // By the environments above the path and the interpreter.
  std::map<std::pair<std::vector<std::string>, std::string>, std::vector<std::string>> installed_;
};

}  // namespace ts::lsp
