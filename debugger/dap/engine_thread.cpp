#include "debugger/dap/engine_thread.h"

#include <fmt/format.h>

#include "core/base/cancelled.h"
#include "core/base/heap.h"
#include "core/base/output.h"

namespace ts::dap {

using stepping::Resume;
using stepping::StopReason;

namespace {

constexpr size_t kMaxReferences = 1'000'000;  // of one stop
constexpr int64_t kMaxId = 1 << 27;

}  // namespace

// ---- StoppedProgram

int64_t StoppedProgram::nextId() {
  return (lastId_.fetch_add(1) % kMaxId + 1) * kMaxEngines + engine;
}

const std::vector<std::unique_ptr<stepping::StackFrame>>& StoppedProgram::frames() {
  if (std::exchange(hasFrames_, true)) return frames_;
  frames_ = stepper.frames();
  return frames_;
}

int64_t StoppedProgram::frameId(const stepping::StackFrame& frame) {
  const auto [found, isNew] = idOfFrame_.try_emplace(&frame, 0);
  if (isNew) {
    found->second = nextId();
    frameIds_[found->second] = const_cast<stepping::StackFrame*>(&frame);
  }
  return found->second;
}

stepping::StackFrame* StoppedProgram::findFrame(std::optional<int64_t> id) {
  if (!id) return frames().empty() ? nullptr : frames().front().get();
  const auto found = frameIds_.find(*id);
  return found == frameIds_.end() ? nullptr : found->second;
}

int64_t StoppedProgram::addReference(Reference reference) {
  if (references_.size() >= kMaxReferences) return 0;
  const int64_t id = nextId();
  references_[id] = std::move(reference);
  return id;
}

const Reference* StoppedProgram::findReference(int64_t id) const {
  const auto found = references_.find(id);
  return found == references_.end() ? nullptr : &found->second;
}

std::string StoppedProgram::jumpProblem(uint32_t line) const {
  if (isInLockStep)
    return "engines in lock-step cannot jump: the others would not follow; launch one engine, or "
           "set `lockStep` to false";
  return stepper.jumpProblem(line);
}

std::string StoppedProgram::jump(uint32_t line) {
  std::string problem = jumpProblem(line);
  if (!problem.empty()) return problem;
  stepper.jumpTo(line);
  resume(stepping::Resume::Continue);
  return {};
}

// ---- EngineThread

EngineThread::EngineThread(EngineListener& listener, Settings settings,
                           std::atomic<int64_t>& lastId)
    : listener_(listener), settings_(std::move(settings)), lastId_(lastId) {}

EngineThread::~EngineThread() {
  end(0);
  if (thread_.joinable()) thread_.join();
}

std::string EngineThread::load(const MakeRunner& make) {
  thread_ = std::thread([this, make] { runThread(make); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return isLoaded_; });
  return error_;
}

void EngineThread::setPlaces(std::vector<stepping::NotedPlace> places) {
  settings_.places = std::move(places);
}

void EngineThread::run(stepping::BreakpointSetPtr breakpoints, Goal goal) {
  std::lock_guard lock(mutex_);
  breakpoints_ = std::move(breakpoints);
  goal_ = goal;
  isStarted_ = true;
  isRunning_ = true;
  changed_.notify_all();
}

void EngineThread::continueTo(Goal goal) {
  std::lock_guard lock(mutex_);
  continuation_ = goal;
  changed_.notify_all();
}

// Work of an older call may run after that of a newer one, so all work uses the newest breakpoints.
void EngineThread::setBreakpoints(stepping::BreakpointSetPtr breakpoints) {
  const auto apply = [this] {
    std::unique_lock lock(mutex_);
    const stepping::BreakpointSetPtr newest = breakpoints_;
    lock.unlock();
    stepper_->setBreakpoints(newest);
  };
  std::lock_guard lock(mutex_);
  breakpoints_ = std::move(breakpoints);
  if (isStopped_) {
    jobs_.push_back({[apply](StoppedProgram&) { apply(); }, apply});
    changed_.notify_all();
  } else if (isRunning_ && stepper_) {
    stepper_->interrupt(apply);
  }
}

bool EngineThread::isStopped() {
  std::lock_guard lock(mutex_);
  return isStopped_;
}

void EngineThread::pause() {
  std::lock_guard lock(mutex_);
  if (stepper_ && !isStopped_) stepper_->interrupt([this] { stepper_->pause(); });
}

void EngineThread::post(StopJob job) {
  {
    std::lock_guard lock(mutex_);
    if (isStopped_) {
      jobs_.push_back(std::move(job));
      changed_.notify_all();
      return;
    }
  }
  job.refuse();
}

bool EngineThread::end(int milliseconds) {
  stop_.request_stop();
  std::unique_lock lock(mutex_);
  isStarted_ = true;  // an engine that never ran ends at once
  // Loops of graphs look only at the interrupt flag.
  if (stepper_) stepper_->interrupt([this] { throwIfCancelled(stop_.get_token()); });
  changed_.notify_all();
  return !thread_.joinable() || changed_.wait_for(lock, std::chrono::milliseconds(milliseconds),
                                                  [&] { return hasEnded_; });
}

// ---- the engine's thread

void EngineThread::runThread(const MakeRunner& make) {
  try {
    runner_ = make();
    error_ = runner_->load();
    tracerWarnings_ = runner_->tracerWarnings();
  } catch (const Cancelled&) {
    error_ = "the session has ended";
  } catch (const std::bad_alloc&) {
    const heap::Reserve reserve;
    error_ = heap::exhausted();
  }
  {
    std::unique_lock lock(mutex_);
    isLoaded_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return isStarted_ || !error_.empty(); });
  }
  if (error_.empty()) runProgram();
  runner_.reset();
  std::lock_guard lock(mutex_);
  hasEnded_ = true;
  changed_.notify_all();
}

