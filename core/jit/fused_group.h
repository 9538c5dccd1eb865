// Runs fusions as machine code.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "core/interp/program.h"
#include "core/jit/fused_loop.h"
#include "core/jit/fusion.h"
#include "core/jit/object.h"

namespace ts::jit {

// The machine code of loops, by their text: repeated layers share it. Not thread-safe.
class LoopCache {
 public:
  struct Entry {
    std::unique_ptr<const Object> object;
    LoopCode code = nullptr;
    int64_t scratch = 0;  // see WrittenLoop
  };
  // Without code for a loop that has none, and for text that LLVM does not compile.
  const Entry& find(const FusedLoop& loop);

 private:
  std::unordered_map<std::string, Entry> entries_;
};

// Compiles a loop for each combination of dtypes and layouts that the fusion meets.
std::unique_ptr<interp::FusedGroup> makeGroup(Fusion fusion, std::shared_ptr<LoopCache> cache);

}  // namespace ts::jit
