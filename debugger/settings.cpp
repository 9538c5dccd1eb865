#include "debugger/settings.h"

#include <CLI/CLI.hpp>

namespace ts::debugger {

std::variant<Settings, int> parseCommandLine(int argc, char** argv) {
  CLI::App app{"Runs programs of PyTorch without PyTorch.", "tsdbg"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "tsdbg " JITSCOPE_VERSION, "Print the version");
  app.footer("Exit status: 0 fine, 1 problems found, 2 wrong usage or unreadable input.");

  RunSettings run;
  CLI::App* runCommand = app.add_subcommand("run", "Run a script as Python would; PYTORCH_JIT=0 turns torch.jit off");
  runCommand->add_option("FILE", run.file, "The script")->required()->option_text(" ");
  runCommand->prefix_command();
  runCommand->footer("Exit status: the script's; 1 when an exception ends it, 2 when it can't be read.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& stop) {
    return app.exit(stop) == 0 ? kFine : kWrongUsage;
  }
  run.arguments = runCommand->remaining();
  return Settings(run);
}

}  // namespace ts::debugger
