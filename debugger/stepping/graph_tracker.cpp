#include "debugger/stepping/graph_tracker.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/cancelled.h"
#include "core/eager/eager.h"
#include "core/eager/jit.h"
#include "core/interp/state.h"
#include "core/ir/kinds.h"
#include "core/source/library_path.h"
#include "debugger/stepping/graph_frame.h"
#include "debugger/stepping/python_call.h"
#include "debugger/stepping/python_tracker.h"

namespace ts::stepping {

using interp::Events;
using tensor::IValue;

namespace {

// The range of a call is its callee; adds the arguments.
std::string callText(const SourceRange& range) {
  constexpr size_t kMost = 80;  // bytes
  const std::string_view text = range.file->text();
  size_t end = range.span.end;
  int depth = 0;
  while (end < text.size() && end - range.span.begin < kMost && text[end] != '\n') {
    depth += (text[end] == '(') - (text[end] == ')');
    if (depth == 0) break;
    ++end;
  }
  return std::string(
      text.substr(range.span.begin, end + (depth == 0 && end > range.span.end) - range.span.begin));
}

void forget(const ir::Block& block, GraphTracker::Running& frame) {
  for (const ir::Value* input : block.inputs())
    if (frame.values.erase(input)) std::erase(frame.order, input);
}

}  // namespace

GraphTracker::GraphTracker(StopControl& control) : control_(control), vm_(control.vm) {
  interp::Interpreter& interpreter = eager::runtimeOf(vm_).interpreter();
  outer_ = interpreter.observer();
  interpreter.setObserver(this);
}

GraphTracker::~GraphTracker() { eager::runtimeOf(vm_).interpreter().setObserver(outer_); }

bool GraphTracker::isInnermost() const {
  return !running_.empty() && (runs_.back().events == Events::All || runs_.back().isShown) &&
         running_.back().pythonCalls == static_cast<size_t>(vm_.state().calls);
}

bool GraphTracker::isHidden() const {
  return !runs_.empty() && runs_.back().events != Events::All &&
         runs_.back().pythonCalls == static_cast<size_t>(vm_.state().calls);
}

NodePlace GraphTracker::place() const {
  if (!isInnermost() || runs_.back().arrivals == 0) return {};
  return {runs_.back().visits, runs_.back().arrivals - 1};
}

std::vector<GraphTracker::PlacedFrame> GraphTracker::frames() {
  std::vector<PlacedFrame> placed;
  const GraphFrame* inner = nullptr;
  for (size_t i = running_.size(); i-- > 0;) {
    Running& running = running_[i];
    if (!running.node) continue;
    const bool isCaller = inner && placed.back().pythonCalls == running.pythonCalls;
    auto frame = isCaller ? std::make_unique<GraphFrame>(*this, running, *inner)
                          : std::make_unique<GraphFrame>(*this, running);
    frame->start = running.start;
    inner = frame.get();
    placed.push_back({std::move(frame), running.pythonCalls});
  }
  return placed;
}

// ---- places

const GraphTracker::SourcePlace& GraphTracker::placeOf(const ir::Node& node) {
  const auto [entry, isNew] = places_.try_emplace(&node);
  if (isNew) entry->second = findPlace(node);
  return entry->second;
}

GraphTracker::SourcePlace GraphTracker::currentPlace() {
  return isInnermost() && running_.back().node ? placeOf(*running_.back().node) : SourcePlace();
}

GraphTracker::SourcePlace GraphTracker::findPlace(const ir::Node& node) {
  SourceRange shown = node.range();
  const auto isUser = [](const SourceRange& range) {
    return range && !isLibrary(range.file->path());
  };
  if (!isUser(shown))
    for (const ir::CallStack* call = node.callStack().get(); call; call = call->caller.get())
      if (isUser(call->callSite) && (control_.justMyCode || !shown)) {
        shown = call->callSite;
        break;
      }
  if (!shown) return {};
  SourceFilePtr& file = files_[shown.file];
  if (!file) {
    vm_.eachSource([&](const eval::Module& module) {
      if (module.source->path() == shown.file->path()) file = module.source;
    });
    // Code of an archive belongs to no module.
    if (!file)
      file = std::make_shared<SourceFile>(shown.file->path(), std::string(shown.file->text()));
  }
  return {file, shown.file->lineOf(shown.span.begin), isUser(shown)};
}

eval::Module& GraphTracker::moduleOf(const SourceFilePtr& file) {
  eval::Module* owner = nullptr;
  vm_.eachSource([&](eval::Module& module) {
    if (module.source == file) owner = &module;
  });
  if (owner) return *owner;
  // Code of an archive sees the names of the program that has loaded it.
  const auto main = vm_.state().modules.find("__main__");
  return main == vm_.state().modules.end() ? *vm_.module("torch") : *main->second;
}

// ---- nodes

const NodeListing& GraphTracker::listingOf(Running& frame) {
  if (!frame.listing)
    frame.listing = std::make_shared<const NodeListing>(*frame.graph, frame.function, engine_);
  return *frame.listing;
}

std::vector<Instruction> GraphTracker::instructionsAround(uint64_t address) {
  std::vector<Instruction> instructions;
  for (Running& frame : running_) {
    const NodeListing& listing = listingOf(frame);
    if (!listing.contains(address)) continue;
    for (size_t row = 0; row < listing.rows().size(); ++row) {
      const SourcePlace place = placeOf(*listing.rows()[row].node);
      instructions.push_back(
          {listing.addressOf(row), listing.textOf(row), frame.function, place.file, place.line});
    }
    break;
  }
  return instructions;
}

std::vector<StepInTarget> GraphTracker::stepInTargets() {
  std::vector<StepInTarget> targets;
  if (running_.empty() || !running_.back().node) return targets;
  Running& frame = running_.back();
  const NodeListing& listing = listingOf(frame);
  bool isAhead = false;
  for (size_t row = 0; row < listing.rows().size(); ++row) {
    const ir::Node* node = listing.rows()[row].node;
    isAhead |= node == frame.node;
    if (!isAhead || !(node->is(ir::prim::CallMethod) || node->is(ir::prim::CallFunction))) continue;
    const SourcePlace place = placeOf(*node);
    if (place.line != frame.line) continue;
    const SourceRange& range = node->range();
    targets.push_back({static_cast<int64_t>(row), callText(range), place.line});
  }
  return targets;
}

// ---- events

bool GraphTracker::needsNodes(const ir::Graph& graph, std::string_view function) {
  const BreakpointSet& set = control_.breakpoints.all();
  return control_.steps.isEntering() || pythonCall_ != 0 || set.raised || set.nan ||
         !set.nodes.empty() || !set.data.empty() || contents_.isStop(graph, function, set);
}

// Says which breakpoints no run of the graph reaches, once for each of them.
void GraphTracker::reportMissingLines(const ir::Graph& graph, std::string_view function) {
  for (const auto& [path, breakpoints] : control_.breakpoints.all().lines)
    for (const Breakpoint& breakpoint : breakpoints) {
      if (reported_.contains(breakpoint.id) ||
          !contents_.stopLine(graph, function, path, breakpoint.line).isMissing)
        continue;
      const auto frames = control_.code.frames();
      if (frames.empty()) return;
      reported_.insert(breakpoint.id);
      control_.report(
          fmt::format("the graph of {} has no node for line {} of {}, nor for what follows it in "
                      "its block: a breakpoint there does not stop the graph",
                      function, breakpoint.line, path),
          *frames.front());
    }
}

Events GraphTracker::runBegun(const ir::Graph& graph, std::string_view function) {
  if (!control_.isQuiet() && !control_.isPassing()) reportMissingLines(graph, function);
  const auto wanted = [&] {
    // The graphs of derivatives are parts of the tape's nodes.
    if (control_.isQuiet() || control_.code.isInTape()) return Events::None;
    if (control_.seesGraphs() || needsNodes(graph, function)) return Events::All;
    return control_.positions.areCounted() ? Events::Lines : Events::None;
  };
  Run& run = runs_.emplace_back();
  run.graph = &graph;
  run.function = function;
  run.frames = running_.size();
  run.pythonCalls = static_cast<size_t>(vm_.state().calls);
  run.events = wanted();
  // Conditions and watched expressions also run graphs, but another run of the engine does not.
  if (control_.positions.areCounted() && !control_.isQuiet())
    run.visits = control_.positions.log().beginRun();
  return run.events;
}

void GraphTracker::runEnded() {
  const Run ended = runs_.back();
  running_.resize(std::min(running_.size(), ended.frames));
  control_.positions.log().endRun(ended.visits);
  runs_.pop_back();
  if (!runs_.empty())
    control_.positions.log().log().depth =
        static_cast<uint32_t>(runs_.back().pythonCalls + running_.size());
  // The operator that has begun the run raises the exception again.
  if (!runs_.empty() && runs_.back().pythonCalls == ended.pythonCalls)
    runs_.back().hasRaised = ended.hasRaised;
}

Events GraphTracker::eventsWanted() {
  Run& run = runs_.back();
  if (control_.isQuiet() || run.events != Events::None) return run.events;
  // A step over or out of a call begins in a frame of the run, which was shown, or outside.
  const size_t depth = run.pythonCalls + run.frames;
  if (!control_.steps.endsIn(depth) && !needsNodes(*run.graph, run.function)) return Events::None;
  show(interp::runningFrames());
  run.isShown = false;
  running_.back().isContinuing = true;
  return run.events = Events::All;
}

bool GraphTracker::hears(Events events) const {
  return !control_.isQuiet() && !runs_.empty() && runs_.back().events == events;
}

void GraphTracker::framePushed(const ir::Graph& graph, std::string_view function,
                               std::span<const IValue> arguments) {
  const bool hasNodes = hears(Events::All);
  if (!hasNodes && !hears(Events::Lines)) return;
  Running& frame = running_.emplace_back();
  frame.pythonCalls = static_cast<size_t>(vm_.state().calls);
  frame.start = control_.positions.newStart();
  control_.positions.log().log().depth = static_cast<uint32_t>(control_.code.depth());
  if (!hasNodes) return;
  frame.graph = &graph;
  frame.function = function;
  const auto& inputs = graph.inputs();
  for (size_t i = 0; i < arguments.size() && i < inputs.size(); ++i)
    note(frame, inputs[i], arguments[i]);
}

// The last node may be on the line of the return statement, so that no arrival comes behind it.
void GraphTracker::seeLastChanges() {
  const ir::Node* const node = running_.back().node;
  if (!node || control_.breakpoints.all().data.empty()) return;
  const SourcePlace& place = placeOf(*node);
  if (!place.file) return;
  Arrival arrival;
  arrival.isNode = true;
  arrival.path = &place.file->path();
  arrival.line = place.line;
  arrival.depth = control_.code.depth();
  Hits hits;
  control_.findChanges(arrival, hits);
  if (!hits.ids.empty()) control_.decide(arrival, std::move(hits));
}

void GraphTracker::framePopped(const ir::Graph&, std::span<const IValue>) {
  if (control_.isQuiet() || runs_.empty() || running_.size() <= runs_.back().frames) return;
  if (hears(Events::All)) seeLastChanges();
  running_.pop_back();
  control_.positions.log().log().depth = static_cast<uint32_t>(control_.code.depth());
}

// ---- Python in place of a graph

std::string GraphTracker::pythonProblem(const StackFrame& frame) {
  const auto running = std::ranges::find_if(
      running_, [&](const Running& candidate) { return candidate.start.call == frame.start.call; });
  if (running == running_.end()) return "the frame has ended";
  std::vector<IValue> arguments;
  for (const ir::Value* input : running->graph->inputs()) {
    const auto value = running->values.find(input);
    if (value == running->values.end()) return "an argument of the frame is not kept";
    arguments.push_back(value->second.content);
  }
  return PythonCall(vm_, *running->graph, running->function, arguments).problem();
}

std::optional<std::vector<IValue>> GraphTracker::takeCall(const ir::Graph& graph,
                                                          std::string_view function,
                                                          std::span<const IValue> arguments) {
  if (!hears(Events::All) || running_.empty() || running_.back().start.call != pythonCall_)
    return {};
  control_.moveByHand();
  control_.positions.forgetTarget();
  control_.stopSoon(StopReason::Python);
  return PythonCall(vm_, graph, function, arguments).run();
}

void GraphTracker::note(Running& frame, const ir::Value* value, const IValue& content) {
  const bool isNew =
      frame.values.insert_or_assign(value, Running::ComputedValue{content, ++time_}).second;
  if (isNew) frame.order.push_back(value);
}

interp::Line GraphTracker::lineOf(const ir::Node& node) {
  const SourcePlace& place = placeOf(node);
  if (!place.file) return {};
  return {control_.positions.log().numberOf(place.file->path(), place.line),
          place.isUserCode || !control_.justMyCode};
}

interp::LineLog* GraphTracker::lineLog() { return &control_.positions.log().log(); }

void GraphTracker::lineReached(const ir::Node& node) {
  if (!hears(Events::Lines) || running_.empty()) return;
  running_.back().line = 0;
  reached(node);
}

void GraphTracker::reached(const ir::Node& node) {
  const SourcePlace& place = placeOf(node);
  if (!place.file || place.line == running_.back().line) return;
  const Arrival arrival = moveTo(place);
  // A graph that contains the end of the way has all events, if that was known.
  if (control_.positions.isPastTarget()) control_.decide(arrival, {});
}

void GraphTracker::nodeEntered(const ir::Node& node, std::span<const IValue> inputs) {
  // Another observer wants all events.
  if (running_.empty()) return;
  if (hears(Events::Lines)) return reached(node);
  if (!hears(Events::All)) return;
  comeTo(node, inputs);
  if (control_.breakpoints.all().nan && node.schema())
    nonFinite_.entered(node.schema()->name, inputs);
}

void GraphTracker::returnReached(const ir::Node& node, std::span<const IValue> results) {
  if (!running_.empty() && hears(Events::All)) comeTo(node, results);
}

void GraphTracker::comeTo(const ir::Node& node, std::span<const IValue> inputs) {
  throwIfCancelled(vm_.stop);
  control_.interrupts.runPending();
  Running& frame = running_.back();
  frame.node = &node;
  // Block parameters are first seen here.
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ir::Value* value = node.input(i);
    if (value->node()->is(ir::prim::Constant)) continue;
    // The time 0: a name that was bound in this round stays.
    if (frame.values.try_emplace(value, Running::ComputedValue{inputs[i], 0}).second)
      frame.order.push_back(value);
  }
  arrive(node, true);
}

