#include "debugger/dap/debuggee.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/output.h"
#include "core/driver/torch_choice.h"

namespace ts::dap {

using stepping::StopReason;

namespace {

constexpr const char* kWrongThread = "`threadId` is not the id of a thread";
constexpr const char* kAtStart = "the program is at its start";

struct ReasonName {
  StopReason reason;
  const char* name;
  const char* description;  // null: the editor makes one of the name
};
constexpr ReasonName kReasons[] = {
    {StopReason::Entry, "entry", nullptr},
    {StopReason::Step, "step", nullptr},
    {StopReason::Breakpoint, "breakpoint", nullptr},
    {StopReason::FunctionBreakpoint, "function breakpoint", nullptr},
    {StopReason::DataBreakpoint, "data breakpoint", "A watched value has changed"},
    {StopReason::InstructionBreakpoint, "instruction breakpoint", nullptr},
    {StopReason::Pause, "pause", nullptr},
    {StopReason::Exception, "exception", "Exception"},
    {StopReason::Divergence, "exception", "The engines diverge"},
    {StopReason::NonFinite, "exception", "NaN or Inf"},
    {StopReason::TracerWarning, "exception", "torch.jit.trace warns"},
    {StopReason::Goto, "goto", nullptr},
    {StopReason::Python, "entry", "Python runs the call"},
};

}  // namespace

Debuggee::Debuggee(Client& client, Sources& sources, LaunchConfig config)
    : client_(client), sources_(sources), config_(std::move(config)) {
  if (config_.ownsOutput)
    pump_.emplace([this](std::string_view category, std::string text) {
      JsonWriter body;
      body.beginObject().member("category", category).member("output", text).endObject();
      client_.event("output", body.text());
    });
}

Debuggee::~Debuggee() {
  end(0);
  if (starter_.joinable()) starter_.join();
  std::unique_lock lock(mutex_);
  std::vector<std::unique_ptr<EngineThread>> engines = std::move(engines_);
  engines_.clear();
  lock.unlock();
  engines.clear();  // their threads call engineEnded()
}

std::string Debuggee::load() {
  for (const auto& [name, value] : config_.environment) {
    if (value)
      ::setenv(name.c_str(), value->c_str(), 1);
    else
      ::unsetenv(name.c_str());
  }
  if (config_.jit) ::setenv("PYTORCH_JIT", *config_.jit ? "1" : "0", 1);
  if (::chdir(config_.folder.c_str()) != 0)
    return fmt::format("`cwd` is {}, which cannot be entered", config_.folder);
  driver::useTorchProfile(config_.torch,
                          isTarget() ? config_.target->target.path : config_.program);
  stops_.assign(config_.engines.size(), nullptr);
  hasEnded_.assign(config_.engines.size(), false);
  summaries_.assign(config_.engines.size(), {});
  if (isTarget()) return loadTarget();
  if (config_.record)
    journal_ = std::make_unique<eager::HostJournal>(size_t{config_.maxMemory} << 20);
  engines_.push_back(makeEngine(0, false));
  return engines_[0]->load([this] { return makeRunner(0); });
}

// Loading and the forecast run code of the user, which may take long: they come later.
std::string Debuggee::loadTarget() {
  debugger::Request& request = *config_.target;
  request.stop = stop_.get_token();
  if (request.target.kind != driver::TargetKind::PythonModule &&
      ::access(request.target.path.c_str(), R_OK) != 0)
    return fmt::format("`target`: {} cannot be read", request.target.path);
  const driver::FoundArguments found = debugger::findInit(request, {});
  if (!found.error.empty()) return "`init` is missing: " + found.error;
  if (!found.source.empty()) say("console", found.description(request.target.name) + "\n");
  return {};
}

std::unique_ptr<Runner> Debuggee::makeRunner(size_t number) const {
  return isTarget() ? makeCallRunner(*config_.target, config_.engines[number])
                    : makeScriptRunner(config_, journal_.get());
}

// isAgain: it replaces an engine that has run already.
std::unique_ptr<EngineThread> Debuggee::makeEngine(size_t number, bool isAgain) {
  EngineThread::Settings settings;
  settings.name = debugger::nameOf(config_.engines[number]);
  settings.number = static_cast<int64_t>(number);
  settings.noDebug = config_.noDebug;
  settings.justMyCode = config_.justMyCode;
  settings.countsVisits = isTarget() || journal_;
  settings.stopsInGraphs = isTarget();
  settings.isInLockStep = isLockStep();
  if (config_.stopOnEntry && number == 0 && !isAgain) settings.startReason = StopReason::Entry;
  EngineListener& listener = *this;
  return std::make_unique<EngineThread>(listener, std::move(settings), lastId_);
}

void Debuggee::run(stepping::BreakpointSetPtr breakpoints) {
  std::lock_guard lock(mutex_);
  breakpoints_ = breakpoints;
  isStarted_ = true;
  if (!isTarget()) return engines_[0]->run(std::move(breakpoints), {});
  starter_ = std::thread([this, breakpoints] {
    try {
      startTarget(breakpoints);
    } catch (const Cancelled&) {
      finish(1);
    }
  });
}

void Debuggee::startTarget(stepping::BreakpointSetPtr breakpoints) {
  if (config_.engines.size() > 1 && !config_.noDebug) {
    forecast_ = makeForecast(
        {*config_.target, config_.engines, config_.justMyCode, forecastEnd_.get_token()});
    if (forecast_.isPartial)
      say("important",
          fmt::format("the call was paused, or takes longer than {} s: engines are in lock-step up "
                      "to there, and their divergences are not known\n",
                      kForecastSeconds));
  }
  std::vector<stepping::NotedPlace> places;
  if (config_.stopOnDivergence.value_or(breakpoints->divergence))
    places = std::move(forecast_.divergences);
  std::vector<std::unique_ptr<EngineThread>> made;
  for (size_t i = 0; i < config_.engines.size(); ++i) {
    made.push_back(makeEngine(i, false));
    const std::string problem = made[i]->load([this, i] { return makeRunner(i); });
    std::ranges::copy(made[i]->tracerWarnings(), std::back_inserter(places));
    if (problem.empty()) continue;
    say("important", fmt::format("{} cannot run: {}\n", made[i]->settings().name, problem));
    hasEnded_[i] = true;
    if (i == 0) return finish(1);
  }
  made[0]->setPlaces(std::move(places));
  std::unique_lock lock(mutex_);
  if (isEnding_) {
    lock.unlock();
    return finish(1);
  }
  engines_ = std::move(made);
  if (isPausing_) engines_[0]->pauseAtStart();
  // In lock-step the first engine leads, and the others start when it has stopped.
  for (size_t i = 0; i < engines_.size(); ++i)
    if (!hasEnded_[i] && (i == 0 || !isLockStep())) engines_[i]->run(breakpoints_, {});
}

void Debuggee::setBreakpoints(stepping::BreakpointSetPtr breakpoints) {
  std::lock_guard lock(mutex_);
  breakpoints_ = breakpoints;
  for (const auto& engine : engines_) engine->setBreakpoints(breakpoints);
}

bool Debuggee::isRunning() {
  std::lock_guard lock(mutex_);
  return isStarted_ && !isFinished_;
}

std::vector<Debuggee::Thread> Debuggee::threads() {
  std::lock_guard lock(mutex_);
  std::vector<Thread> found;
  if (!isStarted_ || isFinished_) return found;
  for (size_t i = 0; i < config_.engines.size(); ++i)
    if (!hasEnded_[i])
      found.push_back(
          {threadIdOf(static_cast<int64_t>(i)), std::string(debugger::nameOf(config_.engines[i]))});
  return found;
}

std::string Debuggee::pause(int64_t threadId) {
  std::lock_guard lock(mutex_);
  const auto number = static_cast<size_t>(threadId - 1);
  if (threadId < 1 || number >= config_.engines.size()) return kWrongThread;
  if (engines_.empty()) {  // they are still being loaded
    isPausing_ = true;
    forecastEnd_.request_stop();
    return {};
  }
  // In lock-step only the leader runs for long.
  engines_[isLockStep() ? leader_ : number]->pause();
  return {};
}

void Debuggee::post(int64_t engine, StopJob job) {
  std::unique_lock lock(mutex_);
  const size_t number = engine < 0 ? leader_ : static_cast<size_t>(engine);
  const bool isThere = number < engines_.size() && !hasEnded_[number];
  EngineThread* const found = isThere ? engines_[number].get() : nullptr;
  lock.unlock();
  if (found)
    found->post(std::move(job));
  else
    job.refuse();
}

void Debuggee::collectPeers(int64_t engine, const FramePlace& place,
                            std::function<void(std::vector<Peer>)> use) {
  std::vector<size_t> others;
  {
    std::lock_guard lock(mutex_);
    const auto isPaired = [&](size_t i) {
      return i < isPaired_.size() && isPaired_[i] && stops_[i];
    };
    for (size_t i = 0; i < stops_.size() && isLockStep(); ++i)
      if (i != static_cast<size_t>(engine) && isPaired(i) && isPaired(static_cast<size_t>(engine)))
        others.push_back(i);
  }
  askPeers(std::move(others), place, {}, std::move(use));
}

// Asks one engine after the other: a thread that waited for another one could wait forever.
void Debuggee::askPeers(std::vector<size_t> engines, const FramePlace& place,
                        std::vector<Peer> found, std::function<void(std::vector<Peer>)> use) {
  if (engines.empty()) return use(std::move(found));
  const size_t engine = engines.front();
  engines.erase(engines.begin());
  StopJob job;
  job.run = [=, this](StoppedProgram& program) {
    std::vector<Peer> more = found;
    more.push_back(peerOf(program, std::string(debugger::nameOf(config_.engines[engine])), place));
    askPeers(engines, place, std::move(more), use);
  };
  job.refuse = [=, this] { askPeers(engines, place, found, use); };
  post(static_cast<int64_t>(engine), std::move(job));
}

void Debuggee::attach() {
  std::lock_guard lock(mutex_);
  isDetached_ = false;
}

void Debuggee::detach() {
  setBreakpoints(std::make_shared<stepping::BreakpointSet>());
  std::lock_guard lock(mutex_);
  isDetached_ = true;
  for (size_t i = 0; i < engines_.size(); ++i)
    if (std::exchange(stops_[i], nullptr)) engines_[i]->continueTo({});
}

int Debuggee::awaitEnd() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return hasReported_; });
  return status_;
}

