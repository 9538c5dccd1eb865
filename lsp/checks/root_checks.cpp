#include "lsp/checks/root_checks.h"

#include <utility>

#include "lsp/checks/guarded_check.h"

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
  waiting_.emplace(++lastPlace_, first);
  places_[first->uri] = lastPlace_;
  startNext();
}

void RootChecks::drop(const std::string& uri) {
  if (const auto place = places_.extract(uri)) waiting_.erase(place.mapped());
  if (!running_ || running_->uri != uri) return;
  isDropped_ = true;
  stop_.request_stop();
}

void RootChecks::startNext() {
  if (running_ || waiting_.empty()) return;
  running_ = std::move(waiting_.extract(waiting_.begin()).mapped());
  places_.erase(running_->uri);
  isDropped_ = false;
  stop_ = std::stop_source();
  auto secondHalf = std::make_shared<CheckResult>();
  executor_.run(
      [secondHalf, first = running_, stop = stop_.get_token()] {
        *secondHalf = guardedCheck([&] { return first->withRoots(first->findings, stop); });
      },
      [secondHalf, self = self_] {
        if (*self) (*self)->finish(secondHalf);
      });
}

void RootChecks::finish(const std::shared_ptr<CheckResult>& result) {
  const CheckResultPtr first = std::exchange(running_, nullptr);
  if (!isDropped_) finished_(first, result);
  startNext();
}

}  // namespace ts::lsp
