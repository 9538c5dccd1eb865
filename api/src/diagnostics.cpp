// Checks of Python sources.
#include <deque>

#include "api/src/objects.h"
#include "core/diag/renderers/places.h"
#include "core/diag/renderers/renderer.h"
#include "core/driver/module_search.h"
#include "core/driver/workspace.h"

struct jitscope_diagnostics {
  std::deque<std::string> texts;  // those of `rows`
  std::vector<jitscope_diagnostic> rows;
  std::string text, json;
};

namespace ts::api {
namespace {

constexpr jitscope_severity severityOf(diag::Severity severity) {
  return static_cast<jitscope_severity>(severity);
}
static_assert(severityOf(diag::Severity::Error) == JITSCOPE_SEVERITY_ERROR &&
              severityOf(diag::Severity::Warning) == JITSCOPE_SEVERITY_WARNING &&
              severityOf(diag::Severity::Information) == JITSCOPE_SEVERITY_INFORMATION &&
              severityOf(diag::Severity::Hint) == JITSCOPE_SEVERITY_HINT);

std::string render(const driver::FileResult& result, diag::Format format) {
  const auto renderer = diag::makeRenderer(format);
  for (const diag::Diagnostic& diagnostic : result.diagnostics) renderer->add(diagnostic);
  renderer->finish();
  return renderer->take();
}

std::unique_ptr<jitscope_diagnostics> diagnosticsOf(const driver::FileResult& result) {
  if (!result.error.empty())
    failAs(result.isShortOfMemory ? JITSCOPE_ERROR_MEMORY : JITSCOPE_ERROR_FILE, "{}: {}",
           result.path, result.error);
  auto found = std::make_unique<jitscope_diagnostics>();
  const auto keep = [&](std::string text) {
    return found->texts.emplace_back(std::move(text)).c_str();
  };
  diag::PlaceFinder places;
  for (const diag::Diagnostic& diagnostic : result.diagnostics) {
    const SourceFile& file = *diagnostic.range.file;
    const diag::LineColumn begin = places.find(file, diagnostic.range.span.begin);
    const diag::LineColumn end = places.find(file, diagnostic.range.span.end);
    found->rows.push_back({keep(diag::code(diagnostic.rule)), severityOf(diagnostic.severity),
                           keep(diagnostic.message), keep(file.path()), begin.line, begin.column,
                           end.line, end.column});
  }
  found->text = render(result, diag::Format::Text);
  found->json = render(result, diag::Format::Json);
  return found;
}

// A snapshot of the disk, for a file at a path.
driver::Snapshot snapshotFor(const std::string& path) {
  const auto disk = std::make_shared<DiskFileSystem>();
  driver::Options options;
  options.roots = driver::Roots::Auto;
  options.importPaths = driver::installedPaths(*disk, std::string(parentFolder(path)));
  return driver::Workspace(disk, std::move(options)).snapshot();
}

// Gives the diagnostics of check() to the caller.
template <typename Check>
jitscope_error* giveChecked(const jitscope_runtime* runtime, jitscope_diagnostics** diagnostics,
                            const Check& check) {
  return guarded([&] {
    needed(diagnostics, "diagnostics");
    const EnteredThread entered(needed(runtime, "runtime").runtime().profile);
    *diagnostics = diagnosticsOf(check()).release();
  });
}

}  // namespace
}  // namespace ts::api

using namespace ts;
using namespace ts::api;

jitscope_error* jitscope_check_file(jitscope_runtime* runtime, const char* path,
                                    jitscope_diagnostics** diagnostics) {
  return giveChecked(runtime, diagnostics, [&] {
    const std::string file = &needed(path, "path");
    return snapshotFor(file).check(file);
  });
}
jitscope_error* jitscope_check_source(jitscope_runtime* runtime, const char* name,
                                      const char* source, size_t size,
                                      jitscope_diagnostics** diagnostics) {
  return giveChecked(runtime, diagnostics, [&] {
    const std::string file = &needed(name, "name");
    if (size > 0) needed(source, "source");
    return snapshotFor(file).checkBytes(file, std::string(size > 0 ? source : "", size));
  });
}
size_t jitscope_diagnostics_size(const jitscope_diagnostics* diagnostics) {
  return diagnostics->rows.size();
}
jitscope_error* jitscope_diagnostics_get(const jitscope_diagnostics* diagnostics, size_t index,
                                         jitscope_diagnostic* result) {
  return guarded([&] {
    const auto& rows = needed(diagnostics, "diagnostics").rows;
    if (index >= rows.size())
      failAsArgument("index {} is beyond the {} diagnostics", index, rows.size());
    needed(result, "result");
    *result = rows[index];
  });
}
const char* jitscope_diagnostics_text(const jitscope_diagnostics* diagnostics) {
  return diagnostics->text.c_str();
}
const char* jitscope_diagnostics_json(const jitscope_diagnostics* diagnostics) {
  return diagnostics->json.c_str();
}
void jitscope_diagnostics_free(jitscope_diagnostics* diagnostics) { delete diagnostics; }
