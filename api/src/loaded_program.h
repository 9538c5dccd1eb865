// A module that was loaded from an archive, with the workers that run it.
#pragma once

#include <memory>
#include <string_view>

#include "api/src/worker_pool.h"
#include "core/archive/module_reader.h"

namespace ts::api {

// Its graphs and types do not change after loading, so threads share them. Thread-safe.
class LoadedProgram {
 public:
  // Throws a Failure for errors in the archive's code, and what Runtime::load() throws.
  LoadedProgram(const std::shared_ptr<SharedRuntime>& runtime,
                std::shared_ptr<archive::TorchFile> file);

  WorkerPool& workers() { return workers_; }
  TorchProfile profile() const { return workers_.owner()->profile; }
  const archive::LoadedModule& loaded() const { return *loaded_; }

 private:
  Worker loader_;  // owns the loaded module
  std::shared_ptr<archive::LoadedModule> loaded_;
  WorkerPool workers_;  // their bytecode refers to the module's types
};

}  // namespace ts::api
