// The results of earlier runs, in a folder of the user.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/file_cache.h"
#include "core/driver/workspace.h"
#include "core/source/run_files.h"

namespace ts::driver {

// Checks files, and repeats a check only if something that it looked at has changed since: the
// contents of files, missing files, the facts of the index, the options, the program. An entry of
// the cache is the last result of one file. Results have what reports show. A check that ended with
// an error, or short of memory, is not kept. Thread-safe.
class ResultCache {
 public:
  // program: names the program, its build and its settings besides the options of snapshots.
  // `files` are those of all snapshots, which have the index `index` or none.
  ResultCache(std::string folder, const std::string& program, std::shared_ptr<const RunFiles> files,
              const WorkspaceIndex* index);

  // As the functions of Snapshot.
  FileResult check(const Snapshot& snapshot, const std::string& path);
  FileResult checkCandidates(const Snapshot& snapshot, const std::string& path,
                             const std::vector<compiler::ReachedClass>& reached);

  static constexpr uint64_t kLimit = uint64_t{256} << 20;  // bytes of all entries

 private:
  FileResult find(const Snapshot& snapshot, const std::string& path, std::string_view kind,
                  const ContentHash& more, const std::function<FileResult(const Snapshot&)>& check);

  FileCache entries_;
  const std::string program_;
  const std::shared_ptr<const RunFiles> files_;
  ContentHash facts_;
};

// Names a build of the running program, by its file. Empty if it is not found.
std::string buildOfProgram();

}  // namespace ts::driver
