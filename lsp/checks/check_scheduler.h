// Keeps the diagnostics of every open document up to date.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "lsp/checks/analysis.h"
#include "lsp/checks/root_checks.h"
#include "lsp/protocol/transport.h"
#include "lsp/workspace/documents.h"

namespace ts::lsp {

// The scheduler's callbacks, on the server's thread. Each check starts once. Its result is
// then either finished or discarded.
struct CheckEvents {
  std::function<void(const Document&)> started;
  // The result of a half, for the newest text. latestResult() still returns the previous result.
  std::function<void(const CheckResultPtr&)> finished;
  // The document was changed or closed before the check ended. The check was cancelled or, rarely,
  // had completed already.
  std::function<void(const CheckResultPtr&)> discarded;
};

// Runs at most one check per document at a time. A change requests the running check to stop. The
// check of the newest text starts without a delay when the old check has ended; the texts in
// between are not checked. The first half of a check, the file by itself, finishes at once. The
// second half follows the roots of the workspace and finishes later, with a result that replaces
// the first; until then the findings of the older text stay. Owned by the session; used on the
// server's thread.
class CheckScheduler {
 public:
  CheckScheduler(Executor& executor, const Documents& documents, Analysis analysis,
                 CheckEvents events);
  ~CheckScheduler();

  // The document was opened or changed. Also checks the open documents that depend on it.
  void changed(const std::string& uri);
  // Settings or files have changed: checks all open documents again.
  void changedAll();
  // Other files than before may have roots: follows them again for all open documents.
  void rootsChanged();
  // A file has changed on disk: checks the open documents that depend on it.
  void fileChanged(const std::string& path) { checkDependents(path); }
  // To be called after the document was removed from the open documents.
  void closed(const std::string& uri, const std::string& path);

  // Returns the current open documents, settings and folders.
  EditorStatePtr state() const;
  // Returns the last result for the document, possibly of an older text; null when there is none.
  CheckResultPtr latestResult(const std::string& uri) const;
  // Calls back with the result for the newest text as soon as it exists, for a document without
  // findings of roots as soon as these are known; with null when the document is closed first.
  void whenCurrent(const std::string& uri, std::function<void(const CheckResultPtr&)> callback);

  // Returns the number of open documents without a result for their newest text.
  size_t pendingCount() const;
  const Analysis& analysis() const { return analysis_; }

  EditorSettings settings;
  std::vector<Folder> folders;

 private:
  // Changes are numbered from 1.
  struct DocumentState {
    uint64_t newestChange = 0;
    uint64_t checkedChange = 0;       // the change that the running check is for; 0: no check runs
    std::stop_source stop;            // of the running check
    CheckResultPtr current;           // null while the newest text has no result
    CheckResultPtr latest;            // possibly of an older text
    std::set<std::string> dependsOn;  // of the last result
    std::vector<std::function<void(const CheckResultPtr&)>> waiting;
  };

  void checkAgain(const std::string& uri);
  void checkDependents(const std::string& path);
  void setDependencies(const std::string& uri, DocumentState& document,
                       const std::vector<std::string>& paths);
  void start(const std::string& uri, DocumentState& document);
  void finish(uint64_t change, const std::shared_ptr<CheckResult>& result);
  void finishRoots(const CheckResultPtr& first, const std::shared_ptr<CheckResult>& complete);
  void setCurrent(DocumentState& document, const CheckResultPtr& result);
  // True when requests about the document can be answered.
  static bool isAnswer(const CheckResultPtr& result);

  Executor& executor_;
  const Documents& documents_;
  Analysis analysis_;
  CheckEvents events_;
  RootChecks roots_;
  std::map<std::string, DocumentState> states_;
  // The URIs of the documents whose last result depends on a path, by path.
  std::map<std::string, std::set<std::string>> dependents_;
  // The last state, and the documents that have changed since.
  mutable EditorState open_;
  mutable std::set<std::string> outdated_;
  uint64_t changes_ = 0;
  // Set to null by the destructor: workers may finish after the scheduler is gone.
  std::shared_ptr<CheckScheduler*> self_;
};

}  // namespace ts::lsp
