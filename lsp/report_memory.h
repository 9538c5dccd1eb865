// What the client has been told of the files of the workspace, so that files which haven't changed
// aren't checked again.
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
#include "lsp/settings.h"

namespace ts::lsp {

// Thread-safe.
class ReportMemory {
 public:
  // The id of the last report of a file, when nothing that it was made of has changed.
  std::optional<std::string> find(const FileSystem& files, const std::string& path,
                                  const Settings& settings) const {
    Report report;
    {
      std::lock_guard lock(mutex_);
      const auto known = reports_.find(path);
      if (known == reports_.end() || !(known->second.settings == settings)) return std::nullopt;
      report = known->second;
    }
    for (const auto& [of, stamp] : report.stamps) {
      if (files.stamp(of) != stamp) return std::nullopt;
    }
    return report.id;
  }
  // To be taken before the file is looked at: what is remembered with an older one is forgotten
  // already.
  uint64_t generation() const {
    std::lock_guard lock(mutex_);
    return generation_;
  }
  // `paths`: the file and what it depends on.
  void remember(uint64_t generation, const FileSystem& files, const std::vector<std::string>& paths,
                const Settings& settings, std::string id) {
    Report report{std::move(id), settings, {}};
    for (const std::string& path : paths) report.stamps.emplace_back(path, files.stamp(path));
    std::lock_guard lock(mutex_);
    if (generation == generation_) reports_.insert_or_assign(paths.front(), std::move(report));
  }
  // What was made of the file is forgotten.
  void changed(const std::string& path) {
    std::lock_guard lock(mutex_);
    ++generation_;
    std::erase_if(reports_, [&](const auto& entry) {
      const auto& stamps = entry.second.stamps;
      return std::any_of(stamps.begin(), stamps.end(),
                         [&](const auto& one) { return one.first == path; });
    });
  }
  // Files have come or gone: imports may lead elsewhere.
  void clear() {
    std::lock_guard lock(mutex_);
    ++generation_;
    reports_.clear();
  }

 private:
  struct Report {
    std::string id;
    Settings settings;
    std::vector<std::pair<std::string, uint64_t>> stamps;
  };
  mutable std::mutex mutex_;
  uint64_t generation_ = 0;
  std::map<std::string, Report> reports_;
};

}  // namespace ts::lsp
