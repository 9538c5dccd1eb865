#include "core/check/settings.h"

#include <CLI/CLI.hpp>

namespace ts::check {

namespace {

const std::map<std::string, driver::Roots> kRoots = {
    {"explicit", driver::Roots::Explicit},
    {"all", driver::Roots::All},
};
const std::map<std::string, diag::Format> kFormats = {
    {"text", diag::Format::Text},
    {"json", diag::Format::Json},
    {"sarif", diag::Format::Sarif},
    {"github", diag::Format::Github},
};
const std::map<std::string, Colour> kColours = {
    {"auto", Colour::Auto},
    {"always", Colour::Always},
    {"never", Colour::Never},
};
const std::map<std::string, Phase> kPhases = {
    {"tokens", Phase::Tokens},
    {"ast", Phase::Ast},
    {"ir", Phase::Ir},
};

// Adds an option whose values are the keys of a table.
template <typename T>
void choice(CLI::App& app, const std::string& name, T& into, const std::map<std::string, T>& words,
            const std::string& help) {
  std::string list;
  for (const auto& word : words) list += (list.empty() ? "" : "|") + word.first;
  app.add_option_function<std::string>(
         name,
         [&into, &words, name, list](const std::string& word) {
           auto found = words.find(word);
           if (found == words.end())
             throw CLI::ValidationError(name, "`" + word + "` is not one of " + list);
           into = found->second;
         },
         help)
      ->type_name(list);
}

}  // namespace

std::variant<Settings, int> parseCommandLine(int argc, char** argv) {
  Settings settings;
  CLI::App app{
      "Checks that Python code compiles as TorchScript: every problem at once, each with its "
      "place.",
      "tscheck"};
  app.add_option("PATH", settings.paths,
                 "Files, folders (their *.py files at any depth), or - for standard input; the "
                 "default is .")
      ->option_text(" ");
  choice(
      app, "--roots", settings.roots, kRoots,
      "The code to compile: functions and modules passed to torch.jit (explicit, the default), or "
      "all of them");
  choice(app, "--format", settings.format, kFormats,
         "The report format: text on standard error (the default), the others on standard output");
  choice(app, "--color", settings.colour, kColours,
         "Colours in text; auto: on a terminal, if NO_COLOR is unset");
  choice(app, "--print", settings.print, kPhases,
         "Print the result of a phase for one file instead of checking it");
  app.add_option("--explain", settings.explain, "Print the page of a rule")->type_name("TSnnnn");
  app.add_option("-j,--jobs", settings.jobs,
                 "Number of files to check at the same time; the default is the number of cores")
      ->type_name("N")
      ->check(CLI::Range(1u, 1024u));
  app.set_version_flag("--version", "tscheck " JITSCOPE_VERSION, "Print the version");
  app.footer("Exit status: 0 fine, 1 problems found, 2 wrong usage or unreadable input.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& stop) {
    return app.exit(stop) == 0 ? kFine : kWrongUsage;
  }
  return settings;
}

}  // namespace ts::check
