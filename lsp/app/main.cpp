// tsls: JitScope's language server.
#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "core/base/output.h"
#include "core/command_line/command_line.h"
#include "core/command_line/rule_pages.h"
#include "core/driver/torch_choice.h"
#include "core/protocol/token.h"
#include "lsp/app/compiler_analysis.h"
#include "lsp/app/event_loop.h"
#include "lsp/features/version.h"
#include "lsp/server.h"
#include "lsp/workspace/uri.h"

namespace {

constexpr uint32_t kMemory = 1024;  // megabytes, for all open documents together

// port: none serves standard input and output. torch: none lets the settings and the workspace
// choose.
int serve(std::optional<uint32_t> port, std::optional<ts::TorchProfile> torch) {
  ts::lsp::EventLoop loop;
  const std::string problem =
      port ? loop.listen(static_cast<int>(*port)) : loop.useStandardStreams();
  if (!problem.empty()) {
    ts::printProblem("tsls", problem);
    return ts::kWrongUsage;
  }
  // Every local program, and so every web page in a browser, can reach a port.
  const std::string token = port ? ts::protocol::makeToken() : std::string();
  // Prints the port: with port 0 the caller does not know it.
  if (port)
    ts::standardError().write(
        fmt::format("tsls: listening on 127.0.0.1:{}, token {}\n", loop.port(), token));

  auto files = std::make_shared<ts::lsp::WorkspaceFiles>();
  const auto chooseTorch = [torch](const std::string& setting, const std::string& folder,
                                   const std::string& interpreter) {
    const auto chosen =
        torch ? ts::driver::useTorchProfile(torch, folder)
              : ts::driver::useTorchProfile(ts::profileOfVersion(setting), folder, interpreter,
                                            "chosen by the editor's setting");
    return ts::driver::describe(chosen);
  };
  const std::string pages = ts::rulePages();
  ts::lsp::Server server(loop, loop, ts::lsp::makeCompilerAnalysis(files),
                         {.rulePages = pages.empty() ? pages : ts::lsp::uriOfPath(pages) + "/",
                          .token = token,
                          .files = files,
                          .chooseTorch = chooseTorch});
  const int status = loop.serve(
      {[&](std::string_view bytes) { server.receive(bytes); }, [&] { server.disconnected(); }});
  // Without destructors: a check that is still running uses the data.
  if (loop.busy()) std::_Exit(status);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return ts::runProgram("tsls", [&] {
    std::optional<uint32_t> port;
    ts::CommandLine line("tsls", ts::lsp::kVersion,
                         "A language server for TorchScript: the checks of tscheck, live in an "
                         "editor. Speaks the Language Server Protocol on standard input and "
                         "output.");
    line.number("--port", port,
                "Listen on 127.0.0.1:N and serve the first client there (0: a free port). Its "
                "initializationOptions must have the token that tsls prints on standard error",
                {0, 65535});
    std::optional<ts::TorchProfile> torch;
    line.torch(torch);
    line.memory(kMemory);
    if (const auto status = line.parse(argc, argv)) return *status;
    return serve(port, torch);
  });
}
