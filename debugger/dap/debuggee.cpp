#include "debugger/dap/debuggee.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/cancelled.h"
#include "core/base/heap.h"
#include "core/base/output.h"
#include "core/driver/torch_choice.h"
#include "debugger/stepping/code_lines.h"

namespace ts::dap {

using stepping::Resume;
using stepping::Stop;
using stepping::StopReason;

namespace {

constexpr size_t kMaxReferences = 1'000'000;  // of one stop
constexpr int kMaxId = 1 << 30;

const char* reasonName(StopReason reason) {
  switch (reason) {
    case StopReason::Entry: return "entry";
    case StopReason::Step: return "step";
    case StopReason::Breakpoint: return "breakpoint";
    case StopReason::FunctionBreakpoint: return "function breakpoint";
    case StopReason::Pause: return "pause";
    case StopReason::Exception: return "exception";
  }
  return "";
}

int nextId(int& last) {
  last = last >= kMaxId ? 1 : last + 1;
  return last;
}

}  // namespace

uint32_t currentLine(const eval::Frame& frame) {
  const std::vector<uint32_t> lines = stepping::linesOf(*frame.code);
  for (size_t at = std::min<size_t>(frame.at + 1, lines.size()); at > 0; --at)
    if (lines[at - 1]) return lines[at - 1];
  return 1;
}

// ---- StoppedProgram

const std::vector<eval::Frame*>& StoppedProgram::frames() {
  if (frames_.empty())
    for (eval::Frame* frame = stop.frame; frame; frame = frame->caller)
      if (frame->module->source && frame->module->source->path() != stepping::kEvaluatedPath)
        frames_.push_back(frame);
  return frames_;
}

int StoppedProgram::frameId(eval::Frame* frame) {
  const auto [found, isNew] = idOfFrame_.try_emplace(frame, 0);
  if (isNew) {
    found->second = nextId(lastId_);
    frameIds_[found->second] = frame;
  }
  return found->second;
}

eval::Frame* StoppedProgram::findFrame(std::optional<int64_t> id) {
  if (!id) return stop.frame;
  const auto found = frameIds_.find(*id);
  return found == frameIds_.end() ? nullptr : found->second;
}

int StoppedProgram::addReference(Reference reference) {
  if (references_.size() >= kMaxReferences) return 0;
  const int id = nextId(lastId_);
  references_[id] = std::move(reference);
  return id;
}

const Reference* StoppedProgram::findReference(int64_t id) const {
  const auto found = references_.find(id);
  return found == references_.end() ? nullptr : &found->second;
}

// ---- Debuggee

Debuggee::Debuggee(Client& client, Sources& sources, LaunchConfig config)
    : client_(client),
      sources_(sources),
      config_(std::move(config)),
      pump_([this](std::string_view category, std::string text) {
        JsonWriter body;
        body.beginObject().member("category", category).member("output", text).endObject();
        client_.event("output", body.text());
      }) {}

Debuggee::~Debuggee() {
  if (thread_.joinable()) thread_.join();
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
  driver::useTorchProfile(config_.torch, config_.program);
  thread_ = std::thread([this] { runThread(); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return isLoaded_; });
  return error_;
}

void Debuggee::run(stepping::BreakpointSetPtr breakpoints) {
  std::lock_guard lock(mutex_);
  breakpoints_ = std::move(breakpoints);
  isStarted_ = true;
  isRunning_ = true;
  changed_.notify_all();
}

void Debuggee::setBreakpoints(stepping::BreakpointSetPtr breakpoints) {
  StopJob job;
  job.run = [this, breakpoints](StoppedProgram&) { stepper_->setBreakpoints(breakpoints); };
  job.refuse = [this, breakpoints] { setBreakpoints(breakpoints); };
  std::lock_guard lock(mutex_);
  if (isStopped_) {
    jobs_.push_back(std::move(job));
    changed_.notify_all();
  } else if (isRunning_ && stepper_) {
    stepper_->interrupt([this, breakpoints] { stepper_->setBreakpoints(breakpoints); });
  } else {
    breakpoints_ = breakpoints;
  }
}

void Debuggee::pause() {
  std::lock_guard lock(mutex_);
  if (stepper_ && !isStopped_)
    stepper_->interrupt([this] { stepper_->stopSoon(StopReason::Pause); });
}

void Debuggee::post(StopJob job) {
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

bool Debuggee::end(int milliseconds) {
  stop_.request_stop();
  std::unique_lock lock(mutex_);
  isStarted_ = true;  // a program that never ran ends at once
  changed_.notify_all();
  return !thread_.joinable() || changed_.wait_for(lock, std::chrono::milliseconds(milliseconds),
                                                  [&] { return hasEnded_; });
}

// ---- the program's thread

void Debuggee::runThread() {
  try {
    script_ = std::make_unique<debugger::Script>(config_.program, config_.arguments);
    error_ = script_->error();
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
  if (error_.empty()) runScript();
  script_.reset();
  std::lock_guard lock(mutex_);
  hasEnded_ = true;
  changed_.notify_all();
}

void Debuggee::runScript() {
  eval::Vm& vm = script_->vm();
  vm.stop = stop_.get_token();
  // Output appears line by line, as on a terminal.
  vm.output = [print = vm.output](std::string_view text) {
    print(text);
    if (text.find('\n') != text.npos) standardOutput().flush();
  };
  if (!config_.noDebug) {
    stepping::StepListener& listener = *this;
    auto stepper = std::make_unique<stepping::Stepper>(vm, listener, config_.justMyCode);
    std::lock_guard lock(mutex_);
    stepper_ = std::move(stepper);
    stepper_->setBreakpoints(breakpoints_);
    if (config_.stopOnEntry) stepper_->stopSoon(StopReason::Entry);
  }
  int status = 1;
  try {
    status = script_->run();
  } catch (const Cancelled&) {
  }
  {
    std::lock_guard lock(mutex_);
    stepper_.reset();
    isRunning_ = false;
  }
  finish(status);
}

void Debuggee::finish(int status) {
  standardOutput().flush();
  pump_.drain();
  JsonWriter body;
  body.beginObject().member("exitCode", status).endObject();
  client_.event("exited", body.text());
  client_.event("terminated", "{}");
}

Resume Debuggee::stopped(const Stop& stop) {
  standardOutput().flush();
  pump_.drain();
  const stepping::Stepper::Quiet quiet(*stepper_);
  StoppedProgram program(script_->vm(), *stepper_, stop, lastId_);
  std::unique_lock lock(mutex_);
  isStopped_ = true;
  lock.unlock();
  sendStopped(program);
  lock.lock();
  const std::stop_callback wake(stop_.get_token(), [this] { changed_.notify_all(); });
  while (!program.resumed() && !stop_.stop_requested()) {
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
  lock.unlock();
  for (const StopJob& job : late) job.refuse();
  throwIfCancelled(stop_.get_token());
  return *program.resumed();
}

void Debuggee::sendStopped(StoppedProgram& program) {
  const Stop& stop = program.stop;
  JsonWriter body;
  body.beginObject().member("reason", reasonName(stop.reason)).member("threadId", kThreadId);
  body.member("allThreadsStopped", true);
  if (stop.exception) {
    body.member("description", stop.isUncaught ? "Uncaught exception" : "Exception");
    body.member("text", stop.exception->cls->name);
  }
  if (!stop.breakpoints.empty()) {
    body.key("hitBreakpointIds").beginArray();
    for (const int id : stop.breakpoints) body.value(id);
    body.endArray();
  }
  client_.event("stopped", body.endObject().text());
}

void Debuggee::logged(const std::string& text, const eval::Frame& frame) {
  standardOutput().flush();
  pump_.drain();
  output("console", text + "\n", frame);
}

void Debuggee::failed(const std::string& problem, const eval::Frame& frame) {
  output("important", problem + "\n", frame);
}

void Debuggee::output(const char* category, const std::string& text, const eval::Frame& frame) {
  JsonWriter body;
  body.beginObject().member("category", category).member("output", text);
  sources_.write(body.key("source"), frame.module->source, false);
  body.member("line", currentLine(frame)).endObject();
  client_.event("output", body.text());
}

}  // namespace ts::dap
