#include "debugger/profile/graph_clock.h"

namespace ts::debugger {

void GraphClock::restart() {
  open_.clear();
  frames_.clear();
  nodes_.clear();
  slices_.clear();
  recorded_.clear();
  runs_ = tapeNodes_ = 0;
  watch_ = {};
}

void GraphClock::framePushed(const ir::Graph&, std::string_view function,
                             std::span<const tensor::IValue>) {
  if (runs_ > 0) return;
  Site site;
  if (!nodes_.empty()) site = placeOf(*nodes_.back()).site;
  // A call in a library belongs to the user's line that called the library.
  if (!site && !frames_.empty()) site = frames_.back().site;
  frames_.push_back({std::string(function), site});
}

void GraphClock::framePopped(const ir::Graph&, std::span<const tensor::IValue>) {
  if (runs_ == 0 && !frames_.empty()) frames_.pop_back();
}

GraphClock::Place GraphClock::placeIn(const ir::Node& node) const {
  const NodePlace own = placeOf(node);
  Place place{own.site, {}};
  if (!place.site && !frames_.empty()) place.site = frames_.back().site;
  for (const TimedFrame& frame : frames_) place.calls.push_back(frame.function);
  place.calls.insert(place.calls.end(), own.calls.begin(), own.calls.end());
  return place;
}

void GraphClock::close(std::string name, Place place, Phase phase) {
  const double end = watch_.seconds();
  const Open open = open_.back();
  open_.pop_back();
  if (!open_.empty()) open_.back().inside += end - open.begin;
  slices_.push_back({std::move(name), std::move(place.calls), place.site, open.begin, end,
                     end - open.begin - open.inside, false, phase});
}

void GraphClock::nodeEntered(const ir::Node& node, std::span<const tensor::IValue>) {
  if (runs_ > 0) return;
  nodes_.push_back(&node);
  open_.push_back({watch_.seconds()});
}

void GraphClock::nodeLeft(const ir::Node& node, std::span<const tensor::IValue>) {
  if (runs_ > 0 || open_.empty()) return;
  nodes_.pop_back();
  close(node.kind().str(), placeIn(node), Phase::Forward);
}

void GraphClock::recorded(const autodiff::Node& node) {
  if (runs_ == 0 && !nodes_.empty()) recorded_.emplace(node.sequence(), placeIn(*nodes_.back()));
}

void GraphClock::ended() {
  if (--runs_ == 0) tapeNodes_ = 0;  // a node may have raised
}

void GraphClock::entered(const autodiff::Node&, std::span<const tensor::Tensor>) {
  if (tapeNodes_++ == 0) open_.push_back({watch_.seconds()});
}

void GraphClock::left(const autodiff::Node& node, std::span<const tensor::Tensor>) {
  if (--tapeNodes_ > 0 || open_.empty()) return;
  const auto place = recorded_.find(node.sequence());
  close(node.name(), place == recorded_.end() ? Place() : place->second, Phase::Backward);
}

}  // namespace ts::debugger