bool Debuggee::isEnding() {
  std::lock_guard lock(mutex_);
  return isEnding_;
}

bool Debuggee::end(int milliseconds) {
  stop_.request_stop();
  std::unique_lock lock(mutex_);
  isEnding_ = true;
  for (const auto& engine : engines_) engine->end(0);
  lock.unlock();
  for (const auto& engine : engines_)
    if (!engine->end(milliseconds)) return false;
  return true;
}

// ---- engines stop and end, on their threads

void Debuggee::engineStopped(EngineThread& engine, StoppedProgram& program) {
  std::lock_guard lock(mutex_);
  const auto number = static_cast<size_t>(engine.settings().number);
  if (isDetached_) return engine.continueTo({});
  stops_[number] = &program;
  if (!isLockStep()) {
    leader_ = number;
    return sendStopped(program, true);
  }
  if (number == leader_) return moveFollowers(engine.position());
  if (pending_ > 0) --pending_;
  if (pending_ == 0) announce();
}

void Debuggee::engineResumed(EngineThread& engine) {
  std::lock_guard lock(mutex_);
  leader_ = static_cast<size_t>(engine.settings().number);
  stops_[leader_] = nullptr;
  pending_ = 0;
}

void Debuggee::engineEnded(EngineThread& engine, int status, const std::string& summary) {
  std::unique_lock lock(mutex_);
  const auto number = static_cast<size_t>(engine.settings().number);
  // A newer engine may have replaced it.
  if (number >= engines_.size() || engines_[number].get() != &engine) return;
  stops_[number] = nullptr;
  hasEnded_[number] = true;
  status_ = std::max(status_, status);
  summaries_[number] = summary;
  saySummaries();
  if (isTarget()) {
    JsonWriter body;
    body.beginObject().member("reason", "exited");
    client_.event("thread",
                  body.member("threadId", threadIdOf(engine.settings().number)).endObject().text());
  }
  if (std::ranges::all_of(hasEnded_, [](bool has) { return has; })) {
    lock.unlock();
    return finish(status_);
  }
  if (!isLockStep() || isEnding_) return;
  if (number == leader_) return moveFollowers(SIZE_MAX);
  if (pending_ > 0) --pending_;
  if (pending_ == 0) announce();
}

