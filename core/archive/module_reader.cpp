#include "core/archive/module_reader.h"

#include <unordered_map>

#include "core/archive/archive_error.h"
#include "core/archive/debug_records.h"
#include "core/archive/unpickler.h"
#include "core/archive/upgraders.h"
#include "core/tensor/error.h"
#include "core/tensor/value_walk.h"

namespace ts::archive {
namespace {

struct NoModules final : compiler::ModuleLoader {
  Loaded load(std::string_view) override { return {}; }
};

types::Constant toConstant(const tensor::IValue& value) {
  using types::Constant;
  if (value.isString()) return Constant::string(value.toString());
  if (value.isTensor())
    return Constant::tensor(types::tensorType(),
                            std::make_shared<const tensor::Tensor>(value.toTensor()));
  if (value.isInt()) return Constant::integer(value.toInt());
  if (value.isDouble()) return Constant::real(value.toDouble());
  refuse("constants.pkl contains a value of type {}, which code can't refer to",
         tensor::nameOf(value.tag()));
}

// Sets the source positions of nodes to those of the original files, where the archive has debug
// records.
void restoreAllPlaces(LoadedModule& loaded, const IsOriginal& isOriginal) {
  std::unordered_map<std::string, std::unique_ptr<DebugRecords>> byFile;
  for (ir::Function* function : loaded.importer->compiled()) {
    if (!function->graph || !function->definition) continue;
    const std::string& path = function->definition.file->path();
    auto [entry, isNew] = byFile.try_emplace(path);
    if (isNew && loaded.file->find(path + ".debug_pkl")) {
      entry->second = std::make_unique<DebugRecords>(loaded.file->pickle(path + ".debug_pkl"),
                                                     loaded.file->budget());
      for (const SourceFilePtr& excerpt : entry->second->files())
        if (isOriginal && !isOriginal(*excerpt)) entry->second->forget(*excerpt);
    }
    if (entry->second) restorePlaces(*function->graph, *entry->second);
  }
}

void upgradeAll(LoadedModule& loaded) {
  auto find = [&](std::string_view name) {
    ir::Function* function =
        loaded.importer->functionNamed(std::string(kUpgradersModule) + "." + std::string(name));
    return types::Constant::function(loaded.unit->sharedTypes()->makeFunction(function));
  };
  const std::vector<ir::Function*> compiled = loaded.importer->compiled();
  for (ir::Function* function : compiled)
    if (function->graph) upgradeOperators(*function->graph, loaded.file->version(), find);
}

// Reads the constants and the module, and compiles its methods. After an exception, `object` is
// what was read last; it may contain itself.
void readObjects(LoadedModule& loaded, const RunMethod& run, const IsOriginal& isOriginal) {
  Unpickler::Callbacks callbacks;
  callbacks.typeNamed = [&loaded](std::string_view name) {
    return loaded.importer->typeNamed(name);
  };
  callbacks.typeOfText = [&loaded](const std::string& text) {
    return loaded.importer->typeOfText(text);
  };
  callbacks.setState = [&loaded, &run](tensor::ObjectValue& object, tensor::IValue state) {
    ir::Function* method = object.type->method("__setstate__");
    loaded.unit->ensureCompiled(method);
    run(method, {tensor::Ptr<tensor::ObjectValue>(&object), std::move(state)});
  };
  try {
    const auto read = [&](const char* record) {
      const PickleTree tree = loaded.file->pickle(record);
      loaded.object = Unpickler(loaded.file->tensors(record), callbacks).readWhole(tree);
    };
    read("constants.pkl");
    for (const tensor::IValue& constant : loaded.object.toTuple().items)
      loaded.constants.push_back(toConstant(constant));
    read("data.pkl");
  } catch (const ArchiveError& error) {
    if (std::string_view(error.what()).starts_with(loaded.file->path())) throw;
    refuse("{}: {}", loaded.file->path(), error.what());
  } catch (const tensor::Error& error) {
    refuse("{}: {}", loaded.file->path(), error.what());
  }
  if (!loaded.object.isObject())
    refuse("{}: data.pkl does not contain a module", loaded.file->path());
  loaded.type = loaded.object.toObject().type;
  loaded.importer->compileMethods();
  upgradeAll(loaded);
  restoreAllPlaces(loaded, isOriginal);
}

}  // namespace

std::shared_ptr<LoadedModule> loadModule(std::shared_ptr<TorchFile> file, const RunMethod& run,
                                         const IsOriginal& isOriginal) {
  if (file->kind() == FileKind::Data)
    refuse(
        "{}: contains data of torch.save (a state dict or tensors) and not code: read it with "
        "torch.load, "
        "or save the module with torch.jit.save",
        file->path());
  auto loaded = std::make_shared<LoadedModule>();
  loaded->file = file;
  loaded->noModules = std::make_unique<NoModules>();
  loaded->unit = std::make_unique<compiler::CompilationUnit>(*loaded->noModules);
  LoadedModule& held = *loaded;
  compiler::ImportedCode code;
  code.file = [&held](std::string_view module) -> SourceFilePtr {
    if (module == kUpgradersModule)
      return std::make_shared<SourceFile>(std::string(module), std::string(upgradersSource()));
    std::string record = "code/" + std::string(module) + ".py";
    for (size_t i = 5; i + 3 < record.size(); ++i)
      if (record[i] == '.') record[i] = '/';
    std::optional<std::string> text = held.file->read(record);
    if (!text) return nullptr;
    return std::make_shared<SourceFile>(record, std::move(*text));
  };
  code.constant = [&held](size_t index) { return held.constants.at(index); };
  loaded->importer =
      std::make_unique<compiler::CodeImporter>(loaded->unit->context(), std::move(code));

  try {
    readObjects(*loaded, run, isOriginal);
  } catch (...) {
    tensor::breakCycles({&loaded->object, 1});
    throw;
  }
  return loaded;
}

std::string readExtraFile(const TorchFile& file, const std::string& name) {
  return file.need("extra/" + name);
}

}  // namespace ts::archive
