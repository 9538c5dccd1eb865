#include "debugger/profile/graph_clock.h"

namespace ts::debugger {

void GraphClock::restart() {
  open_.clear();
  frames_.clear();
  nodes_.clear();
  slices_.clear();
  watch_ = {};
}

void GraphClock::framePushed(const ir::Graph&, std::string_view function,
                             std::span<const tensor::IValue>) {
  Site site;
  if (!nodes_.empty()) site = placeOf(*nodes_.back()).site;
  // A call in a library belongs to the user's line that called the library.
  if (!site && !frames_.empty()) site = frames_.back().site;
  frames_.push_back({std::string(function), site});
}

void GraphClock::framePopped(const ir::Graph&, std::span<const tensor::IValue>) {
  if (!frames_.empty()) frames_.pop_back();
}

void GraphClock::nodeEntered(const ir::Node& node, std::span<const tensor::IValue>) {
  nodes_.push_back(&node);
  open_.push_back({watch_.seconds()});
}

void GraphClock::nodeLeft(const ir::Node& node, std::span<const tensor::IValue>) {
  if (open_.empty()) return;
  const double end = watch_.seconds();
  const Open open = open_.back();
  open_.pop_back();
  nodes_.pop_back();
  if (!open_.empty()) open_.back().inside += end - open.begin;
  NodePlace place = placeOf(node);
  Slice slice{node.kind().str(), {}, place.site, open.begin, end};
  if (!slice.site && !frames_.empty()) slice.site = frames_.back().site;
  for (const TimedFrame& frame : frames_) slice.calls.push_back(frame.function);
  slice.calls.insert(slice.calls.end(), place.calls.begin(), place.calls.end());
  slice.own = end - open.begin - open.inside;
  slices_.push_back(std::move(slice));
}

}  // namespace ts::debugger