void GraphTracker::nodeLeft(const ir::Node& node, std::span<const IValue> outputs) {
  if (!hears(Events::All) || running_.empty()) return;
  if (node.schema()) control_.places.countOperator();
  for (size_t i = 0; i < outputs.size(); ++i) note(running_.back(), node.output(i), outputs[i]);
  if (!control_.breakpoints.all().nan || control_.isPassing() || !node.schema()) return;
  const auto text = nonFinite_.left(node.schema()->name, outputs);
  const SourcePlace place = placeOf(node);
  if (!text || !place.file) return;
  running_.back().node = &node;
  control_.stopAtEvent(StopReason::NonFinite, kNonFinite,
                       nonFiniteText(*text, place.file->path(), place.line));
}

void GraphTracker::iterationBegun(const ir::Node& node, int64_t index) {
  if (running_.empty()) return;
  if (hears(Events::Lines)) {
    running_.back().line = 0;
    if (index > 0) reached(node);
    return;
  }
  if (!hears(Events::All)) return;
  running_.back().node = &node;
  if (!std::exchange(running_.back().isContinuing, false)) {
    running_.back().line = 0;
    // Python comes back to the loop's line in each round, before the next round's value is bound.
    if (index > 0) arrive(node, false);
  }
  const ir::Block& body = *node.blocks()[0];
  forget(body, running_.back());
  note(running_.back(), body.inputs()[0], IValue(index));
}

