// What the server asks of the compiler: the diagnostics of one file within a snapshot of all open
// ones. The program answers through driver/, tests through a function of their own.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/driver/workspace.h"
#include "lsp/late.h"
#include "lsp/notebook.h"
#include "lsp/settings.h"

namespace ts::lsp {

// Immutable, so that it can be read on another thread while editing goes on.
struct Snapshot {
  // Open documents by path.
  std::map<std::string, SourceFilePtr> open;
  // URIs as the client spells them, by path.
  std::map<std::string, std::string> uris;
  // Paths of those that are TorchScript IR; the others are Python.
  std::set<std::string> ir;
  // Versions as the client counts them, by path, where it does.
  std::map<std::string, int64_t> versions;
  // Cells of open notebooks, by path.
  std::map<std::string, CellMapPtr> notebooks;
  Settings settings;  // of what lies in no folder
  std::vector<Folder> folders;

  // The innermost folder that a path lies in; null: none.
  const Folder* folderOf(const std::string& path) const;
  const Settings& settingsOf(const std::string& path) const {
    const Folder* folder = folderOf(path);
    return folder ? folder->settings : settings;
  }
};

// What is asked for now and then, and takes longer.
struct Details {
  std::vector<diag::Diagnostic> diagnostics;  // with all their fixes
  driver::FileResult result;                  // what was found out about expressions
};

struct Findings {
  std::vector<diag::Diagnostic> diagnostics;  // to be shown: there may be more fixes for them
  // Paths of other files whose change may change the findings.
  std::vector<std::string> dependsOn;
  // Whatever owns the files that the diagnostics point into.
  std::vector<std::shared_ptr<const void>> owners;
  std::shared_ptr<const Late<Details>> details;  // null: there are none

  const std::vector<diag::Diagnostic>& withFixes() const {
    return details ? details->get().diagnostics : diagnostics;
  }
  // Null: nothing was found out about expressions.
  const driver::FileResult* result() const { return details ? &details->get().result : nullptr; }
};

// Set when nobody wants the answer any more.
using CancelToken = std::shared_ptr<const std::atomic<bool>>;

// Runs on a worker thread, several at once. `file` is among the snapshot's. What it finds after it
// was cancelled is thrown away.
using Analysis = std::function<Findings(const Snapshot& snapshot, const SourceFilePtr& file,
                                        const CancelToken& cancel)>;

}  // namespace ts::lsp
