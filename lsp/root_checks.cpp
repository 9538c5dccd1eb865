#include "lsp/root_checks.h"

#include <algorithm>
#include <utility>

#include "lsp/guarded_check.h"

namespace ts::lsp {

RootChecks::RootChecks(Executor& executor, Finished finished)
    : executor_(executor),
      finished_(std::move(finished)),
      self_(std::make_shared<RootChecks*>(this)) {}

RootChecks::~RootChecks() {
  stop_.request_stop();
  *self_ = nullptr;
}

void RootChecks::add(const CheckResultPtr& first) {
  drop(first->uri);
  waiting_.push_back(first);
  startNext();
}

void RootChecks::drop(const std::string& uri) {
  std::erase_if(waiting_, [&](const CheckResultPtr& one) { return one->uri == uri; });
  if (!running_ || running_->uri != uri) return;
  isDropped_ = true;
  stop_.request_stop();
}

void RootChecks::startNext() {
  if (running_ || waiting_.empty()) return;
  running_ = std::move(waiting_.front());
  waiting_.pop_front();
  isDropped_ = false;
  stop_ = std::stop_source();
  auto whole = std::make_shared<CheckResult>();
  executor_.run(
      [whole, first = running_, stop = stop_.get_token()] {
        *whole = guardedCheck([&] { return first->withRoots(stop); });
      },
      [whole, self = self_] {
        if (*self) (*self)->finish(whole);
      });
}

void RootChecks::finish(const std::shared_ptr<CheckResult>& whole) {
  const CheckResultPtr first = std::exchange(running_, nullptr);
  if (!isDropped_) finished_(first, whole);
  startNext();
}

}  // namespace ts::lsp
