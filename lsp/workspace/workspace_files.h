// The files of the workspace as the compiler sees them, and the caches that requests share.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/driver/workspace.h"
#include "core/driver/workspace_index.h"
#include "core/driver/workspace_roots.h"
#include "core/ide/document_cache.h"
#include "core/ide/ir_document.h"
#include "lsp/workspace/editor_state.h"
#include "lsp/workspace/project_cache.h"
#include "lsp/workspace/report_cache.h"
#include "lsp/workspace/token_cache.h"

namespace ts::lsp {

// Shared by all workers. Thread-safe. Holds no open documents: each call gets them in an
// EditorState, and the states of parallel requests may differ.
class WorkspaceFiles {
 public:
  WorkspaceFiles();

  // Returns the files with the state's documents in front, and the settings of the file at the
  // path.
  driver::Snapshot snapshotFor(const EditorState& state, const std::string& path);
  ide::DocumentCache& documents() { return documents_; }
  // Returns the text as an IR document, from the cache when the text is unchanged.
  ide::IrDocumentPtr ir(const SourceFilePtr& text);
  // The index of all files in the workspace's folders. Empty until indexWorkspace() has run.
  driver::WorkspaceIndex& index() { return *index_; }
  driver::WorkspaceRoots& roots() { return roots_; }
  // Returns the Python files in the folders that driver::discover finds, without those that the
  // folder's project file excludes.
  std::vector<std::string> pythonFiles(const driver::Snapshot& snapshot,
                                       const std::vector<Folder>& folders);
  ProjectCache& projects() { return projects_; }
  TokenCache& tokens() { return tokens_; }
  ReportCache& reports() { return reports_; }

 private:
  const std::shared_ptr<driver::WorkspaceIndex> index_ = std::make_shared<driver::WorkspaceIndex>();
  driver::WorkspaceRoots roots_{index_};
  ProjectCache projects_;
  driver::Workspace workspace_;
  ide::DocumentCache documents_;
  TokenCache tokens_;
  ReportCache reports_;
  std::mutex mutex_;
  // Open IR documents with their texts, by path.
  std::map<std::string, std::pair<SourceFilePtr, ide::IrDocumentPtr>> ir_;
};

}  // namespace ts::lsp
