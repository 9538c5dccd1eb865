// Runs the second halves of checks, which follow the roots of the workspace.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <unordered_map>

#include "lsp/checks/analysis.h"
#include "lsp/protocol/transport.h"

namespace ts::lsp {

// Runs one second half at a time, in the order in which they are added: each starts by bringing the
// index of the workspace up to date with its own state, which is never older than the state before.
// Used on the server's thread.
class RootChecks {
 public:
  // Called on the server's thread. The second result is complete, or has no findings because of an
  // error. A second half that is dropped or replaced does not finish.
  using Finished =
      std::function<void(const CheckResultPtr& first, std::shared_ptr<CheckResult> complete)>;

  RootChecks(Executor& executor, Finished finished);
  ~RootChecks();
  RootChecks(const RootChecks&) = delete;
  RootChecks& operator=(const RootChecks&) = delete;

  // `first` has a second half. It replaces that of an older text of the document.
  void add(const CheckResultPtr& first);
  // The document has changed or was closed.
  void drop(const std::string& uri);

 private:
  void startNext();
  void finish(const std::shared_ptr<CheckResult>& result);

  Executor& executor_;
  Finished finished_;
  std::map<uint64_t, CheckResultPtr> waiting_;        // by their places in the order
  std::unordered_map<std::string, uint64_t> places_;  // by the URIs of their documents
  uint64_t lastPlace_ = 0;
  CheckResultPtr running_;  // null: none runs
  bool isDropped_ = false;  // the running one
  std::stop_source stop_;   // of the running one
  // Set to null by the destructor: a worker may finish later.
  std::shared_ptr<RootChecks*> self_;
};

}  // namespace ts::lsp
