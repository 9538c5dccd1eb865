// Loads modules from archives: compiles their classes and functions and creates their objects.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/archive/torch_file.h"
#include "core/compiler/unit/imported_code.h"
#include "core/compiler/unit/unit.h"
#include "core/tensor/ivalue.h"

namespace ts::archive {

// Runs a method while an archive is loaded: `__setstate__(self, state)` of classes that define it.
using RunMethod =
    std::function<tensor::IValue(ir::Function* method, std::vector<tensor::IValue> arguments)>;

// Tells whether positions lead to an excerpt of an original file; if not, they stay in the
// archive's code. Null: they always do.
using IsOriginal = std::function<bool(const SourceFile& excerpt)>;

// A loaded module. It owns types, functions and the mapped file; objects keep it alive through
// ObjectValue::keepsAlive.
struct LoadedModule {
  std::shared_ptr<TorchFile> file;
  std::unique_ptr<compiler::ModuleLoader> noModules;
  std::unique_ptr<compiler::CompilationUnit> unit;
  std::unique_ptr<compiler::CodeImporter> importer;
  std::vector<types::Constant> constants;
  tensor::IValue object;  // the ObjectValue of the top-level module
  const types::ClassType* type = nullptr;
};

// Loads an archive of torch.jit.save and compiles its methods. Errors in its code are in
// unit->sink(). Throws ArchiveError for a wrong kind of file, missing records, classes without
// code, and attributes that don't fit their types.
std::shared_ptr<LoadedModule> loadModule(std::shared_ptr<TorchFile> file, const RunMethod& run,
                                         const IsOriginal& isOriginal = {});

// Returns an extra file of an archive (extra/NAME).
std::string readExtraFile(const TorchFile& file, const std::string& name);

}  // namespace ts::archive
