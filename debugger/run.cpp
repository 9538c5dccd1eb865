#include "debugger/run.h"

#include <signal.h>

#include <cstdlib>
#include <filesystem>

#include "core/jit/loaded_code.h"
#include "debugger/dap/run_server.h"
#include "debugger/script/script.h"

namespace ts::debugger {

namespace {

jit::Workplace workplaceOf(JitMode mode) {
  return mode == JitMode::Compile ? jit::Workplace::Caller : jit::Workplace::Background;
}

int runForEditors(const RunSettings& settings) {
  ::signal(SIGPIPE, SIG_IGN);
  session::ProgramConfig config;
  config.folder = std::filesystem::current_path().string();
  config.program =
      (std::filesystem::path(config.folder) / settings.file).lexically_normal().string();
  config.arguments = settings.arguments;
  config.torch = settings.torch;
  if (settings.jit == JitMode::Interpret)
    config.compiles.reset();
  else
    config.compiles = workplaceOf(settings.jit);
  dap::RunServer server;
  const std::string problem = server.start(std::move(config), *settings.debugPort);
  return problem.empty() ? server.wait() : wrongUsage(problem);
}

}  // namespace

int run(const RunSettings& settings) {
  if (settings.jit != JitMode::Environment)
    ::setenv("PYTORCH_JIT", settings.jit == JitMode::Off ? "0" : "1", 1);
  if (settings.debugPort) return runForEditors(settings);
  Script script(settings.file, settings.arguments);
  if (!script.error().empty()) return wrongUsage(script.error());
  jit::reportCrashes();
  if (settings.jit != JitMode::Interpret)
    script.runtime().compileWith(
        {.workplace = workplaceOf(settings.jit),
         .cache = jit::userCache(),
         .isDescribed = settings.describesCode,
         .warn = [](const std::string& message) { printProblem("tsdbg", message); }});
  return script.run();
}

}  // namespace ts::debugger
