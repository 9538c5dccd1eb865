// An evaluator with real tensors. It reads files and cells of notebooks from disk, and takes its
// import paths from the environment of the process.
#pragma once

#include <memory>
#include <string>

#include "core/driver/workspace.h"
#include "core/eval/vm/vm.h"
#include "core/runtime/runtime.h"

namespace ts::programs {

class Evaluator {
 public:
  // No program reaches it, and a debugger can still limit the code that it evaluates.
  static constexpr uint64_t kUnlimitedFuel = UINT64_MAX / 2;

  // folder: the first import path. writeRefusal: see eager::attach(). fuel: Limits::fuel, the
  // number of instructions that may run.
  explicit Evaluator(const std::string& folder, std::string writeRefusal = {},
                     uint64_t fuel = kUnlimitedFuel, runtime::Options options = {});
  ~Evaluator();

  // Code of the Vm runs in a Scope of the runtime.
  eval::Vm& vm() { return *vm_; }
  runtime::Runtime& runtime() { return runtime_; }
  const driver::Snapshot& snapshot() const { return *snapshot_; }

 private:
  runtime::Runtime runtime_;
  std::unique_ptr<driver::Snapshot> snapshot_;
  std::unique_ptr<driver::ModuleLoader> loader_;
  std::unique_ptr<eval::Vm> vm_;
};

}  // namespace ts::programs
