#include "viz/run.h"

#include <unistd.h>

#include <cstdlib>

#include "core/archive/code_printer.h"
#include "core/base/output.h"
#include "core/ir/text.h"
#include "core/passes/inliner.h"
#include "viz/dot.h"
#include "viz/json.h"
#include "viz/layout.h"
#include "viz/load.h"
#include "viz/svg.h"

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

Rendered render(const ir::Function& function, bool isMethod, const Settings& settings) {
  if (settings.format == OutputFormat::Ir)
    return {ir::print(*function.graph, {settings.locations}), {}};
  if (settings.format == OutputFormat::Code)
    return {archive::printCode(function, {.isMethod = isMethod}), {}};
  Model model = buildModel(*function.graph, std::string(function.simpleName()));
  if (settings.format == OutputFormat::Dot)
    return {toDot(model, settings.depth, settings.locations), {}};
  if (settings.format == OutputFormat::Json) return {toJson(model, settings.locations), {}};
  LayoutResult layout = layOut(model, {settings.depth});
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
  Rendered rendered = render(function, loaded.isMethod, settings);
  if (!rendered.error.empty()) return fail(rendered.error);
  return write(rendered.text, settings.output);
}

}  // namespace ts::viz
