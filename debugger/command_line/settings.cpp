#include "debugger/command_line/settings.h"

#include <algorithm>

#include "core/jit/llvm.h"

namespace ts::debugger {
namespace {

void addMemory(CommandLine& command) {
  command.memory(memoryForRunning(), "three quarters of the machine's");
}

// A call of a target by engines.
void addCall(CommandLine& command, std::optional<std::string>& init,
             std::optional<std::string>& example, std::vector<std::string>& engines,
             CallFlags& flags, const std::string& standard = "the first three") {
  command.text("--example", example, "ARGS",
               "Arguments for torch.jit.trace; the first inputs if not given");
  command.text("--init", init, "ARGS", "Call the target with these arguments first");
  command.flag("--no-strict", flags.isLenient,
               "Trace with strict=False, which allows dicts as results");
  command.flag("--eval", flags.evaluates, "Call eval() on the module first");
  command.flag(
      "--fold-as-pytorch", flags.foldsAsPyTorch,
      "Scripted code makes the constants that PyTorch makes wrongly (TS8011), so that each "
      "call returns PyTorch's numbers");
  command.list(
      "--engines", engines, "NAMES",
      "Some of eager, script, trace, compiled, separated by commas; " + standard + " if not given");
}

void addGradients(CommandLine& command, CallFlags& flags, const std::string& purpose) {
  command.flag("--gradients", flags.takesGradients,
               "Behind each call, compute the gradients of the sum of its results, " + purpose);
}

constexpr const char* kInputs =
    "Arguments of the call, in Python: 'torch.ones(2, 3), 4'; the inputs of the workspace's own "
    "torch.jit.trace call if not given";

void addInputs(CommandLine& command, std::vector<std::string>& inputs) {
  command.texts("--inputs", inputs, "ARGS",
                std::string(kInputs) + ". Given several times: of several calls");
}

CommandLine addRun(CommandLine& program, RunSettings& run) {
  CommandLine command = program.command(
      "run",
      "Run a script as Python would: it may read and write every file that you may. "
      "PYTORCH_JIT=0 turns torch.jit off");
  command.argument("FILE", run.file, "The script, or a notebook FILE.ipynb");
  command.choice(
      "--jit", run.jit,
      {{"off", JitMode::Off},
       {"interpret", JitMode::Interpret},
       {"compile", JitMode::Compile},
       {"tiered", JitMode::Tiered}},
      "How code of torch.jit runs: as Python, interpreted, compiled to machine code by LLVM "
      "before its first run, or (the default) interpreted until code that runs often is compiled");
  command.flag("--describe-code", run.describesCode,
               "Describe machine code to gdb and perf: functions, and in gdb their Python lines");
  command.text("--explain-fusion", run.fusionReport, "FILE",
               "Write the operators on tensors that have run as compiled code, one a line: their "
               "seconds, what they are, and why they are not in a loop of machine code");
  command.number("--debug", run.debugPort,
                 "Let editors attach to the running script on 127.0.0.1:N (0: a free port). Their "
                 "attach request must have the token that tsdbg prints on standard error",
                 {0, 65535});
  command.torch(run.torch);
  addMemory(command);
  command.allowRest();
  command.footer(
      "Exit status: the script's own; 1 after an uncaught exception, 2 if the file can't be read.");
  return command;
}

CommandLine addCompare(CommandLine& program, CompareSettings& compare) {
  CommandLine command = program.command(
      "compare", "Run a model eager, scripted and traced, and explain where they diverge");
  command.argument("TARGET", compare.target,
                   "FILE.py:NAME or package.module:NAME, a function, module class or instance");
  addInputs(command, compare.inputs);
  addCall(command, compare.init, compare.example, compare.engines, compare.flags);
  addGradients(command, compare.flags, "and compare those of parameters and inputs");
  command.text("--workspace", compare.workspace, "DIR",
               "Without --init, search calls of a module class in the files of this folder; the "
               "project's folder if not given");
  command.number("--search", compare.search, "If the engines agree, try up to N other inputs");
  command.text("--html", compare.html, "FILE",
               "Write a page with both graphs as one picture, and a report");
  command.flag("--json", compare.json, "Print the result as JSON");
  command.flag("--events", compare.events, "Print the events of each engine instead of a report");
  command.flag("--allow-write", compare.allowWrite,
               "Let the code change files; without it, writing raises PermissionError");
  command.torch(compare.torch);
  addMemory(command);
  command.footer(
      "Exit status: 0 all agree, 1 an engine diverges or can't be created, 2 wrong usage or a "
      "target or inputs that can't be loaded.");
  return command;
}

CommandLine addDebug(CommandLine& program, DebugSettings& debug) {
  CommandLine command = program.command(
      "debug", "Debug a script, or a call by several engines, with commands of pdb");
  command.argument("TARGET", debug.target,
                   "A script FILE.py or a notebook FILE.ipynb, with its arguments behind it, or "
                   "FILE.py:NAME or "
                   "package.module:NAME, a function, module class or instance");
  addInputs(command, debug.inputs);
  addCall(command, debug.init, debug.example, debug.engines, debug.flags);
  command.torch(debug.torch);
  addMemory(command);
  command.allowRest();
  command.footer(
      "Commands are read from standard input; `help` lists them. Exit status: 0 fine, 1 an "
      "uncaught "
      "exception or a divergence has stopped the program, or it has ended with another status than "
      "0, 2 wrong usage or a target that can't be run.");
  return command;
}

CommandLine addDap(CommandLine& program, DapSettings& dap) {
  CommandLine command = program.command("dap",
                                        "Debug a script in an editor: speaks the Debug Adapter "
                                        "Protocol on standard input and output");
  command.number("--port", dap.port,
                 "Listen on 127.0.0.1:N and serve the first client there (0: a free port). Its "
                 "launch request must have the token that tsdbg prints on standard error",
                 {0, 65535});
  addMemory(command);
  command.footer(
      "Exit status: 0 after disconnect, 1 if the connection ends without it, 2 wrong usage.");
  return command;
}

constexpr const char* kMeasuredStatus =
    "Exit status: 0 fine, 2 wrong usage, or an engine that can't run the call.";

CommandLine addBench(CommandLine& program, BenchSettings& bench) {
  CommandLine command =
      program.command("bench", "Measure a call by several engines beside each other");
  command.argument("TARGET", bench.target,
                   "FILE.py:NAME or package.module:NAME, a function, module class or instance");
  command.text("--inputs", bench.inputs, "ARGS", kInputs);
  addCall(command, bench.init, bench.example, bench.engines, bench.flags,
          "eager, script and compiled");
  command.number("--runs", bench.runs, "Measure N calls; as many as a second has if not given",
                 {1, 1000000});
  command.flag("--json", bench.json, "Print an object with the times in seconds");
  command.torch(bench.torch);
  addMemory(command);
  command.footer(kMeasuredStatus);
  return command;
}

CommandLine addProfile(CommandLine& program, ProfileSettings& profile) {
  CommandLine command = program.command(
      "profile", "Show the time of each line and operator of a call, by several engines");
  command.argument("TARGET", profile.target,
                   "FILE.py:NAME or package.module:NAME, a function, module class or instance");
  command.text("--inputs", profile.inputs, "ARGS", kInputs);
  addCall(command, profile.init, profile.example, profile.engines, profile.flags,
          "eager, script and compiled");
  command.number("--runs", profile.runs,
                 "Measure N calls and show the one with the median time; 11 if not given",
                 {{1, 1000}});
  addGradients(command, profile.flags,
               "and show the time of lines forward and backward. Code that runs backward() "
               "itself needs it, too");
  command.text("--html", profile.html, "FILE", "Write a page with flame graphs");
  command.text("--graph", profile.graph, "FILE",
               "Write a page with the graph, coloured by the times of its operators");
  command.text("--trace", profile.trace, "FILE", "Write a trace for chrome://tracing or Perfetto");
  command.torch(profile.torch);
  addMemory(command);
  command.footer(kMeasuredStatus);
  return command;
}

CommandLine addConvert(CommandLine& program, ConvertSettings& convert) {
  CommandLine command =
      program.command("convert", "Write a model in evaluation mode as an ONNX file");
  command.argument(
      "TARGET", convert.target,
      "FILE.py:NAME, package.module:NAME or FILE.pt, a function, module class or instance");
  command.text("--inputs", convert.inputs, "ARGS", kInputs);
  command.text("--init", convert.init, "ARGS", "Call the target with these arguments first");
  command.text("--example", convert.example, "ARGS",
               "Arguments for torch.jit.trace; the inputs if not given");
  command.choice<bool>("--engine", convert.traces, {{"script", false}, {"trace", true}},
                       "The maker of the graph: torch.jit.script (the default), which keeps "
                       "branches and loops, or torch.jit.trace");
  command.text("-o,--output", convert.output, "FILE", "The file to write: FILE.onnx");
  command.number("--opset", convert.opset, "The version of ONNX's operators; 18 if not given",
                 {{13, 21}});
  command.list(
      "--dynamic", convert.dynamic, "SIZES",
      "Sizes of inputs that may differ between runs: batch, all, or INPUT:DIMENSION[=NAME], "
      "separated by commas; none if not given");
  command.torch(convert.torch);
  addMemory(command);
  command.footer(
      "Exit status: 0 written, 1 the model has a part that ONNX cannot express, 2 wrong usage, a "
      "target that can't be loaded or a file that can't be written.");
  return command;
}

}  // namespace

std::variant<CommandSettings, int> parseCommandLine(int argc, char** argv) {
  CommandLine line("tsdbg", JITSCOPE_VERSION "\nLLVM " + std::string(jit::llvmVersion()),
                   "Runs PyTorch programs without PyTorch.");
  line.footer("Exit status: 0 fine, 1 problems found, 2 wrong usage or unreadable input.");
  RunSettings run;
  CompareSettings compare;
  DebugSettings debug;
  DapSettings dap;
  BenchSettings bench;
  ProfileSettings profile;
  ConvertSettings convert;
  const CommandLine runCommand = addRun(line, run);
  const CommandLine compareCommand = addCompare(line, compare);
  const CommandLine debugCommand = addDebug(line, debug);
  const CommandLine dapCommand = addDap(line, dap);
  const CommandLine benchCommand = addBench(line, bench);
  const CommandLine profileCommand = addProfile(line, profile);
  const CommandLine convertCommand = addConvert(line, convert);
  if (const auto status = line.parse(argc, argv)) return *status;
  if (compareCommand.isGiven()) return CommandSettings(compare);
  if (dapCommand.isGiven()) return CommandSettings(dap);
  if (benchCommand.isGiven()) return CommandSettings(bench);
  if (profileCommand.isGiven()) return CommandSettings(profile);
  if (convertCommand.isGiven()) return CommandSettings(convert);
  if (debugCommand.isGiven()) {
    debug.arguments = debugCommand.rest();
    return CommandSettings(debug);
  }
  run.arguments = runCommand.rest();
  return CommandSettings(run);
}

}  // namespace ts::debugger
