// An evaluator of the eager domain, with the file system and the import paths of whoever runs it.
#pragma once

#include <memory>
#include <string>

#include "core/driver/workspace.h"
#include "core/eval/vm.h"

namespace ts::debugger {

class Evaluator {
 public:
  // folder: where imports are looked for first. fuel: Limits::fuel.
  explicit Evaluator(const std::string& folder, uint64_t fuel = UINT64_MAX);
  ~Evaluator();

  eval::Vm& vm() { return *vm_; }
  const driver::Snapshot& snapshot() const { return *snapshot_; }

 private:
  std::unique_ptr<driver::Snapshot> snapshot_;
  std::unique_ptr<driver::ModuleLoader> loader_;
  std::unique_ptr<eval::Vm> vm_;
};

// The folder that a path names a file in.
std::string folderOf(const std::string& path);

}  // namespace ts::debugger
