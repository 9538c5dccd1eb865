// tsls: JitScope's language server.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "lsp/app/compiler_analysis.h"
#include "lsp/app/event_loop.h"
#include "lsp/app/rule_pages.h"
#include "lsp/server.h"
#include "lsp/version.h"

namespace {

constexpr int kWrongUsage = 2;

constexpr std::string_view kHelp = R"(usage: tsls [--port N]

A language server for TorchScript: the checks of tscheck, live in an editor.
Speaks the Language Server Protocol on standard input and output.

  --port N    listen on 127.0.0.1:N and serve the first client there (0: a free port)
  --version   print the version
  --help      print this
)";

struct Options {
  int port = -1;  // none
  bool help = false;
  bool version = false;
};

int wrongUsage(const std::string& problem) {
  fmt::print(stderr, "tsls: {}\nTry tsls --help.\n", problem);
  return kWrongUsage;
}

// Reads the command line into `options`. Returns an error message; empty on success.
std::string readOptions(int count, char** arguments, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--help") {
      options.help = true;
    } else if (argument == "--version") {
      options.version = true;
    } else if (argument == "--port" || argument.starts_with("--port=")) {
      const bool joined = argument != "--port";
      if (!joined && i + 1 == count) return "--port needs a number";
      const std::string_view value = joined ? argument.substr(7) : arguments[++i];
      const auto [end, error] =
          std::from_chars(value.data(), value.data() + value.size(), options.port);
      if (error != std::errc() || end != value.data() + value.size() || options.port < 0 ||
          options.port > 65535) {
        return fmt::format("--port must be a number from 0 to 65535, not '{}'", value);
      }
    } else {
      return fmt::format("unknown argument '{}'", argument);
    }
  }
  return {};
}

int serve(const Options& options) {
  ts::lsp::EventLoop loop;
  const std::string problem =
      options.port < 0 ? loop.useStandardStreams() : loop.listen(options.port);
  if (!problem.empty()) return wrongUsage(problem);
  // Prints the port: with port 0 the caller does not know it.
  if (options.port >= 0) fmt::print(stderr, "tsls: listening on 127.0.0.1:{}\n", loop.port());

  auto files = std::make_shared<ts::lsp::WorkspaceFiles>();
  ts::lsp::Server server(loop, loop, ts::lsp::makeCompilerAnalysis(files),
                         {.rulePages = ts::lsp::findRulePages(), .files = files});
  const int status = loop.serve(
      {[&](std::string_view bytes) { server.receive(bytes); }, [&] { server.disconnected(); }});
  // Without destructors: a check that is still running uses the data.
  if (loop.busy()) std::_Exit(status);
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  Options options;
  const std::string problem = readOptions(count, arguments, options);
  if (!problem.empty()) return wrongUsage(problem);
  if (options.help) {
    fmt::print("{}", kHelp);
    return 0;
  }
  if (options.version) {
    fmt::print("tsls {}\n", ts::lsp::kVersion);
    return 0;
  }
  return serve(options);
}
