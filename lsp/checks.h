// Keeps the findings of every open document up to date, newest text first.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lsp/analysis.h"
#include "lsp/documents.h"
#include "lsp/transport.h"

namespace ts::lsp {

// The findings of one text of one document.
struct Checked {
  std::string uri;
  std::optional<int64_t> version;
  SourceFilePtr file;
  std::shared_ptr<const Snapshot> snapshot;
  Findings findings;
  std::string problem;  // why there are no findings, when the check itself failed
  bool again = false;   // the text has been checked before: something else has changed
  double milliseconds = 0;
};

using CheckedPtr = std::shared_ptr<const Checked>;

// A document has at most one check under way. A change cancels it, and as soon as it is out of the
// way the newest text is checked: any number of keystrokes in between cost nothing, and there is no
// waiting for the typing to stop. Lives on the server's thread.
class Checks {
 public:
  // `finished` gets each result that is still of the newest text, before latest() gives it.
  Checks(Executor& executor, const Documents& documents, Analysis analysis,
         std::function<void(const CheckedPtr&)> finished);
  ~Checks();

  // The document was opened or changed; others that depend on it are checked again as well.
  void changed(const std::string& uri);
  // Everything is to be checked again: the settings have changed, or nobody knows what has.
  void changedAll();
  // A file that need not be open has changed on the disk: what depends on it is checked again.
  void fileChanged(const std::string& path) { checkDependents(path); }
  // To be called when the document is no longer among the open ones.
  void closed(const std::string& uri, const std::string& path);
  // All open documents as they are now.
  std::shared_ptr<const Snapshot> snapshot() const;
  // The last result that there was, of whatever text; null: none yet.
  CheckedPtr latest(const std::string& uri) const;
  // Calls back with the result for the newest text, at once when there is one; with null when the
  // document is closed before.
  void whenCurrent(const std::string& uri, std::function<void(const CheckedPtr&)> callback);

  // How many open documents have no result for their newest text.
  size_t underWay() const;
  const Analysis& analysis() const { return analysis_; }

  Settings settings;
  std::vector<Folder> folders;

 private:
  struct State {
    uint64_t wanted = 0;   // counts changes
    uint64_t running = 0;  // the change that is being checked; 0 when none is
    std::shared_ptr<std::atomic<bool>> cancel;
    CheckedPtr current;                  // null while the newest text has no result
    CheckedPtr latest;                   // of the newest text that has one
    std::vector<std::string> dependsOn;  // as the last result had it
    std::vector<std::function<void(const CheckedPtr&)>> waiting;
  };

  void checkAgain(const std::string& uri);
  void checkDependents(const std::string& path);
  void start(const std::string& uri, State& state);
  void finish(uint64_t change, const CheckedPtr& checked);

  Executor& executor_;
  const Documents& documents_;
  Analysis analysis_;
  std::function<void(const CheckedPtr&)> finished_;
  std::map<std::string, State> states_;
  uint64_t changes_ = 0;
  // Workers may come back when this object is gone.
  std::shared_ptr<Checks*> self_;
};

}  // namespace ts::lsp
