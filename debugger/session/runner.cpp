#include "debugger/session/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/command_line/command_line.h"
#include "core/eager/eager.h"
#include "core/eval/vm/watcher.h"
#include "debugger/script/script.h"
#include "debugger/stepping/code_lines.h"
#include "debugger/stepping/python_frame.h"

namespace ts::session {

namespace {

class ScriptRunner final : public Runner {
 public:
  ScriptRunner(const ProgramConfig& config, eager::HostJournal* journal)
      : script_(config.program, config.arguments) {
    if (journal) {
      journal->rewind();
      eager::setHostJournal(vm(), *journal);
    }
    if (config.compiles && script_.error().empty())
      script_.runtime().compileWith(
          {.workplace = *config.compiles, .cache = jit::userCache(), .isInterruptible = true});
  }

  std::string load() override { return script_.error(); }
  eval::Vm& vm() override { return script_.vm(); }
  int run() override { return script_.run(); }

 private:
  debugger::Script script_;
};

// Notes the warnings of torch.jit.trace from its construction to stop().
class WarningCollector final : private eval::Watcher {
 public:
  WarningCollector() : outer_(eval::setWatcher(this)) {}
  ~WarningCollector() override { stop(); }
  void stop() {
    if (eval::currentWatcher() == this) eval::setWatcher(outer_);
  }

  std::vector<stepping::NotedPlace> places;

 private:
  bool enters(eval::Vm&, const eval::Frame&) override { return false; }
  void tracerWarned(eval::Vm& vm, const std::string& text) override {
    for (eval::Frame* frame = vm.state().frame; frame; frame = frame->caller) {
      if (!stepping::isUserCode(*frame->code)) continue;
      const stepping::PythonFrame at(vm, *frame);
      places.push_back({stepping::NotedPlace::Kind::TracerWarning, at.source()->path(), at.line(),
                        0, "trace: " + text, ""});
      return;
    }
  }

  eval::Watcher* const outer_;
};

class CallRunner final : public Runner {
 public:
  CallRunner(debugger::Request request, debugger::EngineKind kind)
      : request_(std::move(request)), engine_(debugger::makeEngine(kind, request_)) {
    warnings_.stop();
  }

  std::string load() override {
    std::optional<debugger::Failure> failure = engine_.failure;
    if (!failure)
      debugger::guarded(vm(), failure, [&] {
        const auto add = [&](const std::string& inputs) {
          arguments_.push_back(debugger::prepareCall(engine_, debugger::Call::First, inputs));
        };
        add(request_.inputs);
        std::ranges::for_each(request_.laterInputs, add);
      });
    return failure ? failure->text() : "";
  }
  eval::Vm& vm() override { return engine_.program->vm(); }
  void beStepped() override { isInterpreted_ = engine_.kind == debugger::EngineKind::Compiled; }
  int run() override {
    std::optional<debugger::Failure> failure;
    try {
      debugger::guarded(vm(), failure, [&] {
        std::string results;
        for (const debugger::Arguments& arguments : arguments_) {
          const eval::Value result = vm().call(engine_.callee, arguments.call());
          results +=
              (results.empty() ? "" : ", then ") + debugger::brief(debugger::valueOf(vm(), result));
        }
        summary_ = fmt::format("{} returned {}{}", debugger::nameOf(engine_.kind), results,
                               isInterpreted_ ? " (interpreted, to be stepped)" : "");
      });
    } catch (const std::bad_alloc&) {
      failure = debugger::Failure{"MemoryError", {}, {}};
    }
    if (!failure) return kFine;
    summary_ = fmt::format("{} raised {}", debugger::nameOf(engine_.kind), failure->text());
    return kProblems;
  }
  std::string summary() const override { return summary_; }
  std::vector<stepping::NotedPlace> tracerWarnings() const override { return warnings_.places; }

 private:
  WarningCollector warnings_;  // before the engine, which it watches
  const debugger::Request request_;
  debugger::Engine engine_;
  std::vector<debugger::Arguments> arguments_;  // of each call
  std::string summary_;
  bool isInterpreted_ = false;  // machine code has no stops, so a stepper interprets instead
};

}  // namespace

std::unique_ptr<Runner> makeScriptRunner(const ProgramConfig& config, eager::HostJournal* journal) {
  return std::make_unique<ScriptRunner>(config, journal);
}

std::unique_ptr<Runner> makeCallRunner(const debugger::Request& request,
                                       debugger::EngineKind kind) {
  return std::make_unique<CallRunner>(request, kind);
}

}  // namespace ts::session
