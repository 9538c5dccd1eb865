#include "debugger/profile/code_clock.h"

#include <algorithm>

namespace ts::debugger {

void CodeClock::restart() {
  running_.clear();
  slices_.clear();
  recorded_.clear();
  runs_ = tapeNodes_ = 0;
  watch_ = {};
}

void CodeClock::reached(std::span<const ir::Node* const> nodes) {
  if (runs_ > 0) return;
  close();
  running_.clear();
  // Several instructions may belong to one node; attributes are read before the loop.
  for (const ir::Node* node : nodes)
    if ((nodes.size() == 1 || node->schema() != nullptr) &&
        std::ranges::find(running_, node) == running_.end())
      running_.push_back(node);
  begin_ = watch_.seconds();
}

void CodeClock::recorded(const autodiff::Node& node) {
  if (runs_ == 0 && !running_.empty())
    recorded_.emplace(node.sequence(), placeOf(*running_.front()));
}

void CodeClock::began() {
  if (runs_++ > 0) return;
  close();
  running_.clear();
}

void CodeClock::ended() {
  if (--runs_ > 0) return;
  tapeNodes_ = 0;  // a node may have raised
  begin_ = watch_.seconds();
}

void CodeClock::entered(const autodiff::Node&, std::span<const tensor::Tensor>) {
  if (tapeNodes_++ == 0) begin_ = watch_.seconds();
}

void CodeClock::left(const autodiff::Node& node, std::span<const tensor::Tensor>) {
  if (--tapeNodes_ > 0) return;
  const double end = watch_.seconds();
  const auto known = recorded_.find(node.sequence());
  NodePlace place = known == recorded_.end() ? NodePlace() : known->second;
  slices_.push_back({node.name(), std::move(place.calls), place.site, begin_, end, end - begin_,
                     false, Phase::Backward});
}

void CodeClock::close() {
  const double end = watch_.seconds();
  const double part = (end - begin_) / static_cast<double>(std::max<size_t>(running_.size(), 1));
  for (size_t i = 0; i < running_.size(); ++i) {
    NodePlace place = placeOf(*running_[i]);
    const double begin = begin_ + part * static_cast<double>(i);
    slices_.push_back({running_[i]->kind().str(), std::move(place.calls), place.site, begin,
                       begin + part, part, running_.size() > 1});
  }
}

}  // namespace ts::debugger