void EngineThread::runProgram() {
  eval::Vm& vm = runner_->vm();
  vm.stop = stop_.get_token();
  // Output appears line by line, as on a terminal. On the way back to a position it was printed
  // already.
  vm.output = [this, print = vm.output](std::string_view text) {
    if (stepper_ && stepper_->isPassing()) return;
    if (!print) return listener_.enginePrinted(*this, text);
    print(text);
    if (text.find('\n') != text.npos) standardOutput().flush();
  };
  vm.errorOutput = [this](std::string_view text) {
    if (!stepper_ || !stepper_->isPassing()) writeStandardError(text);
  };
  if (!settings_.noDebug) {
    stepping::StepListener& listener = *this;
    auto stepper = std::make_unique<stepping::Stepper>(vm, listener, settings_.justMyCode);
    runner_->beStepped();
    std::lock_guard lock(mutex_);
    stepper_ = std::move(stepper);
    stepper_->setEngine(settings_.number);
    stepper_->setBreakpoints(breakpoints_);
    if (settings_.countsVisits) stepper_->countVisits(settings_.stopsInGraphs);
    stepper_->setPastRuns(std::move(settings_.pastRuns));
    if (settings_.pythonCall) stepper_->setPythonCall(settings_.pythonCall);
    if (settings_.startReason) stepper_->stopSoon(*settings_.startReason);
    if (goal_.node.run != SIZE_MAX)
      stepper_->runToNode(goal_.node);
    else if (goal_.visit != SIZE_MAX)
      stepper_->runTo(goal_.visit, goal_.passesBreakpoints);
    stepper_->stopAtPlaces(settings_.places);
  }
  int status = 1;
  try {
    if (!stop_.stop_requested()) status = runner_->run();
  } catch (const Cancelled&) {
  }
  {
    std::lock_guard lock(mutex_);
    stepper_.reset();
    isRunning_ = false;
  }
  listener_.engineEnded(*this, status, runner_->summary());
}

Resume EngineThread::stopped(const stepping::Stop& stop) {
  listener_.flushOutput();
  const stepping::Stepper::Quiet quiet(*stepper_);
  StoppedProgram program(runner_->vm(), *stepper_, stop, settings_.number, settings_.name, lastId_,
                         [this] { listener_.engineResumed(*this); });
  program.isInLockStep = settings_.isInLockStep;
  {
    std::lock_guard lock(mutex_);
    continuation_.reset();
    isStopped_ = true;
  }
  listener_.engineStopped(*this, program);
  std::unique_lock lock(mutex_);
  const std::stop_callback wake(stop_.get_token(), [this] { changed_.notify_all(); });
  while (!program.resumed() && !continuation_ && !stop_.stop_requested()) {
    if (jobs_.empty()) {
      // The deadline covers a stop that is requested between the test and the wait.
      changed_.wait_for(lock, std::chrono::milliseconds(200));
      continue;
    }
    StopJob job = std::move(jobs_.front());
    jobs_.erase(jobs_.begin());
    lock.unlock();
    job.run(program);
    lock.lock();
  }
  isStopped_ = false;
  std::vector<StopJob> late = std::move(jobs_);
  jobs_.clear();
  const std::optional<Goal> continuation = continuation_;
  lock.unlock();
  for (const StopJob& job : late) job.refuse();
  throwIfCancelled(stop_.get_token());
  if (program.resumed()) return *program.resumed();
  stepper_->runTo(continuation->visit, continuation->passesBreakpoints);
  return Resume::Continue;
}

void EngineThread::logged(const std::string& text, const stepping::StackFrame& frame) {
  listener_.flushOutput();
  listener_.engineSaid("console", text + "\n", frame);
}

void EngineThread::failed(const std::string& problem, const stepping::StackFrame& frame) {
  listener_.engineSaid("important", problem + "\n", frame);
}

}  // namespace ts::dap
