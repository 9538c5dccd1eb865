#include "debugger/terminal/command.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "core/driver/torch_choice.h"
#include "core/notebook/notebook_file.h"
#include "debugger/terminal/session.h"

namespace ts::debugger {

namespace {

// Fills the configuration. Returns a problem; empty on success.
std::string readDebugSettings(const DebugSettings& settings, session::ProgramConfig& config) {
  config.folder = std::filesystem::current_path().string();
  config.torch = settings.torch;
  const auto inFolder = [&](const std::string& path) {
    return (std::filesystem::path(config.folder) / path).lexically_normal().string();
  };
  const size_t colon = settings.target.rfind(':');
  if (colon == settings.target.npos &&
      (settings.target.ends_with(".py") || notebook::isNotebook(settings.target))) {
    if (!settings.inputs.empty() || settings.init || settings.example || !settings.engines.empty())
      return "--inputs, --init, --example and --engines need FILE.py:NAME; " + settings.target +
             " is a whole program";
    config.program = inFolder(settings.target);
    config.arguments = settings.arguments;
    config.record = true;
    return {};
  }
  driver::ParsedTarget parsed = driver::parseTarget(settings.target);
  if (!parsed) return parsed.error;
  driver::Target target = *parsed.target;
  if (target.kind == driver::TargetKind::PythonFile)
    target.path = inFolder(target.path);
  else if (target.kind != driver::TargetKind::PythonModule)
    return "`" + settings.target +
           "` contains only a graph; name a script FILE.py, or FILE.py:NAME";
  if (!settings.arguments.empty())
    return "`" + settings.arguments[0] +
           "` is left over: a target is called with the arguments of --inputs";
  config.target =
      programs::requestOf(std::move(target), settings.init, settings.inputs, settings.example);
  config.target->isStrict = !settings.flags.isLenient;
  config.target->evaluates = settings.flags.evaluates;
  config.target->foldsAsPyTorch = settings.flags.foldsAsPyTorch;
  config.engines.clear();
  if (std::string wrong = readEngines(settings.engines, config.engines); !wrong.empty())
    return wrong;
  std::ranges::sort(config.engines);
  config.engines.erase(std::unique(config.engines.begin(), config.engines.end()),
                       config.engines.end());
  return {};
}

}  // namespace

int debug(const DebugSettings& settings) {
  session::ProgramConfig config;
  std::string problem = readDebugSettings(settings, config);
  if (problem.empty()) {
    terminal::Session session(std::move(config));
    problem = session.start();
    if (problem.empty()) return session.serve();
  }
  return wrongUsage(problem);
}

}  // namespace ts::debugger
