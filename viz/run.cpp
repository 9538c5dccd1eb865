#include "viz/run.h"

#include <unistd.h>

#include <cstdlib>

#include "core/archive/code_printer.h"
#include "core/base/output.h"
#include "core/ir/text.h"
#include "core/passes/inliner.h"
#include "viz/dot.h"
#include "viz/html.h"
#include "viz/json.h"
#include "viz/layout.h"
#include "viz/load.h"
#include "viz/picture.h"
#include "viz/svg.h"
#include "viz/view_json.h"

namespace ts::viz {
namespace {

int fail(const std::string& message) {
  printProblem("tsviz", message);
  return kWrongUsage;
}

struct Rendered {
  std::string text;
  std::string error;
};

// "ResNet.forward" for a method; "helper" for a function.
std::string titleOf(const ir::Function& function, bool isMethod) {
  const std::string& whole = function.qualifiedName;
  const size_t dot = whole.rfind('.');
  if (!isMethod || dot == 0 || dot == whole.npos) return std::string(function.simpleName());
  const size_t before = whole.rfind('.', dot - 1);
  return whole.substr(before == whole.npos ? 0 : before + 1);
}

Rendered renderView(const ir::Function& function, bool isMethod, const Settings& settings,
                    const std::string& note) {
  Picture picture;
  picture.target = settings.target;
  picture.note = note;
  picture.expanded = expand(*function.graph, {settings.training});
  picture.model = buildModel(*picture.expanded.graph, titleOf(function, isMethod));
  picture.hierarchy = buildHierarchy(picture.model, picture.expanded.frames);
  picture.open = settings.depth ? openToDepth(picture.hierarchy, *settings.depth)
                                : firstOpen(picture.hierarchy);
  std::string json = toViewJson(picture);
  if (settings.format == OutputFormat::View) return {std::move(json) + "\n", {}};
  return {toHtml(picture.model.name, json), {}};
}

Rendered render(const ir::Function& function, bool isMethod, const Settings& settings,
                const std::string& note) {
  if (settings.format == OutputFormat::Ir)
    return {ir::print(*function.graph, {settings.locations}), {}};
  if (settings.format == OutputFormat::Code)
    return {archive::printCode(function, {.isMethod = isMethod}), {}};
  if (settings.format == OutputFormat::Html || settings.format == OutputFormat::View)
    return renderView(function, isMethod, settings, note);
  const uint32_t depth = settings.depth.value_or(UINT32_MAX);
  Model model = buildModel(*function.graph, std::string(function.simpleName()));
  if (settings.format == OutputFormat::Dot) return {toDot(model, depth, settings.locations), {}};
  if (settings.format == OutputFormat::Json) return {toJson(model, settings.locations), {}};
  LayoutResult layout = layOut(model, {depth});
  if (!layout.error.empty()) return {{}, layout.error};
  return {toSvg(model, layout.scene, {settings.locations}), {}};
}

int write(const std::string& text, const std::string& path) {
  if (path.empty()) {
    standardOutput().write(text);
    return kFine;
  }
  const std::string problem = writeFile(path, text);
  return problem.empty() ? kFine : fail(path + ": " + problem);
}

}  // namespace

int run(const Settings& settings) {
  const bool colour = isatty(STDERR_FILENO) && std::getenv("NO_COLOR") == nullptr;
  Loaded loaded =
      load(settings.target, {settings.init, settings.workspace, settings.unsaved, colour});
  if (!loaded.note.empty()) printProblem("tsviz", loaded.note);
  standardError().write(loaded.diagnostics);
  if (!loaded.error.empty()) return fail(loaded.error);
  if (!loaded.function) return kProblems;
  ir::Function& function = *loaded.function;
  if (settings.inlineCalls) passes::inlineCalls(*function.graph);
  if (settings.canonical) function.graph = ir::canonicalize(*function.graph);
  Rendered rendered = render(function, loaded.isMethod, settings, loaded.note);
  if (!rendered.error.empty()) return fail(rendered.error);
  return write(rendered.text, settings.output);
}

}  // namespace ts::viz
