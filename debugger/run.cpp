#include "debugger/run.h"

#include <signal.h>

#include <cstdlib>
#include <filesystem>

#include "core/eager/jit.h"
#include "core/jit/engine.h"
#include "core/jit/loaded_code.h"
#include "debugger/dap/run_server.h"
#include "debugger/script.h"

namespace ts::debugger {

namespace {

int runForEditors(const RunSettings& settings) {
  if (settings.jit == JitMode::Compile || settings.jit == JitMode::Tiered)
    return wrongUsage(
        "--debug and --jit=compile exclude each other: editors debug interpreted code");
  ::signal(SIGPIPE, SIG_IGN);
  dap::LaunchConfig config;
  config.folder = std::filesystem::current_path().string();
  config.program =
      (std::filesystem::path(config.folder) / settings.file).lexically_normal().string();
  config.arguments = settings.arguments;
  config.torch = settings.torch;
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
  const bool compilesFirst = settings.jit == JitMode::Compile;
  jit::Engine engine(
      {.workplace = compilesFirst ? jit::Workplace::Caller : jit::Workplace::Background,
       .cache = jit::userCache(),
       .isDescribed = settings.describesCode,
       .warn = [](const std::string& message) { printProblem("tsdbg", message); }});
  jit::reportCrashes();
  if (settings.jit != JitMode::Interpret)
    eager::jitOf(script.vm()).interpreter().setNativeCompiler(&engine);
  return script.run();
}

}  // namespace ts::debugger
