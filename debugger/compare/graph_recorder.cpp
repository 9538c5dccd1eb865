#include "debugger/compare/graph_recorder.h"

#include "core/base/cancelled.h"
#include "core/ir/kinds.h"

namespace ts::debugger {
namespace {

// True when a node only passes values on, so that its event would say nothing.
bool isTransparent(const ir::Node& node) {
  return node.is(ir::prim::GetAttr) || node.is(ir::prim::CallMethod) ||
         node.is(ir::prim::CallFunction);
}

}  // namespace

void GraphRecorder::begin(Events& events, std::stop_token stop) {
  events_ = &events;
  stop_ = std::move(stop);
  open_.clear();
}

Site GraphRecorder::place() const {
  for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
    const Site own = siteOf(open->node->range());
    if (own && !own.isLibrary()) return own;
    for (auto call = open->node->callStack(); call; call = call->caller) {
      const Site outer = siteOf(call->callSite);
      if (outer && !outer.isLibrary()) return outer;
    }
  }
  return {};
}

Event GraphRecorder::make(const ir::Node& node, std::span<const IValue> inputs) {
  Event event;
  event.name = node.kind().str();
  event.node = &node;
  event.inner = siteOf(node.range());
  event.site = place();
  for (const IValue& input : inputs) {
    tensorsIn(input, event.inputTensors);
    event.inputs.push_back(input.isTensor() ? input : frozen(input));
  }
  return event;
}

void GraphRecorder::recordOutputs(Event& event, std::span<const IValue> outputs) {
  for (const IValue& output : outputs) {
    tensorsIn(output, event.outputTensors);
    event.outputs.push_back(frozen(output));
    events_->alive.push_back(output);
  }
}

void GraphRecorder::nodeEntered(const ir::Node& node, std::span<const IValue> inputs) {
  throwIfCancelled(stop_);
  open_.push_back({&node, {}});
  if (!events_->isFull() && !isTransparent(node)) open_.back().event = make(node, inputs);
}

void GraphRecorder::nodeLeft(const ir::Node& node, std::span<const IValue> outputs) {
  if (!events_->isFull() && !isTransparent(node)) {
    Open& open = open_.back();
    if (node.is(ir::prim::Loop)) recordLoopTest(node, open.rounds, false);
    recordOutputs(open.event, outputs);
    events_->rows.push_back(std::move(open.event));
  }
  open_.pop_back();
}

void GraphRecorder::blockTaken(const ir::Node& node, size_t block) {
  if (events_->isFull()) return;
  Event event = make(node, {});
  event.kind = EventKind::Decision;
  event.decisionKind = DecisionKind::Branch;
  event.outputs = {IValue(block == 0)};
  events_->rows.push_back(std::move(event));
}

void GraphRecorder::iterationBegun(const ir::Node& node, int64_t index) {
  if (events_->isFull() || open_.empty()) return;
  recordLoopTest(node, index, true);
  open_.back().rounds = index + 1;
}

void GraphRecorder::recordLoopTest(const ir::Node& node, int64_t rounds, bool goesOn) {
  Event event = make(node, {});
  event.kind = EventKind::Decision;
  event.decisionKind = DecisionKind::For;
  event.name = std::to_string(rounds);
  event.outputs = {IValue(goesOn)};
  events_->rows.push_back(std::move(event));
}

void GraphRecorder::raised(const ir::Node& node, const interp::Exception&,
                           const interp::LiveFrames&) {
  while (!open_.empty() && open_.back().node != &node) open_.pop_back();
  if (open_.empty() || events_->isFull()) return;
  Event event = std::move(open_.back().event);
  if (event.node) {
    event.failed = true;
    events_->rows.push_back(std::move(event));
  }
  open_.pop_back();
}

}  // namespace ts::debugger
