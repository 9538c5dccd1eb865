// Modules out of archives: their classes and functions compiled, their objects filled.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/archive/torch_file.h"
#include "core/compiler/imported_code.h"
#include "core/compiler/unit.h"
#include "core/tensor/ivalue.h"

namespace ts::archive {

// How a method is run while an archive is read: `__setstate__(self, state)` of classes that have
// one.
using RunMethod =
    std::function<tensor::IValue(ir::Function* method, std::vector<tensor::IValue> arguments)>;

// What was loaded. It owns types, functions and the mapped file; objects keep it alive through
// ObjectValue::keepsAlive.
struct LoadedModule {
  std::shared_ptr<TorchFile> file;
  std::unique_ptr<compiler::ModuleLoader> noModules;
  std::unique_ptr<compiler::CompilationUnit> unit;
  std::unique_ptr<compiler::CodeImporter> importer;
  std::vector<types::Constant> constants;
  tensor::IValue object;  // the ObjectValue of the top module
  const types::ClassType* type = nullptr;
};

// Reads an archive of torch.jit.save. Methods are compiled; problems in its code are in
// unit->sink(). Throws ArchiveError: wrong kinds of file, missing records, classes without code,
// attributes that don't fit their types.
std::shared_ptr<LoadedModule> loadModule(std::shared_ptr<TorchFile> file, const RunMethod& run);

// The extra files of an archive (extra/NAME).
std::string readExtraFile(const TorchFile& file, const std::string& name);

}  // namespace ts::archive
