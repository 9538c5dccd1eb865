#include "core/check/settings.h"

#include <algorithm>

#include "core/notebook/notebook_file.h"

namespace ts::check {

namespace {

int wrongUsage(const char* message) {
  printProblem("tscheck", message);
  return kWrongUsage;
}

}  // namespace

std::variant<Settings, int> parseCommandLine(int argc, char** argv) {
  using diag::Format;
  using driver::Roots;
  Settings settings;
  CommandLine line("tscheck", JITSCOPE_VERSION,
                   "Checks that Python code compiles as TorchScript: every problem at once, each "
                   "with its place.");
  line.arguments("PATH", settings.paths,
                 "Files, folders (their *.py files at any depth), notebooks (*.ipynb), or - for "
                 "standard input; the default is .");
  line.choice<std::optional<Roots>>(
      "--roots", settings.roots,
      {{"all", Roots::All}, {"auto", Roots::Auto}, {"explicit", Roots::Explicit}},
      "The code to compile: what the files pass to torch.jit, followed to where it "
      "is made (auto, the default); what each file passes when it runs (explicit); "
      "or all functions and modules");
  line.torch(settings.torch);
  line.choice<Format>("--format", settings.format,
                      {{"github", Format::Github},
                       {"json", Format::Json},
                       {"sarif", Format::Sarif},
                       {"text", Format::Text}},
                      "The report format; the default is text");
  line.choice<Colour>(
      "--color", settings.colour,
      {{"always", Colour::Always}, {"auto", Colour::Auto}, {"never", Colour::Never}},
      "Colours in text; auto: on a terminal, if NO_COLOR is unset");
  line.choice<Phase>("--print", settings.print,
                     {{"ast", Phase::Ast}, {"ir", Phase::Ir}, {"tokens", Phase::Tokens}},
                     "Print the result of a phase for one file instead of checking it");
  line.flag("--fix", settings.fix,
            "Apply safe fixes to the files, then report the problems that remain");
  line.flag("--unsafe", settings.unsafe,
            "With --fix: also apply the fixes that may change what the program does");
  line.flag("--diff", settings.diff, "With --fix: print a unified diff and change nothing");
  line.flag("--candidates", settings.candidates,
            "Also report what would keep modules from being scripted that nothing scripts");
  line.list("--exclude", settings.exclude, "GLOB",
            "Skip files and folders that match: build/**, *_test.py");
  line.list("--import-path", settings.importPaths, "DIR", "Also search this folder for imports");
  line.text("--workspace", settings.workspace, "DIR",
            "Also follow the roots of this folder into the paths; the default is the project "
            "around each path");
  line.flag("--verbose", settings.verbose, "Also report what was not checked, with the reasons");
  line.flag("--statistics", settings.statistics,
            "Count the problems of each rule instead of showing them");
  line.text("--baseline", settings.baseline, "FILE", "Leave out the problems in this file");
  line.text("--write-baseline", settings.writeBaseline, "FILE",
            "Write all problems to this file for --baseline");
  line.text("--explain", settings.explain, "RULE",
            "Print the page of a rule: TS5020, 5020 or its name");
  line.flag("--rules", settings.rules, "List all rules");
  line.flag("--no-cache", settings.noCache,
            "Check every file anew, and keep no results for the next run");
  line.number("-j,--jobs", settings.jobs,
              "Number of files to check at the same time; the default is the number of cores",
              {{1, 1024}});
  line.memory(kDefaultMemory);
  line.footer("Exit status: 0 fine, 1 problems found, 2 wrong usage or unreadable input.");
  if (const auto status = line.parse(argc, argv)) return *status;
  if (settings.diff && !settings.fix) return wrongUsage("--diff is used with --fix");
  if (settings.unsafe && !settings.fix) return wrongUsage("--unsafe is used with --fix");
  if (settings.statistics && settings.format != Format::Text)
    return wrongUsage("--statistics is used with --format=text");
  if (!settings.baseline.empty() && !settings.writeBaseline.empty())
    return wrongUsage("--baseline and --write-baseline exclude each other");
  if (settings.fix && std::ranges::find(settings.paths, "-") != settings.paths.end())
    return wrongUsage("--fix can't change standard input");
  if (settings.fix && std::ranges::any_of(settings.paths, notebook::isNotebook))
    return wrongUsage("--fix can't change notebooks");
  if (settings.paths.empty() && settings.print == Phase::None) settings.paths.push_back(".");
  return settings;
}

}  // namespace ts::check
