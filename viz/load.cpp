#include "viz/load.h"

#include "core/archive/archive_error.h"
#include "core/archive/module_reader.h"
#include "core/archive/onnx_reader.h"
#include "core/diag/renderers/renderer.h"
#include "core/driver/compile.h"
#include "core/driver/module_tensors.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/interp/interpreter.h"
#include "core/ir/text.h"
#include "core/picture/tensor_facts.h"
#include "core/runtime/runtime.h"
#include "core/tensor/error.h"
#include "viz/unsaved.h"

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

Loaded loadOnnx(const std::string& path) {
  Loaded out;
  try {
    const std::shared_ptr<const archive::Bytes> bytes = archive::Bytes::map(path);
    archive::OnnxModel model = archive::readOnnx(bytes->text());
    out.function = std::make_shared<ir::Function>();
    out.function->qualifiedName = nameOfFile(path);
    out.function->graph = std::move(model.graph);
    // Tables of indices are initializers, too.
    for (auto& [name, tensor] : model.weights) {
      const bool isParameter = tensor.dtype.find("float") != tensor.dtype.npos;
      out.weights[name] = {{std::move(tensor.dtype), std::move(tensor.sizes)}, isParameter};
    }
  } catch (const archive::ArchiveError& error) {
    return failed(path + ": " + error.what());
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

Loaded readArchive(const std::string& path, const LoadOptions& options) {
  Loaded out;
  const std::shared_ptr<archive::TorchFile> file = archive::TorchFile::open(path);
  if (file->kind() == archive::FileKind::Data) {
    archive::TensorReader reader = file->tensors("data.pkl");
    const archive::PickleTree tree = file->pickle("data.pkl");
    out.tensors = tensorsIn(*tree.root, reader);
    if (out.tensors.empty()) out.error = path + ": the file has no tensors";
    return out;
  }
  runtime::Runtime runtime;
  const runtime::Runtime::Scope scope(runtime);
  const std::shared_ptr<archive::LoadedModule> loaded = runtime.load(file);
  const std::vector<diag::Diagnostic> diagnostics = loaded->unit->sink().take();
  out.diagnostics = rendered(diagnostics, options.colour);
  if (driver::hasErrors(diagnostics)) return out;
  ir::Function* forward = loaded->type->method("forward");
  if (forward != nullptr) loaded->unit->ensureCompiled(forward);
  if (forward == nullptr || !forward->graph) {
    out.error = path + ": the module has no method `forward`";
    return out;
  }
  out.isMethod = true;
  out.weights = weightsOf(loaded->object.toObject());
  out.settings = settingsOf(loaded->object.toObject());
  out.function = std::shared_ptr<ir::Function>(
      std::make_shared<std::shared_ptr<archive::LoadedModule>>(loaded), forward);
  return out;
}

Loaded loadArchive(const std::string& path, const LoadOptions& options) {
  try {
    return readArchive(path, options);
  } catch (const archive::ArchiveError& error) {
    return failed(error.what());
  } catch (const tensor::Error& error) {
    return failed(path + ": " + error.what());
  } catch (const interp::Exception& exception) {
    return failed(path + ": " + exception.className + ": " + exception.message);
  }
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
  if (!wrong && !out.function)
    out.error = "`" + target.name + "` has no graph, because its body is not compiled";
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
  switch (parsed.target->kind) {
    case driver::TargetKind::Ir: return loadIr(parsed.target->path);
    case driver::TargetKind::Onnx: return loadOnnx(parsed.target->path);
    case driver::TargetKind::PythonFile:
    case driver::TargetKind::PythonModule: return loadPython(*parsed.target, options);
    case driver::TargetKind::Archive: return loadArchive(parsed.target->path, options);
  }
  return failed(text + ": not a target");
}

}  // namespace ts::viz
