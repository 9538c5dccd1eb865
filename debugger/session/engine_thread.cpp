#include "debugger/session/engine_thread.h"

#include <fmt/format.h>

#include "core/base/cancelled.h"
#include "core/base/heap.h"
#include "core/base/output.h"

namespace ts::session {

using stepping::Resume;
using stepping::StopReason;

EngineThread::EngineThread(EngineListener& listener, EngineOutput& output, EngineSettings settings,
                           std::atomic<int64_t>& lastHandle)
    : listener_(listener),
      output_(output),
      settings_(std::move(settings)),
      lastHandle_(lastHandle) {}

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

void EngineThread::run(stepping::BreakpointSetPtr breakpoints, RunGoal goal) {
  std::lock_guard lock(mutex_);
  breakpoints_ = std::move(breakpoints);
  goal_ = goal;
  isStarted_ = true;
  isRunning_ = true;
  changed_.notify_all();
}

void EngineThread::continueTo(RunGoal goal) {
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

// A stop fulfils the pauses of its stretch, also those that the engine has not seen yet.
void EngineThread::pause() {
  const auto ask = [this] {
    isWithdrawn_ = false;
    stepper_->interrupt([this, stretch = stretch_] {
      std::unique_lock lock(mutex_);
      const bool isOpen = stretch == stretch_;
      lock.unlock();
      if (isOpen) stepper_->pause();
    });
  };
  std::lock_guard lock(mutex_);
  const auto askLate = [this, ask, stretch = stretch_] {
    std::lock_guard late(mutex_);
    if (stretch == stretch_) ask();
  };
  if (isStopped_) {
    // Nothing to do, unless the engine has just been told to continue: it refuses the job then.
    jobs_.push_back({[](StoppedProgram&) {}, askLate});
    changed_.notify_all();
  } else if (stepper_) {
    ask();
  } else if (!settings_.startReason) {
    stopAtStart(StopReason::Pause);  // the engine's thread has not begun the run
  }
}

void EngineThread::withdrawRequests() {
  std::lock_guard lock(mutex_);
  ++stretch_;
  if (isStopped_) {
    continuation_ = RunGoal{};
    changed_.notify_all();
  } else {
    isWithdrawn_ = true;
  }
}

bool EngineThread::isContinuing() {
  std::lock_guard lock(mutex_);
  return continuation_.has_value();
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
    if (stepper_ && stepper_->positions().isPassing()) return;
    if (!print) return output_.printed(*this, text);
    print(text);
    if (text.find('\n') != text.npos) standardOutput().flush();
  };
  vm.errorOutput = [this](std::string_view text) {
    if (!stepper_ || !stepper_->positions().isPassing()) writeStandardError(text);
  };
  if (!settings_.noDebug) {
    stepping::StepListener& listener = *this;
    auto stepper = std::make_unique<stepping::Stepper>(vm, listener, settings_.justMyCode);
    runner_->beStepped();
    std::lock_guard lock(mutex_);
    stepper_ = std::move(stepper);
    stepper_->setEngine(static_cast<int64_t>(settings_.number));
    stepper_->setBreakpoints(breakpoints_);
    if (settings_.countsVisits) stepper_->countVisits(settings_.stopsInGraphs);
    stepper_->positions().setPastRuns(std::move(settings_.pastRuns));
    if (settings_.pythonCall) stepper_->setPythonCall(settings_.pythonCall);
    if (settings_.startReason) stepper_->stopSoon(*settings_.startReason);
    if (goal_.node.run != SIZE_MAX)
      stepper_->positions().runToNode(goal_.node);
    else if (goal_.visit != SIZE_MAX)
      stepper_->positions().runTo(goal_.visit, goal_.passesBreakpoints);
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
  output_.flush();
  const stepping::Stepper::Quiet quiet(*stepper_);
  StoppedProgram program(runner_->vm(), *stepper_, stop, settings_.number, settings_.name,
                         lastHandle_, [this] { listener_.engineResumed(*this); });
  program.isInLockStep = settings_.isInLockStep;
  {
    std::lock_guard lock(mutex_);
    ++stretch_;
    if (std::exchange(isWithdrawn_, false) &&
        (stop.reason == StopReason::Pause || stop.reason == StopReason::Step))
      return Resume::Continue;
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
  const std::optional<RunGoal> continuation = continuation_;
  lock.unlock();
  for (const StopJob& job : late) job.refuse();
  throwIfCancelled(stop_.get_token());
  if (program.resumed()) return *program.resumed();
  stepper_->positions().runTo(continuation->visit, continuation->passesBreakpoints);
  return Resume::Continue;
}

void EngineThread::logged(const std::string& text, const stepping::StackFrame& frame) {
  output_.flush();
  output_.said(OutputKind::Console, text + "\n", frame);
}

void EngineThread::failed(const std::string& problem, const stepping::StackFrame& frame) {
  output_.said(OutputKind::Important, problem + "\n", frame);
}

}  // namespace ts::session