void Debuggee::saySummaries() {
  for (size_t i = 0; i < engines_.size(); ++i) {
    if (!hasEnded_[i]) {
      if (isLockStep()) return;
      continue;
    }
    const std::string summary = std::exchange(summaries_[i], {});
    if (!summary.empty() && !isEnding_) say("console", summary + "\n");
  }
}

stepping::VisitPairs::Partner Debuggee::partnerOf(size_t engine, size_t position) {
  if (position == SIZE_MAX) return {};
  auto [found, isNew] = pairs_.try_emplace({leader_, engine});
  if (isNew)
    found->second = stepping::VisitPairs(forecast_.visits[leader_], forecast_.visits[engine]);
  return found->second.partnerOf(position);
}

// position: of the leader; SIZE_MAX: it has ended.
void Debuggee::moveFollowers(size_t position) {
  pending_ = 0;
  for (size_t i = 0; i < engines_.size(); ++i) {
    if (i == leader_ || hasEnded_[i]) continue;
    EngineThread& engine = *engines_[i];
    // An engine that was moved back runs again, although the goal is nowhere.
    const EngineThread::Goal goal{std::min(partnerOf(i, position).visit, SIZE_MAX - 1),
                                  isGoingBack_};
    if (!engine.isRunning()) {
      engine.run(breakpoints_, goal);
    } else if (stops_[i] && engine.position() < goal.visit) {
      stops_[i] = nullptr;
      engine.continueTo(goal);
    } else {
      continue;
    }
    ++pending_;
  }
  if (pending_ == 0) announce();
}

