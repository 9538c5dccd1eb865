// The ids of the diagnostic reports that the client has received, so that unchanged files are not
// checked again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/source/file_system.h"
#include "lsp/workspace/settings.h"

namespace ts::lsp {

// Shared by all workers. Thread-safe.
class ReportCache {
 public:
  // Returns the id of the file's last report; nothing when the file, a file that it depends on, or
  // its settings have changed since.
  std::optional<std::string> find(const FileSystem& files, const std::string& path,
                                  const EditorSettings& settings) const {
    Report report;
    {
      std::lock_guard lock(mutex_);
      const auto entry = reports_.find(path);
      if (entry == reports_.end() || !(entry->second.settings == settings)) return std::nullopt;
      report = entry->second;
    }
    for (const auto& [dependency, stamp] : report.stamps) {
      if (files.stamp(dependency) != stamp) return std::nullopt;
    }
    return report.id;
  }
  // Returns a number that every invalidation increments. To be read before a file is checked.
  uint64_t generation() const {
    std::lock_guard lock(mutex_);
    return generation_;
  }
  // Stores a report, unless an invalidation has happened since `generation` was read.
  // paths: the file itself, then its dependencies.
  void store(uint64_t generation, const FileSystem& files, const std::vector<std::string>& paths,
             const EditorSettings& settings, std::string id) {
    Report report{std::move(id), settings, {}};
    for (const std::string& path : paths) report.stamps.emplace_back(path, files.stamp(path));
    std::lock_guard lock(mutex_);
    if (generation == generation_) reports_.insert_or_assign(paths.front(), std::move(report));
  }
  // Drops the reports of the file and of all files that depend on it.
  void invalidate(const std::string& path) {
    std::lock_guard lock(mutex_);
    ++generation_;
    std::erase_if(reports_, [&](const auto& entry) {
      const auto& stamps = entry.second.stamps;
      return std::any_of(stamps.begin(), stamps.end(),
                         [&](const auto& dependency) { return dependency.first == path; });
    });
  }
  // Drops all reports. To be called after files were created or deleted: any import may now find
  // another file.
  void clear() {
    std::lock_guard lock(mutex_);
    ++generation_;
    reports_.clear();
  }

 private:
  struct Report {
    std::string id;
    EditorSettings settings;
    std::vector<std::pair<std::string, uint64_t>> stamps;  // of the file and its dependencies
  };
  mutable std::mutex mutex_;
  uint64_t generation_ = 0;
  std::map<std::string, Report> reports_;  // by the file's path
};

}  // namespace ts::lsp
