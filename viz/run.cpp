#include "viz/run.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/archive/code_printer.h"
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
  std::fprintf(stderr, "tsviz: %s\n", message.c_str());
  return kWrongUsage;
}

struct Rendered {
  std::string text;
  std::string error;
};

std::string code(const Loaded& loaded) {
  ir::Function function;
  function.qualifiedName = loaded.name.substr(0, loaded.name.rfind('.'));
  function.graph = loaded.graph;
  return archive::printCode(function);
}

Rendered render(const Loaded& loaded, const Settings& settings) {
  switch (settings.format) {
    case OutputFormat::Ir: return {ir::print(*loaded.graph, {settings.locations}), {}};
    case OutputFormat::Code: return {code(loaded), {}};
    case OutputFormat::Dot: return {toDot(buildModel(*loaded.graph, loaded.name), settings.depth, settings.locations), {}};
    case OutputFormat::Json: return {toJson(buildModel(*loaded.graph, loaded.name), settings.locations), {}};
    case OutputFormat::Svg: break;
  }
  Model model = buildModel(*loaded.graph, loaded.name);
  LayoutResult layout = layOut(model, {settings.depth});
  if (!layout.error.empty()) return {{}, layout.error};
  return {toSvg(model, layout.scene, {settings.locations}), {}};
}

int write(const std::string& text, const std::string& path) {
  std::FILE* file = path.empty() ? stdout : std::fopen(path.c_str(), "wb");
  if (file == nullptr) return fail(path + ": " + std::strerror(errno));
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  int problem = errno;
  if (!path.empty()) written = std::fclose(file) == 0 && written;
  return written ? kFine : fail((path.empty() ? "standard output" : path) + ": " + std::strerror(problem));
}

}  // namespace

int run(const Settings& settings) {
  Loaded loaded = load(settings.target, isatty(STDERR_FILENO));
  std::fputs(loaded.diagnostics.c_str(), stderr);
  if (!loaded.error.empty()) return fail(loaded.error);
  if (!loaded.graph) return kProblems;
  if (settings.inlineCalls) passes::inlineCalls(*loaded.graph);
  if (settings.canonical) loaded.graph = ir::canonicalize(*loaded.graph);
  Rendered rendered = render(loaded, settings);
  if (!rendered.error.empty()) return fail(rendered.error);
  return write(rendered.text, settings.output);
}

}  // namespace ts::viz
