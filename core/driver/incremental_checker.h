// Checks files again and again while they are edited, and repeats only the work that an edit may
// affect. The result equals that of a fresh check of the whole file.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "core/driver/workspace.h"

namespace ts::driver {

// The part of the result that is available immediately: diagnostics with only those fixes that they
// were reported with, and no facts. `tree` is null unless the check needed the whole tree.
// `imports` has only the files that diagnostics refer to.
struct IncrementalResult : FileResult {
  std::vector<Span> comments;
  std::vector<std::string> dependsOn;  // paths of the imported files that the check read
  // The number of groups that the file's statements form, and how many of them this check compiled.
  // The diagnostics of the other groups come from the cache.
  size_t groups = 0, compiledGroups = 0;
  bool ran = false;  // whether this check ran the file's module level

  // Returns what Snapshot::check returns with Detail::Facts: adds fixes and facts. Each call
  // computes the result again. Thread-safe.
  std::function<FileResult()> whole;
};

// Caches the last checked revision of each open file. Thread-safe; checks of one file run one after
// the other.
class IncrementalChecker {
 public:
  IncrementalChecker();
  ~IncrementalChecker();

  // Checks a path that is not open in the snapshot as Snapshot::check does, without caching. A
  // requested stop cancels the check. A cancelled check leaves the cache as it was.
  IncrementalResult check(const Snapshot& snapshot, const std::string& path,
                          const std::stop_token& stop = {});
  // Drops the cached revisions of files that are not among the open documents.
  void dropClosed(const Workspace::OpenDocuments& documents);

 private:
  struct FileState;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<FileState>> states_;
};

}  // namespace ts::driver