Arrival GraphTracker::moveTo(const SourcePlace& place) {
  Running& frame = running_.back();
  Arrival arrival;
  arrival.isShown = place.isUserCode || !control_.justMyCode;
  arrival.isLine = place.line != frame.line;
  arrival.path = &place.file->path();
  arrival.line = place.line;
  arrival.depth = control_.code.depth();
  frame.line = place.line;
  control_.positions.count(arrival);
  return arrival;
}

void GraphTracker::arrive(const ir::Node& node, bool isNode) {
  const SourcePlace& place = placeOf(node);
  if (!place.file) return;
  Arrival arrival = moveTo(place);
  if (arrival.isShown) ++runs_.back().arrivals;
  Running& frame = running_.back();
  Hits hits;
  if (isNode || arrival.isLine) hits = hitBreakpoints(node, arrival, isNode);
  frame.isStarting = frame.isContinuing = false;
  arrival.isNode = isNode;
  if (isNode && control_.steps.hasCall())
    if (const auto row = listingOf(frame).rowOf(node))
      control_.steps.reachCall(static_cast<int64_t>(*row), control_.code.depth());
  control_.decide(arrival, std::move(hits));
}

Hits GraphTracker::hitBreakpoints(const ir::Node& node, const Arrival& arrival, bool isNode) {
  Hits hits;
  const BreakpointSetPtr all = control_.breakpoints.share();
  if (all->lines.empty() && all->functions.empty() && all->nodes.empty()) return hits;
  GraphFrame frame(*this, running_.back());
  // A later round of a loop does not come from the line before the loop.
  const auto stopsAt = [&](uint32_t line) {
    const Run& run = runs_.back();
    return line == arrival.line ||
           (isNode &&
            contents_.stopLine(*run.graph, run.function, *arrival.path, line).line == arrival.line);
  };
  if (arrival.isLine)
    if (const auto breakpoints = all->lines.find(*arrival.path); breakpoints != all->lines.end())
      for (const Breakpoint& breakpoint : breakpoints->second)
        if (stopsAt(breakpoint.line) && control_.isHit(breakpoint, frame))
          hits.ids.push_back(breakpoint.id);
  for (const Breakpoint& breakpoint : all->functions) {
    const bool isStart = running_.back().isStarting &&
                         isNamedFunction(running_.back().function, breakpoint.function);
    if (!isStart && node.kind().str() != breakpoint.function) continue;
    if (!control_.isHit(breakpoint, frame)) continue;
    hits.ids.push_back(breakpoint.id);
    hits.reason = StopReason::FunctionBreakpoint;
  }
  if (!isNode) return hits;
  for (const Breakpoint& breakpoint : all->nodes) {
    if (!listingOf(running_.back()).stopsAt(breakpoint.address, node)) continue;
    if (!control_.isHit(breakpoint, frame)) continue;
    hits.ids.push_back(breakpoint.id);
    hits.reason = StopReason::InstructionBreakpoint;
  }
  return hits;
}

