#include "viz/load.h"

#include "core/diag/renderer.h"
#include "core/driver/compile.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/ir/text.h"
#include "core/protocol/json_view.h"

namespace ts::viz {
namespace {

Loaded failed(std::string error) {
  Loaded out;
  out.error = std::move(error);
  return out;
}

// The function name of an IR file: "foo" for "graphs/foo.ir".
std::string nameOfFile(const std::string& path) {
  std::string file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.rfind('.'));
}

Loaded loadIr(const std::string& path) {
  ReadResult read = DiskFileSystem().read(path);
  if (!read) return failed(path + ": " + read.error);
  ir::ParsedGraph parsed = ir::parseGraph(read.bytes, std::make_shared<types::TypeTable>());
  if (!parsed.graph) {
    return failed(path + ":" + std::to_string(parsed.line) + ":" + std::to_string(parsed.column) +
                  ": " + parsed.error);
  }
  if (const std::string fault = ir::formFault(*parsed.graph); !fault.empty())
    return failed(path + ": " + fault);
  Loaded out;
  out.function = std::make_shared<ir::Function>();
  out.function->qualifiedName = nameOfFile(path);
  out.function->graph = std::move(parsed.graph);
  return out;
}

std::string rendered(const std::vector<diag::Diagnostic>& diagnostics, bool colour) {
  diag::RenderOptions options;
  options.colour = colour;
  auto renderer = diag::makeRenderer(diag::Format::Text, options);
  for (const diag::Diagnostic& diagnostic : diagnostics) renderer->add(diagnostic);
  renderer->finish();
  return renderer->take();
}

// The texts of open documents, which replace their files.
struct Unsaved {
  driver::Workspace::OpenDocuments documents;
  std::string error;
};

Unsaved readUnsaved(const FileSystem& disk, const std::string& path) {
  Unsaved out;
  if (path.empty()) return out;
  const ReadResult read = disk.read(path);
  if (!read) return {{}, path + ": " + read.error};
  const auto json = protocol::JsonDocument::parse(read.bytes);
  if (!json || !json->root().isObject())
    return {{}, path + " must contain a JSON object of texts by absolute path"};
  for (const std::string& name : json->root().keys()) {
    const auto text = json->root()[name].string();
    if (!text || !name.starts_with('/'))
      return {{}, path + ": \"" + name + "\" must be an absolute path with a text"};
    out.documents.set(name, std::make_shared<const SourceFile>(name, *text));
  }
  return out;
}

Loaded loadPython(const driver::Target& target, const LoadOptions& options) {
  auto disk = std::make_shared<DiskFileSystem>();
  const Unsaved unsaved = readUnsaved(*disk, options.unsaved);
  if (!unsaved.error.empty()) return failed(unsaved.error);
  driver::Workspace workspace(disk, driver::optionsFor(*disk, target));
  driver::CompiledTarget compiled = driver::compileTarget(workspace.snapshot(unsaved.documents),
                                                          target, options.init, options.workspace);
  if (!compiled.error.empty()) return failed(compiled.error);
  Loaded out;
  out.note = compiled.found.description(target.name);
  out.isMethod = compiled.module != nullptr;
  out.diagnostics = rendered(compiled.diagnostics, options.colour);
  bool wrong = driver::hasErrors(compiled.diagnostics);
  if (!wrong && compiled.function != nullptr && compiled.function->graph) {
    out.function = std::shared_ptr<ir::Function>(
        std::make_shared<std::shared_ptr<const void>>(compiled.owner), compiled.function);
  }
  if (!wrong && !out.function)
    out.error = "`" + target.name + "` has no graph, because its body is not compiled";
  return out;
}

}  // namespace

Loaded load(const std::string& text, const LoadOptions& options) {
  driver::ParsedTarget parsed = driver::parseTarget(text);
  if (!parsed) return failed(parsed.error);
  switch (parsed.target->kind) {
    case driver::TargetKind::Ir: return loadIr(parsed.target->path);
    case driver::TargetKind::PythonFile:
    case driver::TargetKind::PythonModule: return loadPython(*parsed.target, options);
    case driver::TargetKind::Archive: break;
  }
  return failed(parsed.target->path +
                ": tsviz can't show archives; name a FILE.py:NAME or a FILE.ir");
}

}  // namespace ts::viz
