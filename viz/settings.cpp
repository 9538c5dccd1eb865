#include "viz/settings.h"

#include <CLI/CLI.hpp>

namespace ts::viz {
namespace {

const std::map<std::string, OutputFormat> kFormats = {
    {"svg", OutputFormat::Svg}, {"dot", OutputFormat::Dot},   {"json", OutputFormat::Json},
    {"ir", OutputFormat::Ir},   {"code", OutputFormat::Code},
};
constexpr const char* kFormatNames = "svg|dot|json|ir|code";

}  // namespace

std::variant<Settings, int> parseCommandLine(int argc, char** argv) {
  Settings settings;
  CLI::App app{
      "Shows the TorchScript graph of a function or module: as a picture, as data, as code.",
      "tsviz"};
  app.add_option("TARGET", settings.target,
                 "FILE.py:NAME or package.module:NAME, a function, module class or instance; or "
                 "FILE.ir, IR text")
      ->required()
      ->option_text(" ");
  app.add_option("--init", settings.init,
                 "Call the target with these arguments first, in Python: '3, bias=False'")
      ->type_name("ARGS");
  app.add_option_function<std::string>(
         "--format",
         [&](const std::string& word) {
           auto found = kFormats.find(word);
           if (found == kFormats.end())
             throw CLI::ValidationError("--format", "`" + word + "` is not one of " + kFormatNames);
           settings.format = found->second;
         },
         "The output: a picture (svg, the default), a Graphviz file, data, or the text of "
         "PyTorch's "
         ".graph and .code")
      ->type_name(kFormatNames);
  app.add_option("-o,--output", settings.output, "Write to this file instead of standard output")
      ->type_name("FILE");
  app.add_flag("--inline", settings.inlineCalls,
               "Replace calls by the graphs of the called functions");
  app.add_flag("--canonical", settings.canonical,
               "Number values in the order in which they appear");
  app.add_flag_callback(
      "--no-locations", [&] { settings.locations = false; },
      "Leave out the source locations of nodes");
  app.add_option("--depth", settings.depth,
                 "In svg and dot, show only the number of nodes of blocks nested deeper than this")
      ->type_name("N");
  app.set_version_flag("--version", "tsviz " JITSCOPE_VERSION, "Print the version");
  app.footer(
      "Exit status: 0 fine, 1 the target does not compile, 2 wrong usage or unreadable input.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& stop) {
    return app.exit(stop) == 0 ? kFine : kWrongUsage;
  }
  return settings;
}

}  // namespace ts::viz
