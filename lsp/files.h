// The files of the workspace as the compiler sees them: on disk, and open documents in front of
// that.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/driver/workspace.h"
#include "core/ide/ir_document.h"
#include "core/ide/document_cache.h"
#include "lsp/analysis.h"
#include "lsp/report_memory.h"
#include "lsp/token_memory.h"

namespace ts::lsp {

// Follows the snapshots that it is asked about. Questions are answered in parallel, and their
// snapshots need not come in order: each takes the workspace as it needs it. Thread-safe.
class Files {
 public:
  Files();

  // With the settings of the file at the path.
  driver::Snapshot at(const Snapshot& snapshot, const std::string& path);
  ide::DocumentCache& library() { return library_; }
  // The text as IR. What was read last is kept.
  ide::IrDocumentPtr ir(const SourceFilePtr& text);
  TokenMemory& tokens() { return tokens_; }
  ReportMemory& reports() { return reports_; }

 private:
  driver::Workspace workspace_;
  ide::DocumentCache library_;
  TokenMemory tokens_;
  ReportMemory reports_;
  std::mutex mutex_;
  std::map<std::string, std::pair<SourceFilePtr, ide::IrDocumentPtr>>
      ir_;  // of open documents, by path
};

// The Python files in the folders, as far as driver::discover goes into them.
std::vector<std::string> pythonFiles(const driver::Snapshot& snapshot,
                                     const std::vector<Folder>& folders);

}  // namespace ts::lsp