// All engines have stopped or ended.
void Debuggee::announce() {
  isGoingBack_ = false;
  if (isEnding_) return;
  if (!stops_[leader_]) {
    const auto other = std::ranges::find_if(stops_, [](const auto* stop) { return stop; });
    if (other == stops_.end()) return;
    leader_ = static_cast<size_t>(other - stops_.begin());
  }
  isPaired_.assign(engines_.size(), false);
  isPaired_[leader_] = true;
  const StoppedProgram& main = *stops_[leader_];
  const size_t position = engines_[leader_]->position();
  for (size_t i = 0; i < engines_.size(); ++i) {
    if (i == leader_ || !stops_[i]) continue;
    const auto partner = partnerOf(i, position);
    isPaired_[i] = partner.isExact && partner.visit == engines_[i]->position();
    stops_[i]->note = isPaired_[i] ? ""
                                   : fmt::format("{} is at a line that {} does not run",
                                                 engines_[leader_]->settings().name,
                                                 engines_[i]->settings().name);
    // A breakpoint has stopped it on its way.
    if (engines_[i]->position() < partner.visit) sendStopped(*stops_[i], false);
  }
  stops_[leader_]->note.clear();
  sendStopped(main, true);
}

void Debuggee::sendStopped(const StoppedProgram& program, bool isFocus) {
  const stepping::Stop& stop = program.stop;
  JsonWriter body;
  const ReasonName& reason = *std::ranges::find(kReasons, stop.reason, &ReasonName::reason);
  body.beginObject().member("reason", reason.name);
  body.member("threadId", threadIdOf(program.engine));
  body.member("allThreadsStopped", engines_.size() == 1 || isLockStep());
  if (!isFocus) body.member("preserveFocusHint", true);
  if (reason.description)
    body.member("description", stop.isUncaught ? "Uncaught exception" : reason.description);
  if (!stop.text.empty()) body.member("text", stop.text);
  if (!stop.breakpoints.empty()) {
    body.key("hitBreakpointIds").beginArray();
    for (const int id : stop.breakpoints) body.value(id);
    body.endArray();
  }
  client_.event("stopped", body.endObject().text());
}

