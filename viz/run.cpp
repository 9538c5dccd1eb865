#include "viz/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "core/base/output.h"
#include "core/base/printable.h"
#include "core/ir/kinds.h"
#include "core/ir/text.h"
#include "core/passes/inliner.h"
#include "core/passes/registry.h"
#include "core/picture/baked.h"
#include "core/picture/diff.h"
#include "core/picture/picture.h"
#include "viz/construction.h"
#include "viz/formats.h"
#include "viz/fusion_marks.h"
#include "viz/load.h"
#include "viz/summary.h"
#include "viz/tensor_tree.h"

namespace ts::viz {
namespace {

int fail(const std::string& message) {
  printProblem("tsviz", message);
  return kWrongUsage;
}

// "ResNet.forward" for a method; "helper" for a function.
std::string titleOf(const ir::Function& function, bool isMethod) {
  const std::string& qualified = function.qualifiedName;
  const size_t dot = qualified.rfind('.');
  if (!isMethod || dot == 0 || dot == qualified.npos) return std::string(function.simpleName());
  const size_t before = qualified.rfind('.', dot - 1);
  return qualified.substr(before == qualified.npos ? 0 : before + 1);
}

constexpr uint32_t kSummaryDepth = 3;

// Functions without modules have small pictures, which show each node and each block.
bool isOfModules(const Loaded& loaded, const TsvizSettings& settings) {
  if (loaded.live || loaded.isOnnx || settings.fusion || !settings.focus.empty() ||
      !settings.around.empty())
    return true;
  if (settings.inlineCalls || !loaded.isMethod) return false;
  for (const ir::Node* node : loaded.function->graph->nodes())
    if (node->is(ir::prim::CallMethod)) return true;
  return false;
}

PictureOptions pictureOptions(const Loaded& loaded, const TsvizSettings& settings) {
  PictureOptions options{settings.training,
                         settings.depth,
                         settings.focus,
                         settings.around,
                         loaded.weights,
                         loaded.settings,
                         {}};
  if (loaded.live) {
    options.observe = [&](const ir::GraphPtr& graph, const ModelIndex& index, Overlay& overlay) {
      return loaded.live->observe(graph, index, overlay);
    };
  }
  return options;
}

std::string titleOf(const Loaded& loaded) { return titleOf(*loaded.function, loaded.isMethod); }

void warnOfRun(const std::string& warning) {
  if (!warning.empty()) printProblem("tsviz", "the run failed: " + warning);
}

// before: the first target of a diff, or null.
// A picture of the run forward and backward.
MadePicture backwardPicture(const Loaded& loaded, const TsvizSettings& settings) {
  BackwardRun backward;
  PictureOptions options = pictureOptions(loaded, settings);
  options.extend = [&](Expanded& expanded) {
    return loaded.live->differentiate(expanded, backward);
  };
  options.observe = [&](const ir::GraphPtr&, const ModelIndex& index, Overlay& overlay) {
    backward.addTo(index, overlay);
    return std::string();
  };
  MadePicture made = makePicture(*loaded.function->graph, titleOf(loaded), options);
  backward.addMemory(made.picture);
  return made;
}

MadePicture makePicture(const Loaded& loaded, const Loaded* before, const TsvizSettings& settings) {
  if (settings.backward) return backwardPicture(loaded, settings);
  if (!loaded.tensors.empty()) {
    MadePicture tree;
    tree.picture = makeTensorTree(settings.target, loaded.tensors);
    return tree;
  }
  std::optional<DiffSide> first;
  if (before != nullptr) {
    std::string warning;
    first = makeDiffSide(*before->function->graph, titleOf(*before),
                         pictureOptions(*before, settings), warning);
    warnOfRun(warning);
  }
  const ir::GraphPtr& graph = loaded.function->graph;
  return makePicture(settings.fusion ? *fusedGraph(graph) : *graph, titleOf(loaded),
                     pictureOptions(loaded, settings), first ? &*first : nullptr);
}

FormatSubject subjectOf(const Loaded& loaded) {
  FormatSubject subject;
  subject.function = loaded.function.get();
  subject.isMethod = loaded.isMethod;
  subject.isCompilable = loaded.function && !loaded.isOnnx;
  subject.call = loaded.live.get();
  return subject;
}

FormatOptions formatOptions(const TsvizSettings& settings) {
  return {settings.locations, settings.explainFusion, settings.depth, settings.page};
}

std::string groupFormats() {
  return formatNames([](const OutputFormat& format) { return format.takesGroups(); });
}

FormatResult renderGroups(const Loaded& loaded, const Loaded* before,
                          const TsvizSettings& settings) {
  MadePicture drawn = makePicture(loaded, before, settings);
  if (!drawn.error.empty()) return {{}, drawn.error};
  warnOfRun(drawn.warning);
  if (!drawn.note.empty()) printProblem("tsviz", drawn.note);
  if (drawn.picture.expanded.isCut) {
    printProblem("tsviz",
                 fmt::format("some calls are left as they are: the picture would have more "
                             "than {} nodes",
                             kMostExpandedNodes));
  }
  Picture& picture = drawn.picture;
  picture.target = settings.diff.empty() ? settings.target : settings.diff;
  picture.note = loaded.note;
  if (loaded.live) markBaked(picture, loaded.live->losses());
  if (settings.summary) return {toSummary(picture, settings.depth.value_or(kSummaryDepth)), {}};
  FormatSubject subject = subjectOf(loaded);
  subject.picture = &picture;
  subject.isCompilable &= before == nullptr;
  return settings.format->make(subject, formatOptions(settings));
}

// Returns true if the output shows groups; otherwise it shows the graph of one function.
bool showsGroups(const Loaded& loaded, const Loaded* before, const TsvizSettings& settings) {
  if (settings.summary || settings.format->needs == FormatNeeds::Groups) return true;
  if (settings.format->needs != FormatNeeds::Drawing) return false;
  return before != nullptr || !loaded.tensors.empty() || isOfModules(loaded, settings);
}

// The reason why --fusion has nothing to show; else empty.
std::string fusionProblem(const Loaded& loaded, const Loaded* before,
                          const TsvizSettings& settings) {
  if (!settings.fusion) return {};
  if (before != nullptr) return "--fusion and --diff exclude each other";
  if (!loaded.function || loaded.isOnnx)
    return settings.target + ": --fusion needs a graph of PyTorch's operators";
  return showsGroups(loaded, before, settings) ? "" : "--fusion needs a picture or a page";
}

FormatResult render(const Loaded& loaded, const Loaded* before, const TsvizSettings& settings) {
  if (std::string problem = fusionProblem(loaded, before, settings); !problem.empty())
    return {{}, std::move(problem)};
  if (showsGroups(loaded, before, settings)) return renderGroups(loaded, before, settings);
  if (before != nullptr) return {{}, "--diff needs a format with groups: " + groupFormats()};
  if (!loaded.function) {
    return {{},
            settings.target + ": a file of tensors has no graph: use the format " + groupFormats() +
                ", or --summary"};
  }
  if (loaded.isOnnx && settings.format->needs == FormatNeeds::Code)
    return {{}, settings.target + ": an ONNX file has no code: its operators are not PyTorch's"};
  return settings.format->make(subjectOf(loaded), formatOptions(settings));
}

int write(const std::string& bytes, const std::string& path) {
  if (path.empty()) {
    standardOutput().write(bytes);
    return kFine;
  }
  const std::string problem = writeFile(path, bytes);
  return problem.empty() ? kFine : fail(path + ": " + problem);
}

// Runs the passes with these names, between commas. Returns an error.
std::string runPasses(std::string_view names, ir::Graph& graph) {
  // A graph from a file may break the rules that passes rely on.
  if (const std::string fault = names.empty() ? "" : ir::verify(graph); !fault.empty())
    return fmt::format("--passes: the graph is not well-formed: {}", fault);
  while (!names.empty()) {
    const size_t comma = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, comma);
    names.remove_prefix(std::min(comma + 1, names.size()));
    const passes::Pass* pass = passes::findPass(name);
    if (pass == nullptr) {
      std::string all;
      for (const passes::Pass& each : passes::allPasses())
        all += fmt::format("\n  {:38} {}", each.name, each.summary);
      return fmt::format("--passes: `{}` is not a pass; the passes are{}", name, all);
    }
    if (const auto error = pass->run(graph))
      return fmt::format("the pass {} fails: {}", name, error->message);
  }
  return {};
}

// Loads a target and reports what is wrong with it. Returns an exit status on failure.
std::optional<int> loadInto(Loaded& loaded, const std::string& target,
                            const TsvizSettings& settings, std::string_view passes) {
  const bool colour = isatty(STDERR_FILENO) && std::getenv("NO_COLOR") == nullptr;
  loaded = load(target, {settings.init, settings.workspace, settings.unsaved, colour,
                         settings.inputs, settings.engine, settings.training});
  if (!loaded.note.empty()) printProblem("tsviz", loaded.note);
  standardError().write(loaded.diagnostics);
  if (!loaded.error.empty()) return fail(loaded.error);
  if (!loaded.function) return loaded.tensors.empty() ? std::optional(kProblems) : std::nullopt;
  ir::Function& function = *loaded.function;
  if (settings.inlineCalls) passes::inlineCalls(*function.graph);
  if (std::string error = runPasses(passes, *function.graph); !error.empty()) return fail(error);
  if (settings.canonical) function.graph = ir::canonicalize(*function.graph);
  return {};
}

}  // namespace

