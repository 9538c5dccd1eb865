#include "debugger/session/engine_maker.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "core/driver/torch_choice.h"

namespace ts::session {

EngineMaker::EngineMaker(EngineListener& listener, EngineOutput& output, ProgramConfig config)
    : listener_(listener), output_(output), config_(std::move(config)) {}

std::string EngineMaker::prepare(std::string& note) {
  for (const auto& [name, value] : config_.environment) {
    if (value)
      ::setenv(name.c_str(), value->c_str(), 1);
    else
      ::unsetenv(name.c_str());
  }
  if (config_.jit) ::setenv("PYTORCH_JIT", *config_.jit ? "1" : "0", 1);
  if (::chdir(config_.folder.c_str()) != 0)
    return fmt::format("`cwd` is {}, which cannot be entered", config_.folder);
  driver::useTorchProfile(config_.torch, config_.name());
  if (config_.isTarget()) return findInit(note);
  if (config_.record)
    journal_ = std::make_unique<eager::HostJournal>(size_t{config_.maxMemory} << 20);
  return {};
}

std::string EngineMaker::findInit(std::string& note) {
  debugger::Request& request = *config_.target;
  request.stop = stop_.get_token();
  if (request.target.kind != driver::TargetKind::PythonModule &&
      ::access(request.target.path.c_str(), R_OK) != 0)
    return fmt::format("`target`: {} cannot be read", request.target.path);
  const driver::FoundArguments init = debugger::findInit(request, {});
  if (!init.error.empty()) return "`init` is missing: " + init.error;
  if (!init.source.empty()) note = init.description(request.target.name) + "\n";
  const driver::FoundExample example = debugger::findExample(request, {});
  if (!example.source.empty()) note += example.description() + "\n";
  return {};
}

std::unique_ptr<Runner> EngineMaker::makeRunner(size_t number) const {
  return config_.isTarget() ? makeCallRunner(*config_.target, config_.engines[number])
                            : makeScriptRunner(config_, journal_.get());
}

std::unique_ptr<EngineThread> EngineMaker::make(size_t number, bool isInLockStep) {
  EngineSettings settings;
  settings.name = nameOf(number);
  settings.number = number;
  settings.noDebug = config_.noDebug;
  settings.justMyCode = config_.justMyCode;
  settings.countsVisits = config_.isTarget() || journal_;
  settings.stopsInGraphs = config_.isTarget();
  settings.isInLockStep = isInLockStep;
  return std::make_unique<EngineThread>(listener_, output_, std::move(settings), lastHandle_);
}

std::string EngineMaker::load(EngineThread& engine) const {
  return engine.load([this, number = engine.settings().number] { return makeRunner(number); });
}

std::string EngineMaker::rerunProblem() const {
  if (config_.isTarget()) return {};
  if (!journal_)
    return "the program is not recorded: set `record` to true in the launch to step it back";
  return journal_->isComplete() ? "" : journal_->problem();
}

std::string EngineMaker::nameOf(size_t number) const {
  return std::string(debugger::nameOf(config_.engines[number]));
}

}  // namespace ts::session