// ---- back

EngineThread* Debuggee::stoppedEngine(int64_t threadId, std::string& problem) {
  const auto number = static_cast<size_t>(threadId - 1);
  if (threadId < 1 || number >= config_.engines.size()) {
    problem = kWrongThread;
  } else if (!isTarget() && !journal_) {
    problem = "the program is not recorded: set `record` to true in the launch to step it back";
  } else if (journal_ && !journal_->isComplete()) {
    problem = journal_->problem();
  } else if (isEnding_ || number >= engines_.size() || !stops_[number]) {
    problem = "the program is not stopped";
  } else if (engines_[number]->hasJumped()) {
    problem = "the engine was moved by hand: running it again would not lead back here";
  } else if (engines_[number]->position() >= stepping::VisitLog::kMost) {
    problem = fmt::format("the past is not kept beyond {} lines", stepping::VisitLog::kMost);
  } else {
    return engines_[number].get();
  }
  return nullptr;
}

std::string Debuggee::stepBack(int64_t threadId, bool toNode) {
  std::unique_lock lock(mutex_);
  std::string problem;
  EngineThread* const engine = stoppedEngine(threadId, problem);
  if (!engine) return problem;
  const std::span<const stepping::Visit> visits = engine->visits();
  size_t target = engine->position();
  // An engine may stop before its first line, at a node of the library.
  if (target >= visits.size()) return kAtStart;
  // The run of the graph reaches the node in the visits up to here.
  stepping::NodePlace node = engine->nodePlace();
  if (toNode && node.run != SIZE_MAX && node.arrivals > 0) {
    --node.arrivals;
    return goBack(std::move(lock), static_cast<size_t>(threadId - 1), {target, true, node});
  }
  // After a call on the line, the last visit belongs to the call.
  const size_t depth = std::min<size_t>(visits[target].depth, engine->stopDepth());
  const bool isBehindCall = visits[target].depth > depth;
  if (!isBehindCall || !toNode) {
    do {
      if (target == 0) return kAtStart;
      --target;
    } while (visits[target].depth > depth);
  }
  return goBack(std::move(lock), static_cast<size_t>(threadId - 1), {target, true});
}

std::string Debuggee::restartFrame(std::optional<int64_t> frameId, bool inPython) {
  // Only the engine's thread knows its frames.
  struct Found {
    size_t engine = 0;
    stepping::StackFrame::Start start;
    std::string problem;
  };
  std::promise<Found> promise;
  StopJob job;
  job.run = [&](StoppedProgram& program) {
    Found found;
    found.engine = static_cast<size_t>(program.engine);
    if (const stepping::StackFrame* frame = program.findFrame(frameId)) {
      found.start = frame->start;
      if (inPython) found.problem = pythonProblem(program, *frame);
    } else {
      found.problem = kStaleFrame;
    }
    promise.set_value(found);
  };
  job.refuse = [&] { promise.set_value({0, {}, kStaleFrame}); };
  post(frameId ? engineOf(*frameId) : -1, std::move(job));
  const Found found = promise.get_future().get();
  if (!found.problem.empty()) return found.problem;
  std::unique_lock lock(mutex_);
  std::string problem;
  EngineThread* const engine =
      stoppedEngine(threadIdOf(static_cast<int64_t>(found.engine)), problem);
  if (!engine) return problem;
  if (found.start.visit > engine->position()) return "no line of the frame has run";
  if (!inPython) return goBack(std::move(lock), found.engine, {found.start.visit, true});
  if (isLockStep())
    say("console", "the engines move alone from here on, as with `lockStep` false\n");
  config_.lockStep = false;
  return goBack(std::move(lock), found.engine, {found.start.visit, true}, found.start.call);
}

