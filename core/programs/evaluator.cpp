#include "core/programs/evaluator.h"

#include <limits>

#include "core/driver/module_search.h"
#include "core/eager/eager.h"
#include "core/eval_torch/native_library.h"
#include "core/notebook/cell_file_system.h"

namespace ts::programs {
namespace {

driver::Snapshot snapshotOfDisk(const std::string& folder) {
  auto disk = std::make_shared<notebook::CellFileSystem>(std::make_shared<DiskFileSystem>());
  driver::Options options;
  options.importPaths = driver::installedPaths(*disk, folder);
  return driver::Workspace(disk, options).snapshot();
}

eval::Limits programLimits(uint64_t fuel) {
  eval::Limits limits;
  limits.fuel = fuel;
  return limits;
}

}  // namespace

Evaluator::Evaluator(const std::string& folder, std::string writeRefusal, uint64_t fuel,
                     runtime::Options options)
    : runtime_(options) {
  const runtime::Runtime::Scope scope(runtime_);
  snapshot_ = std::make_unique<driver::Snapshot>(snapshotOfDisk(folder));
  loader_ = std::make_unique<driver::ModuleLoader>(snapshot_->moduleLoader(folder));
  vm_ = std::make_unique<eval::Vm>(*loader_, eval::nativeLibrary(), programLimits(fuel));
  eager::attach(*vm_, runtime_, std::move(writeRefusal));
}

Evaluator::~Evaluator() {
  const runtime::Runtime::Scope scope(runtime_);
  vm_.reset();
}

}  // namespace ts::programs
