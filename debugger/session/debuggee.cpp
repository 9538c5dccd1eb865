#include "debugger/session/debuggee.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <utility>

#include "core/base/cancelled.h"
#include "debugger/session/forecast.h"

namespace ts::session {

using stepping::StopReason;

Debuggee::Debuggee(ProgramListener& listener, ProgramConfig config)
    : listener_(listener),
      output_(listener, config.ownsOutput),
      maker_(*this, output_, std::move(config)),
      group_(engineCount(), this->config().lockStep && engineCount() > 1),
      back_(group_, maker_, lifetime_, output_) {}

Debuggee::~Debuggee() {
  end(0);
  if (starter_.joinable()) starter_.join();
  std::unique_lock lock(group_.mutex);
  std::vector<std::unique_ptr<EngineThread>> threads;
  for (EngineState& engine : group_.engines) threads.push_back(std::move(engine.thread));
  lock.unlock();
  threads.clear();  // the threads call engineEnded()
}

std::string Debuggee::load() {
  std::string note;
  if (std::string problem = maker_.prepare(note); !problem.empty()) return problem;
  if (!note.empty()) output_.say(OutputKind::Console, note);
  // Loading a target and its forecast run code of the user, which may take long: they come later.
  if (config().isTarget()) return {};
  EngineState& engine = group_.engines[0];
  engine.thread = maker_.make(0, false);
  if (config().stopOnEntry) engine.thread->stopAtStart(StopReason::Entry);
  return maker_.load(*engine.thread);
}

void Debuggee::run(stepping::BreakpointSetPtr breakpoints) {
  std::lock_guard lock(group_.mutex);
  group_.breakpoints = breakpoints;
  lifetime_.start();
  if (!config().isTarget()) return group_.engines[0].thread->run(std::move(breakpoints), {});
  const bool stopsAtDivergence = config().stopOnDivergence.value_or(group_.breakpoints->divergence);
  const bool isInLockStep = group_.lockStep.isOn();
  starter_ = std::thread([=, this] {
    try {
      startTarget(stopsAtDivergence, isInLockStep);
    } catch (const Cancelled&) {
      finish(1);
    }
  });
}

bool Debuggee::loadEngine(EngineThread& engine, std::vector<stepping::NotedPlace>& places) {
  const std::string problem = maker_.load(engine);
  std::ranges::copy(engine.tracerWarnings(), std::back_inserter(places));
  if (problem.empty()) return true;
  output_.say(OutputKind::Important,
              fmt::format("{} cannot run: {}\n", engine.settings().name, problem));
  return false;
}

void Debuggee::startTarget(bool stopsAtDivergence, bool isInLockStep) {
  Forecast forecast;
  if (engineCount() > 1 && !config().noDebug) {
    forecast = makeForecast(
        {*config().target, config().engines, config().justMyCode, forecastEnd_.get_token()});
    if (forecast.isPartial)
      output_.say(
          OutputKind::Important,
          fmt::format("the call was paused, or takes longer than {} s: engines are in lock-step up "
                      "to there, and their divergences are not known\n",
                      kForecastSeconds));
  }
  std::vector<stepping::NotedPlace> places;
  if (stopsAtDivergence) places = std::move(forecast.divergences);
  std::vector<std::unique_ptr<EngineThread>> threads;
  std::vector<bool> isLoaded;
  for (size_t i = 0; i < engineCount(); ++i) {
    threads.push_back(maker_.make(i, isInLockStep));
    isLoaded.push_back(loadEngine(*threads[i], places));
    if (!isLoaded[0]) return finish(1);
  }
  threads[0]->setPlaces(std::move(places));
  if (config().stopOnEntry) threads[0]->stopAtStart(StopReason::Entry);
  std::unique_lock lock(group_.mutex);
  if (lifetime_.isEnding()) {
    lock.unlock();
    return finish(1);
  }
  group_.lockStep.setForecast(std::move(forecast.visits));
  // The forecast may have ended before it knew any place, so that no engine can follow another one.
  if (isPausing_)
    for (const auto& thread : threads) thread->stopAtStart(StopReason::Pause);
  for (size_t i = 0; i < engineCount(); ++i) {
    group_.engines[i].hasEnded = !isLoaded[i];
    group_.engines[i].thread = std::move(threads[i]);
  }
  // In lock-step the first engine leads, and the others start when it has stopped.
  for (size_t i = 0; i < engineCount(); ++i)
    if (isLoaded[i] && (i == 0 || !isInLockStep))
      group_.engines[i].thread->run(group_.breakpoints, {});
}

void Debuggee::setBreakpoints(stepping::BreakpointSetPtr breakpoints) {
  std::lock_guard lock(group_.mutex);
  group_.breakpoints = breakpoints;
  for (const EngineState& engine : group_.engines)
    if (engine.thread) engine.thread->setBreakpoints(breakpoints);
}

std::vector<size_t> Debuggee::runningEngines() {
  std::vector<size_t> running;
  if (!isRunning()) return running;
  std::lock_guard lock(group_.mutex);
  for (size_t i = 0; i < engineCount(); ++i)
    if (!group_.engines[i].hasEnded) running.push_back(i);
  return running;
}

void Debuggee::pause(size_t engine) {
  std::lock_guard lock(group_.mutex);
  // In lock-step only the leader runs for long.
  const EngineState& moving =
      group_.engines[group_.lockStep.isOn() ? group_.lockStep.leader() : engine];
  if (moving.thread) return moving.thread->pause();
  isPausing_ = true;
  forecastEnd_.request_stop();
}

// ---- stopped engines

void Debuggee::post(std::optional<size_t> engine, StopJob job) {
  std::unique_lock lock(group_.mutex);
  const size_t number = engine.value_or(group_.lockStep.leader());
  EngineThread* const thread = number < engineCount() && !group_.engines[number].hasEnded
                                   ? group_.engines[number].thread.get()
                                   : nullptr;
  lock.unlock();
  if (thread)
    thread->post(std::move(job));
  else
    job.refuse();
}

// Only the engine's thread knows its frames.
std::optional<CallStart> Debuggee::callOf(std::optional<int64_t> frame) {
  std::promise<std::optional<CallStart>> promise;
  StopJob job;
  job.run = [&](StoppedProgram& program) {
    const stepping::StackFrame* const stopped = program.findFrame(frame);
    if (!stopped) return promise.set_value({});
    const bool isTrace = config().engines[program.engine] == debugger::EngineKind::Trace;
    promise.set_value(
        CallStart{program.engine, stopped->start,
                  isTrace ? "a trace does not continue in Python: it is not made of functions"
                          : program.stepper.pythonProblem(*stopped)});
  };
  job.refuse = [&] { promise.set_value({}); };
  post(frame ? std::optional(engineOf(*frame)) : std::nullopt, std::move(job));
  return promise.get_future().get();
}

void Debuggee::collectPeers(size_t engine, const FramePlace& place,
                            std::function<void(std::vector<Peer>)> use) {
  std::vector<PeerEngine> peers;
  {
    std::lock_guard lock(group_.mutex);
    for (const size_t i : group_.lockStep.peersOf(engine)) peers.push_back({i, maker_.nameOf(i)});
  }
  askPeers([this](size_t peer, StopJob job) { post(peer, std::move(job)); }, std::move(peers),
           place, {}, std::move(use));
}

void Debuggee::attach() {
  std::lock_guard lock(group_.mutex);
  isDetached_ = false;
}

void Debuggee::detach() {
  setBreakpoints(std::make_shared<stepping::BreakpointSet>());
  std::lock_guard lock(group_.mutex);
  isDetached_ = true;
  for (EngineState& engine : group_.engines) {
    engine.stop = nullptr;
    if (engine.thread) engine.thread->withdrawRequests();
  }
}

// ---- engines stop and end, on their threads

void Debuggee::engineStopped(EngineThread& engine, StoppedProgram& program) {
  std::lock_guard lock(group_.mutex);
  LockStep& lockStep = group_.lockStep;
  const size_t number = engine.settings().number;
  // The front end that the engine has stopped for may have left, and another one has come.
  if (engine.isContinuing()) return;
  if (isDetached_) return engine.continueTo({});
  group_.engines[number].stop = &program;
  if (!lockStep.isOn()) {
    lockStep.lead(number);
    return sendStopped(number, true);
  }
  const bool haveAllArrived = number == lockStep.leader()
                                  ? lockStep.moveFollowers(engine.position(), group_.breakpoints)
                                  : lockStep.arrived();
  if (haveAllArrived) announce();
}

void Debuggee::engineResumed(EngineThread& engine) {
  std::lock_guard lock(group_.mutex);
  const size_t number = engine.settings().number;
  group_.lockStep.lead(number);
  group_.engines[number].stop = nullptr;
}

void Debuggee::engineEnded(EngineThread& engine, int status, const std::string& summary) {
  std::unique_lock lock(group_.mutex);
  LockStep& lockStep = group_.lockStep;
  const size_t number = engine.settings().number;
  EngineState& state = group_.engines[number];
  // A newer engine may have replaced it.
  if (state.thread.get() != &engine) return;
  state.stop = nullptr;
  state.hasEnded = true;
  state.summary = summary;
  lifetime_.noteStatus(status);
  saySummaries();
  if (config().isTarget()) listener_.engineEnded(number);
  if (std::ranges::all_of(group_.engines, &EngineState::hasEnded)) {
    lock.unlock();
    return finish(status);
  }
  if (!lockStep.isOn() || lifetime_.isEnding()) return;
  const bool haveAllArrived = number == lockStep.leader()
                                  ? lockStep.moveFollowers(SIZE_MAX, group_.breakpoints)
                                  : lockStep.arrived();
  if (haveAllArrived) announce();
}

void Debuggee::saySummaries() {
  for (EngineState& engine : group_.engines) {
    if (!engine.hasEnded) {
      if (group_.lockStep.isOn()) return;
      continue;
    }
    const std::string summary = std::exchange(engine.summary, {});
    if (!summary.empty() && !lifetime_.isEnding()) output_.say(OutputKind::Console, summary + "\n");
  }
}

void Debuggee::announce() {
  const auto meeting = group_.lockStep.meet();
  if (!meeting || lifetime_.isEnding()) return;
  // A pause stops all engines, and is one event.
  for (const size_t engine : meeting->early)
    if (group_.engines[engine].stop->stop.reason != StopReason::Pause) sendStopped(engine, false);
  sendStopped(meeting->leader, true);
}

void Debuggee::sendStopped(size_t engine, bool isFocus) {
  listener_.stopped({engine, group_.engines[engine].stop->stop,
                     engineCount() == 1 || group_.lockStep.isOn(), isFocus});
}

// ---- the end

bool Debuggee::end(int milliseconds) {
  maker_.stop();
  std::unique_lock lock(group_.mutex);
  lifetime_.askToEnd();
  for (const EngineState& engine : group_.engines)
    if (engine.thread) engine.thread->end(0);
  lock.unlock();
  return std::ranges::all_of(group_.engines, [&](const EngineState& engine) {
    return !engine.thread || engine.thread->end(milliseconds);
  });
}

void Debuggee::finish(int status) {
  lifetime_.noteStatus(status);
  if (!lifetime_.finish()) return;
  output_.flush();
  listener_.ended(lifetime_.status());
  lifetime_.report();
}

}  // namespace ts::session
