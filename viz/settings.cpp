#include "viz/settings.h"

namespace ts::viz {

std::variant<Settings, int> parseCommandLine(int argc, char** argv) {
  Settings settings;
  CommandLine line(
      "tsviz", JITSCOPE_VERSION,
      "Shows the TorchScript graph of a function or module: as a picture, as data, as code.");
  line.argument("TARGET", settings.target,
                "FILE.py:NAME or package.module:NAME, a function, module class or instance; or "
                "FILE.ir, IR text");
  line.text("--init", settings.init, "ARGS",
            "Call the target with these arguments first, in Python: '3, bias=False'");
  line.text("--workspace", settings.workspace, "DIR",
            "Without --init, search calls of a module class in the files of this folder; the "
            "project's folder if not given");
  line.text("--unsaved", settings.unsaved, "FILE",
            "For editors: texts that replace files, as a JSON object of texts by absolute path");
  line.choice<OutputFormat>("--format", settings.format,
                            {{"svg", OutputFormat::Svg},
                             {"html", OutputFormat::Html},
                             {"view", OutputFormat::View},
                             {"dot", OutputFormat::Dot},
                             {"json", OutputFormat::Json},
                             {"ir", OutputFormat::Ir},
                             {"code", OutputFormat::Code}},
                            "The output: a picture (svg, the default), a page with an interactive "
                            "viewer (html) or its data (view), a Graphviz file, data, or the "
                            "text of PyTorch's .graph and .code");
  line.text("-o,--output", settings.output, "FILE",
            "Write to this file instead of standard output");
  line.flag("--inline", settings.inlineCalls,
            "Replace calls by the graphs of the called functions");
  line.flag("--canonical", settings.canonical, "Number values in the order in which they appear");
  line.flag("--no-locations", settings.locations, "Leave out the source locations of nodes", false);
  line.number("--depth", settings.depth,
              "In svg and dot, show only the number of nodes of blocks nested deeper than this; in "
              "html, open the groups above this depth",
              CommandLine::Range{0, UINT32_MAX});
  line.flag("--training", settings.training,
            "In html, show modules in training mode, with their checks and warnings");
  line.torch(settings.torch);
  line.memory(kDefaultMemory);
  line.footer(
      "Exit status: 0 fine, 1 the target does not compile, 2 wrong usage or unreadable input.");
  if (const auto status = line.parse(argc, argv)) return *status;
  return settings;
}

}  // namespace ts::viz
