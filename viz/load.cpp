#include "viz/load.h"

#include "core/archive/archive_error.h"
#include "core/diag/renderers/renderer.h"
#include "core/driver/compile.h"
#include "core/driver/module_tensors.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/picture/tensor_facts.h"
#include "core/runtime/runtime.h"
#include "viz/unsaved.h"

namespace ts::viz {
namespace {

Loaded failed(std::string error) {
  Loaded out;
  out.error = std::move(error);
  return out;
}

Loaded loadIr(const std::string& path) {
  Loaded out;
  out.function = runtime::Runtime().loadIr(path).function;
  return out;
}

Loaded loadOnnx(const std::string& path) {
  Loaded out;
  runtime::LoadedGraph loaded = runtime::Runtime().loadOnnx(path);
  out.function = std::move(loaded.function);
  // Tables of indices are initializers, too.
  for (auto& [name, tensor] : loaded.weights) {
    const bool isParameter = tensor.dtype.find("float") != tensor.dtype.npos;
    out.weights[name] = {{std::move(tensor.dtype), std::move(tensor.sizes)}, isParameter};
  }
  out.isOnnx = true;
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

std::map<std::string, Weight> staticWeights(const compiler::ConcreteModule& module) {
  std::map<std::string, Weight> weights;
  for (driver::ModuleTensor& tensor : driver::tensorsOf(module)) {
    if (!tensor.sizes) continue;
    weights[tensor.path] = {{tensor.dtype, std::move(*tensor.sizes), false, {}},
                            tensor.isParameter};
  }
  return weights;
}

Loaded loadLive(const std::string& text, const LoadOptions& options) {
  Loaded out;
  out.live =
      std::make_shared<LiveCall>(text, LiveOptions{options.init, options.workspace, *options.inputs,
                                                   options.engine, options.training});
  out.note = out.live->note();
  out.error = out.live->error();
  if (!out.error.empty()) return out;
  out.function = std::make_shared<ir::Function>(*out.live->function());
  out.function->graph = out.function->graph->copy();
  out.isMethod = out.live->isMethod();
  out.weights = out.live->weights();
  out.settings = out.live->settings();
  return out;
}

Loaded loadTensors(const archive::TorchFile& file, const std::string& path) {
  Loaded out;
  try {
    archive::TensorReader reader = file.tensors("data.pkl");
    const archive::PickleTree tree = file.pickle("data.pkl");
    out.tensors = tensorsIn(*tree.root, reader);
  } catch (const archive::ArchiveError& error) {
    return failed(error.what());
  }
  if (out.tensors.empty()) out.error = path + ": the file has no tensors";
  return out;
}

Loaded loadArchive(const std::string& path, const LoadOptions& options) {
  runtime::Runtime runtime;
  const runtime::Runtime::Scope scope(runtime);
  const runtime::LoadedTorch loaded = runtime.loadTorch(path);
  if (loaded.module == nullptr) return loadTensors(*loaded.file, path);
  Loaded out;
  out.diagnostics = rendered(loaded.diagnostics, options.colour);
  if (driver::hasErrors(loaded.diagnostics)) return out;
  out.function = loaded.forward;
  if (out.function == nullptr) {
    out.error = path + ": the module has no method `forward`";
    return out;
  }
  out.isMethod = true;
  out.weights = weightsOf(loaded.module->object.toObject());
  out.settings = settingsOf(loaded.module->object.toObject());
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
  out.note = compiled.arguments.description(target.name);
  out.isMethod = compiled.module != nullptr;
  if (compiled.module != nullptr) {
    out.weights = staticWeights(*compiled.module);
    out.settings = driver::settingsOf(*compiled.module);
  }
  out.diagnostics = rendered(compiled.diagnostics, options.colour);
  bool wrong = driver::hasErrors(compiled.diagnostics);
  if (!wrong && compiled.function != nullptr && compiled.function->graph) {
    out.function = std::shared_ptr<ir::Function>(
        std::make_shared<std::shared_ptr<const void>>(compiled.owner), compiled.function);
  }
  if (!wrong && !out.function) {
    const std::string otherwise =
        compiled.function ? "because its body is not compiled"
                          : "because it is neither a function nor a module: torch.jit.script makes "
                            "a TorchScript class of it";
    out.error = "`" + target.name + "` has no graph, " +
                (compiled.whyNoGraph.empty() ? otherwise : compiled.whyNoGraph);
  }
  return out;
}

}  // namespace

Loaded load(const std::string& text, const LoadOptions& options) {
  driver::ParsedTarget parsed = driver::parseTarget(text);
  if (!parsed) return failed(parsed.error);
  if (options.inputs) {
    if (parsed.target->kind == driver::TargetKind::Ir)
      return failed(parsed.target->path + ": IR text can't be called with --inputs");
    if (parsed.target->kind == driver::TargetKind::Onnx)
      return failed(parsed.target->path + ": an ONNX file can't be called with --inputs");
    return loadLive(text, options);
  }
  try {
    switch (parsed.target->kind) {
      case driver::TargetKind::Ir: return loadIr(parsed.target->path);
      case driver::TargetKind::Onnx: return loadOnnx(parsed.target->path);
      case driver::TargetKind::PythonFile:
      case driver::TargetKind::PythonModule: return loadPython(*parsed.target, options);
      case driver::TargetKind::Archive: return loadArchive(parsed.target->path, options);
    }
  } catch (const runtime::LoadError& error) {
    return failed(error.what());
  }
  return failed(text + ": not a target");
}

}  // namespace ts::viz
