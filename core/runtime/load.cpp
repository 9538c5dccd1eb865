// Files as the functions and modules of a runtime.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/archive/archive_error.h"
#include "core/ir/text.h"
#include "core/runtime/runtime.h"
#include "core/source/file_system.h"
#include "core/tensor/error.h"

namespace ts::runtime {
namespace {

// "foo" for "graphs/foo.ir".
std::string nameOfFile(const std::string& path) {
  std::string file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.rfind('.'));
}

std::shared_ptr<ir::Function> functionOf(const std::string& path, ir::GraphPtr graph) {
  auto function = std::make_shared<ir::Function>();
  function->qualifiedName = nameOfFile(path);
  function->graph = std::move(graph);
  return function;
}

std::shared_ptr<ir::Function> forwardOf(const std::shared_ptr<archive::LoadedModule>& module) {
  ir::Function* method = module->type->method("forward");
  if (method != nullptr) module->unit->ensureCompiled(method);
  if (method == nullptr || !method->graph) return nullptr;
  return {module, method};
}

}  // namespace

LoadedGraph Runtime::loadIr(const std::string& path) {
  const Scope scope(*this);
  const ReadResult read = DiskFileSystem().read(path);
  if (!read) throw LoadError(path + ": " + read.error);
  ir::ParsedGraph parsed = ir::parseGraph(read.bytes, std::make_shared<types::TypeTable>());
  if (!parsed.graph)
    throw LoadError(fmt::format("{}:{}:{}: {}", path, parsed.line, parsed.column, parsed.error));
  if (const std::string fault = ir::formFault(*parsed.graph); !fault.empty())
    throw LoadError(path + ": " + fault);
  return {functionOf(path, std::move(parsed.graph))};
}

LoadedGraph Runtime::loadOnnx(const std::string& path) {
  const Scope scope(*this);
  try {
    archive::OnnxModel model = archive::readOnnx(archive::Bytes::map(path)->text());
    return {functionOf(path, std::move(model.graph)), std::move(model.weights)};
  } catch (const archive::ArchiveError& error) {
    throw LoadError(path + ": " + error.what());
  }
}

LoadedTorch Runtime::loadTorch(const std::string& path) {
  const Scope scope(*this);
  try {
    LoadedTorch loaded{archive::TorchFile::open(path)};
    if (loaded.file->kind() == archive::FileKind::Data) return loaded;
    loaded.module = load(loaded.file);
    loaded.diagnostics = loaded.module->unit->sink().take();
    const auto isError = [](const diag::Diagnostic& diagnostic) {
      return diagnostic.severity == diag::Severity::Error;
    };
    if (std::ranges::none_of(loaded.diagnostics, isError))
      loaded.forward = forwardOf(loaded.module);
    return loaded;
  } catch (const archive::ArchiveError& error) {
    throw LoadError(error.what());
  } catch (const tensor::Error& error) {
    throw LoadError(path + ": " + error.what());
  } catch (const interp::Exception& exception) {
    throw LoadError(path + ": " + exception.className + ": " + exception.message);
  }
}

}  // namespace ts::runtime
