// Makes machine code for the programs of an interpreter.
#pragma once

#include "core/interp/interpreter.h"
#include "core/jit/fusion.h"

namespace ts::jit {

class LoopCache;

// Usage: interpreter.setNativeCompiler(&engine). Must live as long as the interpreter compiles.
class Engine final : public interp::NativeCompiler {
 public:
  explicit Engine(FusionFilter mayFuse = {});
  ~Engine() override;
  ir::GraphPtr prepareGraph(const ir::GraphPtr& graph) override;
  // Compiles the program's numbers and jumps at once, and its loops over tensors when they first
  // run. Throws tensor::Error when LLVM is missing.
  void prepare(const interp::Program& program) override;

 private:
  const FusionFilter mayFuse_;
  std::shared_ptr<LoopCache> loops_;
};

}  // namespace ts::jit
