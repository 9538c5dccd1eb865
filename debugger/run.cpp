#include "debugger/run.h"

#include <fmt/format.h>
#include <signal.h>

#include <cstdlib>
#include <filesystem>

#include "core/base/output.h"
#include "core/ir/text.h"
#include "core/jit/fusion_census.h"
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

std::string reportOf(jit::FusionCensus& census) {
  std::string report;
  for (const jit::FusionCensus::Row& row : census.rows()) {
    std::string line = ir::print(*row.node, {.locations = false});
    line = line.substr(std::min(line.find(" = ") + 3, line.size()));
    report +=
        fmt::format("{:.9f}\t{}\t{}\n", row.seconds, line.substr(0, line.find('\n')), row.reason);
  }
  return report;
}

}  // namespace

int run(const RunSettings& settings) {
  if (settings.jit != JitMode::Environment)
    ::setenv("PYTORCH_JIT", settings.jit == JitMode::Off ? "0" : "1", 1);
  if (settings.debugPort) return runForEditors(settings);
  Script script(settings.file, settings.arguments);
  if (!script.error().empty()) return wrongUsage(script.error());
  jit::reportCrashes();
  const bool isExplained = !settings.fusionReport.empty();
  const auto census = isExplained ? std::make_shared<jit::FusionCensus>() : nullptr;
  if (settings.jit != JitMode::Interpret)
    script.runtime().compileWith(
        {.workplace = isExplained ? jit::Workplace::Caller : workplaceOf(settings.jit),
         .cache = jit::userCache(),
         .isDescribed = settings.describesCode,
         .isMeasured = isExplained,
         .census = census,
         .warn = [](const std::string& message) { printProblem("tsdbg", message); }});
  if (!isExplained) return script.run();
  script.runtime().interpreter().setClock(census.get());
  const int status = script.run();
  script.runtime().interpreter().setClock(nullptr);
  const std::string problem = writeFile(settings.fusionReport, reportOf(*census));
  return problem.empty() ? status : wrongUsage(problem);
}

}  // namespace ts::debugger
