// Makes machine code for the programs of an interpreter.
#pragma once

#include "core/interp/interpreter.h"
#include "core/jit/code_maker.h"
#include "core/jit/function_writer.h"

namespace ts::jit {

class FusionCensus;
class LoopCache;

struct EngineOptions {
  FusionFilter mayFuse = {};
  // Caller: programs are compiled before their first run. Background: programs that run often are
  // compiled while the interpreter runs them; then the code replaces the interpreter.
  Workplace workplace = Workplace::Caller;
  std::shared_ptr<ObjectCache> cache = nullptr;  // null: all code is made anew
  bool isDescribed = false;  // gdb and perf learn of the code and its Python lines
  // The code tells the interpreter's clock which nodes run, and is made of every program.
  bool isMeasured = false;
  // Learns of the program's fusions, and of calls without a loop; may be null, else the engine is
  // measured and the census is the interpreter's clock.
  std::shared_ptr<FusionCensus> census = nullptr;
  // Gets messages about code that is not used, because it crashed in an earlier process. Called on
  // any thread.
  std::function<void(const std::string&)> warn = {};
  // For a debugger: loops of the code look at the interpreter's interrupt flag, and can be paused;
  // calls are not inlined.
  bool isInterruptible = false;
};

// A program without its code, which LLVM makes from the text; an empty text needs none.
struct CodeDraft {
  std::unique_ptr<interp::NativeProgram> native;  // null: the interpreter is as fast
  std::string text;
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
  CodeDraft draft(const interp::Program& program, LoopEntries entries) const;

  const FusionFilter mayFuse_;
  const bool isMeasured_, isDescribed_, isInterruptible_;
  const std::shared_ptr<FusionCensus> census_;
  const std::shared_ptr<CodeMaker> maker_;
  const std::shared_ptr<LoopCache> loops_;
};

}  // namespace ts::jit
