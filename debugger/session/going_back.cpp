#include "debugger/session/going_back.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "debugger/session/forecast.h"

namespace ts::session {

namespace {

constexpr const char* kAtStart = "the program is at its start";

// The end of one step back; nothing at the start of the program.
std::optional<RunGoal> goalBefore(const EngineThread& engine, bool toNode) {
  const std::span<const stepping::Visit> visits = engine.visits();
  size_t target = engine.position();
  // An engine may stop before its first line, at a node of the library.
  if (target >= visits.size()) return {};
  // The run of the graph reaches the node in the visits up to here.
  stepping::NodePlace node = engine.nodePlace();
  if (toNode && node.run != SIZE_MAX && node.arrivals > 0) {
    --node.arrivals;
    return RunGoal{target, true, node};
  }
  // After a call on the line, the last visit belongs to the call.
  const size_t depth = std::min<size_t>(visits[target].depth, engine.stopDepth());
  const bool isBehindCall = visits[target].depth > depth;
  if (!isBehindCall || !toNode) {
    do {
      if (target == 0) return {};
      --target;
    } while (visits[target].depth > depth);
  }
  return RunGoal{target, true};
}

}  // namespace

std::string GoingBack::problemOf(size_t number) const {
  if (std::string problem = maker_.rerunProblem(); !problem.empty()) return problem;
  const EngineState& engine = group_.engines[number];
  if (lifetime_.isEnding() || !engine.thread || !engine.stop) return "the program is not stopped";
  if (engine.thread->hasJumped())
    return "the engine was moved by hand: running it again would not lead back here";
  if (engine.position() >= stepping::VisitLog::kMost)
    return fmt::format("the past is not kept beyond {} lines", stepping::VisitLog::kMost);
  return {};
}

std::string GoingBack::stepBack(size_t engine, bool toNode) {
  std::unique_lock lock(group_.mutex);
  if (std::string problem = problemOf(engine); !problem.empty()) return problem;
  const auto goal = goalBefore(*group_.engines[engine].thread, toNode);
  return goal ? rerun(std::move(lock), engine, *goal) : kAtStart;
}

std::string GoingBack::reverseContinue(size_t engine,
                                       const stepping::BreakpointSetPtr& breakpoints) {
  std::unique_lock lock(group_.mutex);
  if (std::string problem = problemOf(engine); !problem.empty()) return problem;
  const size_t position = group_.engines[engine].position();
  if (position == 0) return kAtStart;
  const Rerun search{[&] { return maker_.makeRunner(engine); }, engine, maker_.config().justMyCode};
  const auto hit = lastHitBefore(search, position, breakpoints);
  return rerun(std::move(lock), engine, {hit.value_or(0), true});
}

std::string GoingBack::restart(const CallStart& call) {
  std::unique_lock lock(group_.mutex);
  if (std::string problem = problemOf(call.engine); !problem.empty()) return problem;
  if (call.start.visit > group_.engines[call.engine].position())
    return "no line of the frame has run";
  return rerun(std::move(lock), call.engine, {call.start.visit, true});
}

std::string GoingBack::restartInPython(const CallStart& call) {
  if (!call.pythonProblem.empty()) return call.pythonProblem;
  std::unique_lock lock(group_.mutex);
  if (std::string problem = problemOf(call.engine); !problem.empty()) return problem;
  if (call.start.visit > group_.engines[call.engine].position())
    return "no line of the frame has run";
  if (group_.lockStep.isOn())
    output_.say(OutputKind::Console,
                "the engines move alone from here on, as with `lockStep` false\n");
  group_.lockStep.leave();
  return rerun(std::move(lock), call.engine, {call.start.visit, true}, call.start.call);
}

// Runs the engine again, up to the goal. In lock-step, the others follow.
std::string GoingBack::rerun(std::unique_lock<std::mutex> lock, size_t number, RunGoal goal,
                             uint64_t pythonCall) {
  LockStep& lockStep = group_.lockStep;
  std::vector<EngineState>& engines = group_.engines;
  lockStep.leadBack(number);
  std::vector<stepping::VisitRun> runs = engines[number].thread->runs();
  std::vector<std::unique_ptr<EngineThread>> replaced;
  std::vector<size_t> again;
  for (size_t i = 0; i < engines.size(); ++i) {
    EngineState& engine = engines[i];
    const auto isLater = [&] {
      return engine.stop ? engine.position() > lockStep.partnerOf(i, goal.visit).visit
                         : engine.hasEnded;
    };
    if (i != number && (!lockStep.isOn() || !isLater())) continue;
    again.push_back(i);
    engine.stop = nullptr;
    engine.hasEnded = false;
    replaced.push_back(std::exchange(engine.thread, maker_.make(i, lockStep.isOn())));
  }
  lock.unlock();
  replaced.clear();  // their threads call engineEnded()
  std::string problem;
  for (const size_t i : again) {
    const std::string wrong = maker_.load(*engines[i].thread);
    if (i == number) problem = wrong;
    lock.lock();
    engines[i].hasEnded = !wrong.empty();
    lock.unlock();
  }
  lock.lock();
  EngineThread& engine = *engines[number].thread;
  engine.setPythonCall(pythonCall);
  engine.setPastRuns(std::move(runs));
  if (problem.empty()) engine.run(group_.breakpoints, goal);
  return problem;
}

}  // namespace ts::session