std::string Debuggee::pythonProblem(StoppedProgram& program,
                                    const stepping::StackFrame& frame) const {
  if (config_.engines[static_cast<size_t>(program.engine)] == debugger::EngineKind::Trace)
    return "a trace does not continue in Python: it is not made of functions";
  return program.stepper.pythonProblem(frame);
}

std::string Debuggee::reverseContinue(int64_t threadId,
                                      const stepping::BreakpointSetPtr& breakpoints) {
  std::unique_lock lock(mutex_);
  std::string problem;
  EngineThread* const engine = stoppedEngine(threadId, problem);
  if (!engine) return problem;
  const size_t position = engine->position();
  if (position == 0) return kAtStart;
  const auto number = static_cast<size_t>(threadId - 1);
  const Rerun rerun{[&] { return makeRunner(number); }, threadId - 1, config_.justMyCode};
  const auto hit = lastHitBefore(rerun, position, breakpoints);
  return goBack(std::move(lock), number, {hit.value_or(0), true});
}

// Runs the engine again, up to the goal. In lock-step, the others follow.
std::string Debuggee::goBack(std::unique_lock<std::mutex> lock, size_t number,
                             EngineThread::Goal goal, uint64_t pythonCall) {
  leader_ = number;
  isGoingBack_ = true;
  std::vector<stepping::VisitRun> runs = engines_[number]->runs();
  std::vector<std::unique_ptr<EngineThread>> old;
  std::vector<size_t> again;
  for (size_t i = 0; i < engines_.size(); ++i) {
    const auto isLater = [&] {
      return stops_[i] ? engines_[i]->position() > partnerOf(i, goal.visit).visit : hasEnded_[i];
    };
    if (i != number && (!isLockStep() || !isLater())) continue;
    again.push_back(i);
    stops_[i] = nullptr;
    hasEnded_[i] = false;
    old.push_back(std::exchange(engines_[i], makeEngine(i, true)));
  }
  lock.unlock();
  old.clear();  // their threads call engineEnded()
  std::string problem;
  for (const size_t i : again) {
    const std::string wrong = engines_[i]->load([this, i] { return makeRunner(i); });
    if (i == number) problem = wrong;
    lock.lock();
    hasEnded_[i] = !wrong.empty();
    lock.unlock();
  }
  lock.lock();
  engines_[number]->setPythonCall(pythonCall);
  engines_[number]->setPastRuns(std::move(runs));
  if (problem.empty()) engines_[number]->run(breakpoints_, goal);
  return problem;
}

// ---- output

void Debuggee::flushOutput() {
  standardOutput().flush();
  if (pump_) pump_->drain();
}

void Debuggee::say(const char* category, const std::string& text) {
  JsonWriter body;
  body.beginObject().member("category", category).member("output", text).endObject();
  client_.event("output", body.text());
}

void Debuggee::enginePrinted(EngineThread& engine, std::string_view text) {
  const bool isFirst = engine.settings().number == 0;
  say("stdout", isFirst ? std::string(text) : fmt::format("{}: {}", engine.settings().name, text));
}

void Debuggee::engineSaid(const char* category, const std::string& text,
                          const stepping::StackFrame& frame) {
  JsonWriter body;
  body.beginObject().member("category", category).member("output", text);
  if (frame.source()) sources_.write(body.key("source"), frame.source(), false);
  body.member("line", frame.line()).endObject();
  client_.event("output", body.text());
}

void Debuggee::finish(int status) {
  {
    std::lock_guard lock(mutex_);
    if (std::exchange(isFinished_, true)) return;
    status_ = status;
  }
  flushOutput();
  JsonWriter body;
  body.beginObject().member("exitCode", status).endObject();
  client_.event("exited", body.text());
  client_.event("terminated", "{}");
  std::lock_guard lock(mutex_);
  hasReported_ = true;
  ended_.notify_all();
}

}  // namespace ts::dap
