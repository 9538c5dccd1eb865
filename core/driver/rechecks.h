// Files that are checked again and again while they are edited: what an edit can't matter to isn't
// checked again. The findings are those that a check of the whole file would have.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/driver/workspace.h"

namespace ts::driver {

// As far as it is there at once: the diagnostics have only those fixes that they were found with,
// there are no facts. `tree` is there if it was needed, `imports` are those that diagnostics lie
// in.
struct Rechecked : FileResult {
  std::vector<Span> comments;
  std::vector<std::string>
      dependsOn;  // paths of the files that it imports, as far as they were looked at
  // Into how many groups of statements the file was divided, and how many of them were compiled for
  // this result; for the others it was known what there is to say.
  size_t groups = 0, compiledGroups = 0;
  bool ran = false;  // whether the file was run for this result

  // As Snapshot::check gives it, with Detail::Facts. Made anew with each call, in any thread.
  std::function<FileResult()> whole;
};

// Thread-safe; checks of one file wait for each other.
class Rechecks {
 public:
  Rechecks();
  ~Rechecks();

  // A path that isn't open in the snapshot is checked as by Snapshot::check.
  Rechecked check(const Snapshot& snapshot, const std::string& path);
  // Forgets files but for those that are open in the snapshot.
  void forgetClosed(const Snapshot& snapshot);

 private:
  struct State;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<State>> states_;
};

}  // namespace ts::driver