bool GraphTracker::isCaughtOutside(const interp::Exception& exception) {
  eval::Frame* const outside = vm_.state().frame;
  if (!outside || exception.isGap) return false;
  try {
    eager::jitOf(vm_).raiseException(exception);
  } catch (const eval::Raised& raised) {
    return isCaught(vm_, outside, *raised.exception);
  }
}

void GraphTracker::raised(const ir::Node& node, const interp::Exception& exception,
                          const interp::LiveFrames& frames) {
  if (control_.isQuiet() || runs_.empty()) return;
  if (hears(Events::All) && running_.size() <= runs_.back().frames) return;
  const BreakpointSet& set = control_.breakpoints.all();
  const bool isAgain = std::exchange(runs_.back().hasRaised, true);
  // No handler is in a graph, so the exception leaves it.
  const bool isUncaught = (set.raised || set.uncaught) && !isCaughtOutside(exception);
  if (!isAgain && !control_.isPassing() && (set.raised || (set.uncaught && isUncaught))) {
    if (!hears(Events::All)) show(frames());
    running_.back().node = &node;
    control_.code.passRaised();
    Stop reached;
    reached.reason = StopReason::Exception;
    reached.text = exception.className;
    reached.isUncaught = isUncaught;
    reached.describe = [&exception] {
      return ExceptionText{exception.className, exception.className, exception.message,
                           exception.text()};
    };
    control_.stop(reached);
  }
  running_.resize(std::min(running_.size(), runs_.back().frames));
}

void GraphTracker::show(const std::vector<interp::LiveFrame>& frames) {
  runs_.back().isShown = true;
  const size_t first = runs_.back().frames;
  const bool areKnown = running_.size() == first + frames.size();
  running_.resize(first + frames.size());
  for (size_t i = 0; i < frames.size(); ++i) {
    Running& frame = running_[first + i];
    if (!areKnown) frame.start = {0, control_.positions.log().count()};
    frame.graph = frames[i].graph;
    frame.pythonCalls = static_cast<size_t>(vm_.state().calls);
    frame.function = frames[i].function;
    frame.node = frames[i].node;
    frame.line = placeOf(*frame.node).line;
    for (const auto& [value, content] : frames[i].values) note(frame, value, content);
  }
}

void GraphTracker::hide() {
  Run& run = runs_.back();
  run.isShown = false;
  if (run.events == Events::None) running_.resize(run.frames);
  for (size_t i = run.frames; i < running_.size(); ++i) {
    running_[i].node = nullptr;
    running_[i].values.clear();
    running_[i].order.clear();
  }
}

}  // namespace ts::stepping
