#include "debugger/settings.h"

#include <CLI/CLI.hpp>

namespace ts::debugger {
namespace {

CLI::App* addRun(CLI::App& app, RunSettings& run) {
  CLI::App* command =
      app.add_subcommand("run", "Run a script as Python would; PYTORCH_JIT=0 turns torch.jit off");
  command->add_option("FILE", run.file, "The script")->required()->option_text(" ");
  command->prefix_command();
  command->footer(
      "Exit status: the script's own; 1 after an uncaught exception, 2 if the file can't be read.");
  return command;
}

CLI::App* addCompare(CLI::App& app, CompareSettings& compare) {
  CLI::App* command = app.add_subcommand(
      "compare", "Run a model eager, scripted and traced, and explain where they diverge");
  command
      ->add_option("TARGET", compare.target,
                   "FILE.py:NAME or package.module:NAME, a function, module class or instance")
      ->required()
      ->option_text(" ");
  command
      ->add_option("--inputs", compare.inputs,
                   "Arguments of the call, in Python: 'torch.ones(2, 3), 4'")
      ->type_name("ARGS");
  command
      ->add_option("--example", compare.example,
                   "Arguments for torch.jit.trace; the inputs if not given")
      ->type_name("ARGS");
  command->add_option("--init", compare.init, "Call the target with these arguments first")
      ->type_name("ARGS");
  command
      ->add_option("--engines", compare.engines,
                   "Some of eager, script, trace, separated by commas; all if not given")
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_option("--search", compare.search, "If the engines agree, try up to N other inputs")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--html", compare.html, "Write an HTML page with both graphs and the divergence")
      ->type_name("FILE");
  command->add_flag("--json", compare.json, "Print the result as JSON");
  command->add_flag("--events", compare.events,
                    "Print the events of each engine instead of a report");
  command->footer(
      "Exit status: 0 all agree, 1 an engine diverges or can't be created, 2 wrong usage or a "
      "target "
      "or inputs that can't be loaded.");
  return command;
}

}  // namespace

std::variant<Settings, int> parseCommandLine(int argc, char** argv) {
  CLI::App app{"Runs PyTorch programs without PyTorch.", "tsdbg"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "tsdbg " JITSCOPE_VERSION, "Print the version");
  app.footer("Exit status: 0 fine, 1 problems found, 2 wrong usage or unreadable input.");
  RunSettings run;
  CompareSettings compare;
  CLI::App* runCommand = addRun(app, run);
  CLI::App* compareCommand = addCompare(app, compare);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& stop) {
    return app.exit(stop) == 0 ? kFine : kWrongUsage;
  }
  if (compareCommand->parsed()) return Settings(compare);
  run.arguments = runCommand->remaining();
  return Settings(run);
}

}  // namespace ts::debugger
