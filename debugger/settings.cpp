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
      "Exit status: the script's; 1 when an exception ends it, 2 when it can't be read.");
  return command;
}

CLI::App* addCompare(CLI::App& app, CompareSettings& compare) {
  CLI::App* command = app.add_subcommand(
      "compare", "Run a model eager, scripted and traced, and show where they part");
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
                   "Arguments that the trace is made with; else the inputs")
      ->type_name("ARGS");
  command->add_option("--init", compare.init, "Call the target with these arguments first")
      ->type_name("ARGS");
  command
      ->add_option("--engines", compare.engines,
                   "Some of eager, script, trace, with commas; all when left out")
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_option("--search", compare.search, "Try up to N other inputs until the engines part")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--html", compare.html, "Write a page with both graphs and the parting")
      ->type_name("FILE");
  command->add_flag("--json", compare.json, "Print the result as JSON");
  command->add_flag("--events", compare.events, "Print what each engine did, in place of a report");
  command->footer(
      "Exit status: 0 they agree, 1 they part, 2 wrong usage or an engine that can't run.");
  return command;
}

}  // namespace

std::variant<Settings, int> parseCommandLine(int argc, char** argv) {
  CLI::App app{"Runs programs of PyTorch without PyTorch.", "tsdbg"};
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
