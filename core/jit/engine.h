// Makes machine code for the programs of an interpreter.
#pragma once

#include "core/interp/interpreter.h"
#include "core/jit/code_maker.h"
#include "core/jit/fusion.h"

namespace ts::jit {

class LoopCache;

struct EngineOptions {
  FusionFilter mayFuse = {};
  // Caller: programs are compiled before their first run. Background: programs that run often are
  // compiled while the interpreter runs them; then the code replaces the interpreter.
  Workplace workplace = Workplace::Caller;
  std::shared_ptr<ObjectCache> cache = nullptr;  // null: all code is made anew
};

// Usage: interpreter.setNativeCompiler(&engine). Must live as long as the interpreter compiles.
class Engine final : public interp::NativeCompiler {
 public:
  explicit Engine(EngineOptions options = {});
  // Waits for LLVM, if it is compiling.
  ~Engine() override;
  ir::GraphPtr prepareGraph(const ir::GraphPtr& graph) override;
  // Compiles the program's numbers and jumps at once, and its loops over tensors when they first
  // run. Throws tensor::Error when LLVM is missing.
  void prepare(const interp::Program& program) override;
  // Without LLVM the code is never ready.
  std::unique_ptr<interp::PendingCode> improve(const interp::Program& program) override;

 private:
  const FusionFilter mayFuse_;
  const std::shared_ptr<CodeMaker> maker_;
  const std::shared_ptr<LoopCache> loops_;
};

}  // namespace ts::jit
