#include "debugger/stepping/tape_tracker.h"

#include <utility>

#include "debugger/stepping/code_lines.h"
#include "debugger/stepping/tape_frame.h"

namespace ts::stepping {

using autodiff::Node;
using tensor::IValue;
using tensor::Tensor;

namespace {

std::vector<IValue> valuesOf(std::span<const Tensor> tensors) {
  std::vector<IValue> values;
  for (const Tensor& tensor : tensors)
    if (tensor.defined()) values.emplace_back(tensor);
  return values;
}

}  // namespace

TapeTracker::TapeTracker(StopControl& control, GraphTracker& graphs)
    : control_(control), graphs_(graphs), outer_(autodiff::setTapeWatcher(this)) {}

TapeTracker::~TapeTracker() { autodiff::setTapeWatcher(outer_); }

bool TapeTracker::isInnermost() const {
  return !open_.empty() &&
         open_.back().pythonCalls == static_cast<size_t>(control_.vm.state().calls);
}

// ---- places

TapeTracker::Place TapeTracker::currentPlace() {
  if (const auto inGraph = graphs_.currentPlace(); inGraph.file && inGraph.isUserCode)
    return {inGraph.file, inGraph.line};
  for (const eval::Frame* frame = control_.vm.state().frame; frame; frame = frame->caller) {
    const Span span = frame->code->spans[frame->at];
    if (isUserCode(*frame->code) && span.end != 0)
      return {frame->module->source, frame->module->source->lineOf(span.begin)};
  }
  return {};
}

void TapeTracker::recorded(const Node& node) {
  // Nodes of other threads have numbers of the same sequence.
  if (places_.empty()) firstPlace_ = node.sequence();
  const uint64_t index = node.sequence() - firstPlace_;
  if (node.sequence() < firstPlace_) return;
  if (index >= places_.size() + kMostPlaces) {
    places_.clear();
    firstPlace_ = node.sequence();
    places_.push_back(currentPlace());
    return;
  }
  if (index >= places_.size()) places_.resize(index + 1);
  places_[index] = currentPlace();
  for (; places_.size() > kMostPlaces; ++firstPlace_) places_.pop_front();
}

TapeTracker::Place TapeTracker::placeOf(const Node& node) const {
  const uint64_t index = node.sequence() - firstPlace_;
  return node.sequence() >= firstPlace_ && index < places_.size() ? places_[index] : Place();
}

std::vector<GraphTracker::PlacedFrame> TapeTracker::frames() {
  std::vector<GraphTracker::PlacedFrame> placed;
  size_t run = runs_.size();
  for (size_t i = open_.size(); i-- > 0;) {
    while (run > 0 && runs_[run - 1].nodes > i) --run;
    if (run == 0) break;
    const std::unordered_map<const Node*, Visited>& visited = runs_[run - 1].visited;
    const Open& open = open_[i];
    for (const Node* node = open.node; node != nullptr;) {
      const Visited& shown = visited.at(node);
      if (shown.file) {
        auto frame = std::make_unique<TapeFrame>(
            control_.vm, shown, node == open.node ? open.gradients : std::vector<Tensor>(),
            graphs_.moduleOf(shown.file));
        frame->start = shown.start;
        placed.push_back({std::move(frame), open.pythonCalls});
      }
      node = shown.user;
    }
  }
  return placed;
}

// ---- events

void TapeTracker::began() { runs_.push_back({open_.size(), {}}); }

void TapeTracker::ended() {
  open_.resize(runs_.back().nodes);  // a node may have raised
  runs_.pop_back();
}

Hits TapeTracker::hitBreakpoints(const Visited& node, bool startsLine) {
  Hits hits;
  if (!node.file) return hits;
  // The condition may set other breakpoints free.
  const BreakpointSetPtr all = control_.breakpoints.share();
  const auto lines = all->gradients.find(node.file->path());
  const auto stack = [&] { return frames(); };
  if (startsLine && lines != all->gradients.end())
    for (const Breakpoint& breakpoint : lines->second)
      if (breakpoint.line == node.line && control_.isHit(breakpoint, *stack().front().frame))
        hits.ids.push_back(breakpoint.id);
  for (const Breakpoint& breakpoint : all->functions) {
    if (breakpoint.function != node.name || !control_.isHit(breakpoint, *stack().front().frame))
      continue;
    hits.ids.push_back(breakpoint.id);
    hits.reason = StopReason::FunctionBreakpoint;
  }
  return hits;
}

void TapeTracker::entered(const Node& node, std::span<const Tensor> gradients) {
  open_.push_back({&node,
                   {gradients.begin(), gradients.end()},
                   static_cast<size_t>(control_.vm.state().calls)});
  const Place place = placeOf(node);
  Visited& visited = runs_.back().visited[&node];
  visited.name = node.name();
  visited.file = place.file;
  visited.line = place.line;
  const Node* const before = std::exchange(runs_.back().last, &node);
  if (control_.isQuiet()) return;
  visited.start = control_.positions.newStart();
  if (control_.breakpoints.all().nan) nonFinite_.entered(node.name(), valuesOf(gradients));
  if (!place.file) return;
  Arrival arrival;
  arrival.isShown = arrival.isLine = true;
  arrival.path = &place.file->path();
  arrival.line = place.line;
  arrival.depth = control_.code.depth();
  control_.positions.count(arrival);
  const Visited* const last = before ? &runs_.back().visited[before] : nullptr;
  control_.decide(arrival, hitBreakpoints(visited, !last || last->file != place.file ||
                                                       last->line != place.line));
}

void TapeTracker::left(const Node& node, std::span<const Tensor> results) {
  const Visited visited = runs_.back().visited[&node];
  if (control_.breakpoints.all().nan && !control_.isQuiet() && !control_.isPassing())
    if (const auto text = nonFinite_.left(node.name(), valuesOf(results)))
      stopAtNonFinite(visited, *text);
  open_.pop_back();
  for (size_t i = 0; i < node.edges().size() && i < results.size(); ++i)
    if (const Node* next = node.edges()[i].node.get(); next != nullptr && results[i].defined()) {
      Visited& edge = runs_.back().visited[next];
      if (edge.user == nullptr) edge.user = &node;
    }
}

void TapeTracker::stopAtNonFinite(const Visited& node, const std::string& text) {
  const std::string gradient = text + " of its gradients";
  control_.stopAtEvent(
      StopReason::NonFinite, kNonFinite,
      node.file ? nonFiniteText(gradient, node.file->path(), node.line) : gradient);
}

}  // namespace ts::stepping
