// Fused loops as machine code of this processor.
#pragma once

#include <memory>

#include "core/jit/code_maker.h"
#include "core/jit/cpu_loop.h"
#include "core/jit/loop_target.h"
#include "core/jit/object.h"

namespace ts::jit {

class CpuTarget final : public LoopTarget {
 public:
  explicit CpuTarget(std::shared_ptr<CodeMaker> maker = std::make_shared<CodeMaker>())
      : maker_(std::move(maker)) {}
  tensor::Device device() const override { return tensor::Device::Cpu; }
  std::unique_ptr<LoopLauncher> launcher() const override;
  std::optional<WrittenLoop> write(const FusedLoop& loop,
                                   const LoopPattern& pattern) const override;
  std::string problemOf(const FusedLoop& loop, const LoopPattern& pattern) const override;
  std::shared_ptr<const CompiledLoop> compile(const WrittenLoop& loop) override;

 private:
  const std::shared_ptr<CodeMaker> maker_;
};

// The result of CpuTarget::compile().
class CpuCode final : public CompiledLoop {
 public:
  explicit CpuCode(const WrittenLoop& loop)
      : CompiledLoop(loop.mayFail),
        scratch_(loop.scratch),
        columnScratch_(loop.columnScratch),
        passes_(loop.passes) {}
  // object: null if LLVM does not compile the text.
  void set(std::shared_ptr<const Object> object);
  LoopCode code() const { return code_; }
  // The bytes of scratch memory for rows, or columns, of as many elements.
  int64_t scratchFor(int64_t lines, int64_t count) const {
    return (scratch_ * lines + columnScratch_) * count;
  }
  int passes() const { return passes_; }  // see WrittenLoop

 private:
  const int64_t scratch_, columnScratch_;
  const int passes_;
  std::shared_ptr<const Object> object_;
  LoopCode code_ = nullptr;
};

}  // namespace ts::jit
