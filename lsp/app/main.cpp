// tsls: JitScope's language server.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "core/base/heap.h"
#include "lsp/app/compiler_analysis.h"
#include "lsp/app/event_loop.h"
#include "lsp/app/rule_pages.h"
#include "lsp/server.h"
#include "lsp/version.h"

namespace {

constexpr int kWrongUsage = 2;

constexpr std::string_view kHelp = R"(usage: tsls [--port N] [--memory N]

A language server for TorchScript: the checks of tscheck, live in an editor.
Speaks the Language Server Protocol on standard input and output.

  --port N    listen on 127.0.0.1:N and serve the first client there (0: a free port)
  --memory N  use N megabytes of memory at most (1024)
  --version   print the version
  --help      print this
)";

struct Options {
  int port = -1;      // none
  int memory = 1024;  // megabytes
  bool help = false;
  bool version = false;
};

struct NumberOption {
  std::string_view name;
  int Options::*into;
  int least, most;
};
constexpr NumberOption kNumberOptions[] = {
    {"--port", &Options::port, 0, 65535},
    {"--memory", &Options::memory, 32, 1 << 20},
};

// The option that an argument gives, as in `--port 1` or `--port=1`; null when it gives none.
const NumberOption* numberOption(std::string_view argument) {
  const std::string_view name = argument.substr(0, argument.find('='));
  const auto* found = std::ranges::find(kNumberOptions, name, &NumberOption::name);
  return found == std::end(kNumberOptions) ? nullptr : found;
}

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
    } else if (const NumberOption* known = numberOption(argument)) {
      const bool joined = argument.size() > known->name.size();
      if (!joined && i + 1 == count) return fmt::format("{} needs a number", known->name);
      const std::string_view value =
          joined ? argument.substr(known->name.size() + 1) : arguments[++i];
      int number = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (error != std::errc() || end != value.data() + value.size() || number < known->least ||
          number > known->most) {
        return fmt::format("{} must be a number from {} to {}, not '{}'", known->name, known->least,
                           known->most, value);
      }
      options.*known->into = number;
    } else {
      return fmt::format("unknown argument '{}'", argument);
    }
  }
  return {};
}

int serve(const Options& options) {
  ts::heap::setLimit(static_cast<size_t>(options.memory) << 20);
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
