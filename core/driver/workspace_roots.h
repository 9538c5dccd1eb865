// The problems of one file that roots anywhere in the workspace cause, for editors.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "core/driver/constructions.h"
#include "core/driver/workspace.h"
#include "core/driver/workspace_index.h"

namespace ts::driver {

struct FileRoots {
  // In the file only, sorted by place, after suppression, with fixes: problems that roots cause,
  // what was skipped, and problems of candidates.
  std::vector<diag::Diagnostic> diagnostics;
  // Problems that the file's own roots cause in other files, installed packages excepted.
  std::vector<diag::Diagnostic> elsewhere;
  // The types and overloads of the expressions that roots and candidates reach, sorted by
  // place.
  std::vector<compiler::TypeFact> types;
  std::vector<compiler::OverloadFact> overloads;
  std::vector<std::string> dependsOn;               // paths of all files that were read, sorted
  std::vector<std::shared_ptr<const void>> owners;  // of what all of this refers to
  bool isRoot = false;                              // the file hands something to torch.jit
  bool isCancelled = false;
  // The file has syntax errors. Findings of an older text stay valid outside of `compiled`.
  bool isDamaged = false;
  std::vector<Span> compiled;  // functions without damage that were compiled, in order
};

// Finds the roots that reach a file through an index, and keeps their results until one of the
// files that they have read changes. Thread-safe; checks run one after the other.
class WorkspaceRoots {
 public:
  explicit WorkspaceRoots(std::shared_ptr<WorkspaceIndex> index) : index_(std::move(index)) {}

  // Returns the same state of the files for each path, with the options for that file. They have
  // the same index.
  using SnapshotFor = std::function<Snapshot(const std::string& path)>;

  // Checks one file; the result's ranges refer to `file`. Brings the index up to date with the open
  // documents first. A file with syntax errors has findings if only its own roots reach it.
  FileRoots check(const SnapshotFor& snapshotFor, const Workspace::OpenDocuments& open,
                  const SourceFile& file, const std::stop_token& stop);
  // Checks the roots of the project file in the snapshot's options, which is not null. Its problems
  // are in the file itself, `elsewhere` has those in other files. A cancelled result is empty.
  FileRoots checkProject(const Snapshot& snapshot, const Workspace::OpenDocuments& open,
                         const std::stop_token& stop);
  // Forgets what is kept, also of a check that is running: files have changed on disk, or imports
  // may lead to other files.
  void forget() {
    ++epoch_;
    constructions_.clear();
  }
  // How the checks made the modules whose types they show.
  const KnownConstructions& constructions() const { return constructions_; }

 private:
  struct KeptResult {
    std::vector<std::pair<std::string, uint64_t>> stamps;
    uint64_t generation = 0;  // of the index
    uint64_t epoch = 0;
    std::shared_ptr<const FileResult> result;
  };

  void updateIndex(const Snapshot& snapshot, const Workspace::OpenDocuments& open);
  // The kept result for a path, or a new one from `check`. Null when it was cancelled.
  std::shared_ptr<const FileResult> resultOf(const Snapshot& snapshot, const std::string& path,
                                             const std::function<FileResult()>& check);
  std::shared_ptr<const FileResult> projectResult(const Snapshot& snapshot,
                                                  const std::stop_token& stop);

  std::shared_ptr<WorkspaceIndex> index_;
  std::mutex mutex_;
  Workspace::OpenDocuments indexed_;  // whose facts are in the index
  std::map<std::string, KeptResult> kept_;
  std::atomic<uint64_t> epoch_ = 0;
  KnownConstructions constructions_;
};

}  // namespace ts::driver
