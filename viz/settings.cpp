#include "viz/settings.h"

#include "core/base/heap.h"
#include "core/jit/llvm.h"

namespace ts::viz {
namespace {

bool isDrawing(const OutputFormat& format) { return format.needs == FormatNeeds::Drawing; }

// "The output: svg (a picture, the default), ..."
std::string helpOfFormats() {
  std::string help = "The output: ";
  for (const OutputFormat& format : outputFormats()) {
    if (&format != outputFormats().data()) help += ", ";
    help += std::string(format.name) + " (" + std::string(format.help) + ")";
  }
  return help;
}

// Sets the page from --width or --fit. Returns what is wrong with them, or an empty text.
std::string choosePage(const std::optional<std::string>& width,
                       const std::optional<std::string>& fit, TsvizSettings& settings) {
  if (!width && !fit) return {};
  if (width && fit) return "--width and --fit exclude each other: both say how large a picture is";
  if (!isDrawing(*settings.format) || settings.summary)
    return std::string(width ? "--width" : "--fit") + " needs a picture: the format " +
           formatNames(isDrawing);
  const std::optional<PageSize> page = width ? parseWidth(*width) : parsePage(*fit);
  if (page) {
    settings.page = *page;
    return {};
  }
  constexpr const char* kLimits = ", at most 20000 pixels or 2000mm";
  return width ? "--width: `" + *width + "` is not a width: give 800 or 160mm" + kLimits
               : "--fit: `" + *fit + "` is not a page: give a4, letter, 1920x1080 or 120x80mm" +
                     kLimits;
}

}  // namespace

std::variant<TsvizSettings, int> parseCommandLine(int argc, char** argv) {
  TsvizSettings settings;
  std::optional<std::string> width, fit;
  CommandLine line(
      "tsviz", JITSCOPE_VERSION "\nLLVM " + std::string(jit::llvmVersion()),
      "Shows the TorchScript graph of a function or module: as a picture, as data, as code.");
  line.argument(
      "TARGET", settings.target,
      "FILE.py:NAME or package.module:NAME, a function, module class or instance; or "
      "FILE.ir, IR text; FILE.pt, a module or tensors that PyTorch has saved; or FILE.onnx");
  line.text("--init", settings.init, "ARGS",
            "Call the target with these arguments first, in Python: '3, bias=False'");
  line.text("--inputs", settings.inputs, "ARGS",
            "Call the target with these arguments, in Python, and show the shapes and values of "
            "the run: 'torch.rand(1, 3, 224, 224)'");
  line.choice<RunEngine>("--engine", settings.engine,
                         {{"script", RunEngine::Script}, {"trace", RunEngine::Trace}},
                         "With --inputs: show the scripted (the default) or the traced graph");
  line.text("--workspace", settings.workspace, "DIR",
            "Without --init, search calls of a module class in the files of this folder; the "
            "project's folder if not given");
  line.text("--unsaved", settings.unsaved, "FILE",
            "For editors: texts that replace files, as a JSON object of texts by absolute path");
  line.flag("--construction", settings.construction,
            "For editors: print the call that a module class is constructed as, or the parameters "
            "that lack a value, as JSON");
  std::vector<std::pair<std::string, const OutputFormat*>> formats;
  for (const OutputFormat& format : outputFormats()) formats.emplace_back(format.name, &format);
  line.choice("--format", settings.format, std::move(formats), helpOfFormats());
  line.flag(
      "--explain-fusion", settings.explainFusion,
      "In fusion, say why a loop does not contain an operator and the one before it, whatever "
      "the arguments are; tsdbg run --explain-fusion has the reasons of a run");
  line.flag(
      "--backward", settings.backward,
      "In pictures and pages, show how gradients of the sum of the results are computed, with "
      "the tensors that are saved for it and their memory over time; needs --inputs");
  line.flag("--fusion", settings.fusion,
            "In pictures and pages, show the graph that machine code is made of, with a box around "
            "the operators that one loop computes");
  const std::string drawings = formatNames(isDrawing, "and");
  line.text("--width", width, "WIDTH",
            "The width of the picture in " + drawings + ", in pixels or millimetres: 800, 160mm");
  line.text("--fit", fit, "PAGE",
            "In " + drawings + ", fill a page with the picture: a4, letter, 1920x1080, 120x80mm");
  line.text("-o,--output", settings.output, "FILE",
            "Write to this file instead of standard output");
  line.flag("--inline", settings.inlineCalls,
            "Replace calls by the graphs of the called functions");
  line.text("--passes", settings.passes, "NAMES",
            "Run these passes on the graph first, or with --diff on TARGET2: "
            "'inline,dead-code-elimination'; an unknown name lists them");
  line.flag("--canonical", settings.canonical, "Number values in the order in which they appear");
  line.flag("--no-locations", settings.locations, "Leave out the source locations of nodes", false);
  line.number(
      "--depth", settings.depth,
      "Open the groups above this depth; list modules to this depth in --summary; show only "
      "the number of nodes of deeper blocks in dot and in pictures of functions",
      CommandLine::Range{0, UINT32_MAX});
  line.text("--diff", settings.diff, "TARGET2",
            "Show this target, with what TARGET has and it lacks, and mark the differences");
  line.text("--focus", settings.focus, "PATH", "Show this module: 'layer1.0'");
  line.text("--around", settings.around, "NODE",
            "Show and select the node with a result of this name, or at FILE:LINE");
  line.flag("--training", settings.training,
            "Show modules in training mode, with their checks and warnings");
  line.flag("--summary", settings.summary,
            "Print a table of the modules with their parameters, operations and result shapes");
  line.torch(settings.torch);
  line.memory(kDefaultMemory, "400, and with --inputs three quarters of the machine's");
  line.footer(
      "Exit status: 0 fine, 1 the target does not compile, 2 wrong usage or unreadable input.");
  if (const auto status = line.parse(argc, argv)) return *status;
  std::string problem = choosePage(width, fit, settings);
  if (settings.explainFusion && settings.format->make != makeFusionList)
    problem = "--explain-fusion explains a list of loops: it needs --format=fusion";
  if (settings.backward && (!settings.inputs || !settings.diff.empty() || settings.fusion))
    problem = settings.inputs ? "--backward excludes --diff and --fusion"
                              : "--backward shows a run: give the arguments with --inputs";
  if (!problem.empty()) {
    printProblem("tsviz", problem);
    return kWrongUsage;
  }
  if (settings.inputs && heap::limit() == size_t{kDefaultMemory} << 20)
    heap::setLimit(size_t{memoryForRunning()} << 20);
  return settings;
}

}  // namespace ts::viz