int run(const TsvizSettings& settings) {
  if (settings.construction) {
    const FormatResult described = describeConstruction(settings);
    return described.error.empty() ? write(described.bytes, settings.output)
                                   : fail(described.error);
  }
  Loaded loaded, second;
  const bool isDiff = !settings.diff.empty();
  const FormatContent content = settings.summary ? FormatContent::Plain : settings.format->content;
  if (content == FormatContent::Bytes && settings.output.empty() && isatty(STDOUT_FILENO)) {
    return fail(
        fmt::format("--format={} is not text: give a file with --output, or redirect "
                    "standard output",
                    settings.format->name));
  }
  const std::string_view passes = settings.passes;
  if (const auto status = loadInto(loaded, settings.target, settings, isDiff ? "" : passes))
    return *status;
  if (isDiff) {
    if (const auto status = loadInto(second, settings.diff, settings, passes)) return *status;
    if (!loaded.function || !second.function)
      return fail("--diff compares graphs: " + (loaded.function ? settings.diff : settings.target) +
                  " is a file of tensors");
  }
  FormatResult rendered = render(isDiff ? second : loaded, isDiff ? &loaded : nullptr, settings);
  if (!rendered.error.empty()) return fail(rendered.error);
  if (content == FormatContent::Plain) rendered.bytes = printable(rendered.bytes, "\n\t");
  return write(rendered.bytes, settings.output);
}

}  // namespace ts::viz
