#include "debugger/terminal/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <future>

#include "core/command_line/command_line.h"
#include "debugger/session/source_lines.h"
#include "debugger/terminal/commands.h"
#include "debugger/terminal/values.h"

namespace ts::terminal {

using stepping::Resume;
using stepping::StackFrame;
using stepping::StopReason;

namespace {

constexpr std::string_view kPrompt = "(tsdbg) ";
constexpr int kEndMilliseconds = 1000;  // that a program has to end by itself
constexpr size_t kMaxDisplay = 1000;    // bytes of a displayed value

}  // namespace

Session::Session(session::ProgramConfig config) : config_(std::move(config)) {
  config_.stopOnEntry = true;
}

std::string Session::start() {
  debuggee_ = std::make_unique<session::Debuggee>(console, config_);
  if (std::string wrong = debuggee_->load(); !wrong.empty()) return wrong;
  debuggee_->run(breakpoints.snapshot());
  return {};
}

// Without destructors: native code that still runs uses the data.
void Session::leave(int status) { std::_Exit(status); }

int Session::serve() {
  if (wait()) report();
  // An engine that cannot run has said why.
  if (!hasStopped_ && config_.target) return kWrongUsage;
  while (!isOver_ && console.outputError() == 0) {
    std::string line;
    if (!pending_.empty()) {
      line = std::move(pending_.front());
      pending_.pop_front();
    } else {
      const auto read = console.readLine(kPrompt);
      if (!read) break;
      if (!trimmed(*read).empty()) last_ = *read;
      line = last_;
    }
    run(line);
  }
  const bool hasEnded = debuggee_->end(kEndMilliseconds);
  if (const int error = console.outputError()) {
    status_ = kWrongUsage;
    if (error != EPIPE)
      printProblem("tsdbg", fmt::format("standard output: {}", std::strerror(error)));
  }
  if (!hasEnded) leave(status_);
  return status_;
}

void Session::run(const std::string& line) {
  size_t begin = 0;
  while (begin <= line.size() && !isOver_) {
    const size_t end = std::min(line.find(";;", begin), line.size());
    runCommand(*this, trimmed(line.substr(begin, end - begin)));
    begin = end + 2;
  }
}

void Session::restart(std::vector<std::string> arguments) {
  if (!debuggee_->end(kEndMilliseconds))
    return console.complain("the program does not end: quit, and start tsdbg again");
  debuggee_.reset();
  console.dropEvents();
  told_.clear();
  isStopped_ = false;
  if (!arguments.empty()) config_.arguments = std::move(arguments);
  if (const std::string wrong = start(); !wrong.empty()) return console.complain(wrong);
  waitAndReport();
}

// ---- engines and frames

std::string Session::engineName(size_t engine) const {
  return std::string(debugger::nameOf(config_.engines[engine]));
}

void Session::choose(size_t engine) {
  engine_ = engine;
  chooseFrame(0);
}

bool Session::ask(size_t engine, const std::function<void(session::StoppedProgram&)>& work) {
  const auto done = std::make_shared<std::promise<bool>>();
  std::future<bool> result = done->get_future();
  session::StopJob job;
  job.run = [&work, done](session::StoppedProgram& program) {
    work(program);
    done->set_value(true);
  };
  job.refuse = [done] { done->set_value(false); };
  debuggee_->post(engine, std::move(job));
  return result.get();
}

bool Session::inFrame(
    const std::function<void(session::StoppedProgram& program, StackFrame& frame)>& work) {
  return ask(engine_, [&](session::StoppedProgram& program) {
    const std::vector<StackFrame*> frames = shownFrames(program);
    if (!frames.empty()) work(program, *frames[std::min(frame_, frames.size() - 1)]);
  });
}

std::vector<StackFrame*> Session::shownFrames(session::StoppedProgram& program) {
  std::vector<StackFrame*> all, own;
  for (const auto& frame : program.frames()) {
    all.push_back(frame.get());
    if (frame->isUserCode()) own.push_back(frame.get());
  }
  return own.empty() ? all : own;
}

EnginePlace placeIn(const Session& session, const StackFrame& frame, std::string note) {
  EnginePlace place;
  place.source = frame.source();
  if (place.source) place.path = session.shownPath(place.source->path());
  place.line = frame.line();
  place.function = frame.name();
  place.note = std::move(note);
  return place;
}

EnginePlace Session::placeOf(size_t engine) {
  EnginePlace place;
  ask(engine, [&](session::StoppedProgram& program) {
    const std::vector<StackFrame*> frames = shownFrames(program);
    if (!frames.empty()) place = placeIn(*this, *frames.front(), program.note);
  });
  return place;
}

EnginePlace Session::chosenPlace() {
  EnginePlace place;
  inFrame([&](session::StoppedProgram& program, StackFrame& frame) {
    place = placeIn(*this, frame, frame_ == 0 ? program.note : "");
  });
  return place;
}

std::string Session::placeText(const EnginePlace& place, const std::string& label) const {
  std::string text = label.empty() ? "" : label + " ";
  text += fmt::format("> {}({}){}", place.source ? place.path : "<unknown>", place.line,
                      place.function);
  if (!place.function.ends_with('>')) text += "()";
  if (!place.note.empty()) text += fmt::format("  ({})", place.note);
  text += '\n';
  if (place.source) text += fmt::format("-> {}\n", trimmed(place.source->lineText(place.line)));
  return text;
}

void Session::showPlace() {
  console.print(placeText(chosenPlace(), engineCount() > 1 ? engineName(engine_) : ""));
}

std::optional<StopReason> Session::stopReason() {
  std::optional<StopReason> reason;
  ask(engine_, [&](session::StoppedProgram& program) { reason = program.stop.reason; });
  return reason;
}

std::string Session::absolutePath(const std::string& path) const {
  return session::normalizedPath((std::filesystem::path(config_.folder) / path).string());
}

std::string Session::shownPath(const std::string& path) const {
  const std::string relative = std::filesystem::path(path).lexically_relative(config_.folder);
  return relative.empty() || relative.starts_with("..") ? path : relative;
}

// ---- runs

void Session::interrupted(bool& isPausing) {
  if (std::exchange(isPausing, true)) {
    console.complain("the program does not react; it is ended");
    leave(kProblems);
  }
  debuggee_->pause(engine_);
}

bool Session::wait() {
  isStopped_ = false;
  bool isPausing = false;
  for (;;) {
    if (console.takeInterrupt()) interrupted(isPausing);
    const auto event = console.nextEvent();
    if (!event) {
      if (console.outputError() != 0) return false;
      continue;
    }
    isStopped_ = !event->hasEnded;
    if (isStopped_) {
      hasStopped_ = true;
      choose(event->engine);
      return true;
    }
    if (event->status != 0) status_ = kProblems;
    if (hasStopped_ || !config_.target)
      console.print(
          fmt::format("The program has ended{}; `restart` runs it again.\n",
                      config_.target ? "" : fmt::format(" with status {}", event->status)));
    return false;
  }
}

bool Session::resumeQuietly(Resume how) {
  pending_.clear();
  if (!ask(engine_, [&](session::StoppedProgram& program) { program.resume(how); })) {
    console.complain(fmt::format("{} has returned; choose another engine with `engines NAME`",
                                 engineName(engine_)));
    return false;
  }
  return wait();
}

void Session::resume(Resume how) {
  if (resumeQuietly(how)) report();
}

void Session::waitAndReport() {
  pending_.clear();
  if (wait()) report();
}

// ---- reports

std::string Session::reasonText(size_t engine) {
  std::string text;
  ask(engine, [&](session::StoppedProgram& program) {
    const stepping::Stop& stop = program.stop;
    if (!stop.describe) return;
    const stepping::ExceptionText what = stop.describe();
    if (stop.reason == StopReason::Divergence) {
      text = fmt::format("The engines diverge: {}\n", what.message);
      if (!what.trace.empty()) text += fmt::format("  {}\n", what.trace);
    } else {
      text = fmt::format("{} raises {}{}{}{}\n",
                         engineCount() > 1 ? engineName(engine) : "The program", what.name,
                         what.message.empty() ? "" : ": ", what.message,
                         stop.isUncaught ? ", which nothing catches" : "");
    }
    if (stop.reason == StopReason::Divergence || stop.isUncaught) status_ = kProblems;
  });
  return text;
}

// Counts the breakpoints that have stopped the program, and queues their commands.
void Session::report() {
  std::vector<size_t> moved;
  std::vector<int> hit;
  for (size_t i = 0; i < engineCount(); ++i)
    ask(i, [&](session::StoppedProgram& program) {
      const size_t position = program.stepper.positions().visits().count();
      const auto [told, isNew] = told_.try_emplace(i, position);
      // The engine that the stop is about has moved, perhaps within its line.
      if (!isNew && i != engine_ && told->second == position) return;
      told->second = position;
      moved.push_back(i);
      for (const int id : program.stop.breakpoints)
        if (std::ranges::find(hit, id) == hit.end()) hit.push_back(id);
    });
  bool isSilent = false;
  std::string text;
  for (const int id : hit) {
    ListedBreakpoint* const breakpoint = breakpoints.findById(id);
    if (!breakpoint) continue;
    ++breakpoint->hits;
    for (const std::string& command : breakpoint->commands)
      if (command == "silent")
        isSilent = true;
      else
        pending_.push_back(command);
    if (!breakpoint->isTemporary) continue;
    text += fmt::format("Deleted breakpoint {} at {}\n", breakpoint->number,
                        whereText(*this, *breakpoint));
    breakpoints.remove(breakpoint->number);
    updateBreakpoints();
  }
  for (const size_t engine : moved) text += reasonText(engine);
  if (isSilent) return;
  // Engines at one place share its lines; the chosen engine comes first.
  std::vector<std::pair<EnginePlace, std::string>> places;
  const auto add = [&](size_t engine) {
    const EnginePlace place = placeOf(engine);
    if (place.line == 0) return;
    const auto same = std::ranges::find_if(
        places, [&](const auto& other) { return other.first.isSamePlace(place); });
    if (same == places.end())
      places.emplace_back(place, engineName(engine));
    else
      same->second += ", " + engineName(engine);
  };
  add(engine_);
  for (size_t i = 0; i < engineCount(); ++i)
    if (i != engine_) add(i);
  for (const auto& [place, engines] : places)
    text += placeText(place, engineCount() > 1 ? engines : "");
  console.print(text);
  showDisplays();
}

void Session::showDisplays() {
  std::string text;
  inFrame([&](session::StoppedProgram& program, StackFrame& frame) {
    for (Display& display : displays) {
      if (display.function != frame.name()) continue;
      const ValueText value = valueText(program, frame, display.expression, kMaxDisplay);
      const std::string now = value.error.empty() ? value.text : "** " + value.error + " **";
      if (now == display.last) continue;
      text += fmt::format("display {}: {}  [old: {}]\n", display.expression, now,
                          std::exchange(display.last, now));
    }
  });
  console.print(text);
}

}  // namespace ts::terminal
