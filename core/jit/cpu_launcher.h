// Runs the machine code of loops on tensors in the host's memory, with the threads of the pool.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/jit/cpu_loop.h"
#include "core/jit/loop_target.h"

namespace ts::jit {

class CpuCode;

class CpuLauncher final : public LoopLauncher {
 public:
  bool arrange(const FusedLoop& loop, LoopArguments& arguments) override;
  bool run(const CompiledLoop& code, const LoopArguments& arguments,
           std::span<tensor::Tensor> results, tensor::StorageImpl* replaced) override;

 private:
  static constexpr size_t kMostLanes = 32;
  struct OperandMemory {
    std::byte* begin;
    int64_t itemSize;
  };
  struct Sums;

  bool choosePattern(LoopArguments& arguments);
  void setSteps(const LoopArguments& arguments);
  void repeat(LoopArguments& arguments);
  bool arePositionsValid(const LoopArguments& arguments) const;
  // The offset of the dimensions after that of rows, in elements.
  int64_t offsetOf(const LoopArguments& arguments, int64_t outer, size_t pointer) const;
  // Returns false if an operator fails.
  bool runRows(const CpuCode& code, const LoopArguments& arguments, Sums* sums, int64_t begin,
               int64_t end) const;
  bool runShortRows(LoopCode code, const LoopArguments& arguments, std::span<std::byte* const> row,
                    LoopSize size, std::byte* scratch) const;
  tensor::Tensor total(const LoopArguments& arguments, std::span<const Sums> sums,
                       size_t pointer) const;

  VectorSize vectors_;
  int lanes_ = 0;
  size_t rowDim_ = 1;  // the dimension of rows; those after it are outside of the code
  std::array<OperandMemory, LoopArguments::kMostPointers> places_;
  std::array<LoopSteps, LoopArguments::kMostPointers> steps_;
  LoopSize size_;
  std::vector<tensor::Tensor> copies_;  // see repeat()
};

}  // namespace ts::jit
