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
  // In the unit of a pattern, beside the bytes of a vector: results are stored past the caches.
  static constexpr int kStreamedUnit = 1;

  bool arrange(const FusedLoop& loop, LoopArguments& arguments) override;
  bool run(const CompiledLoop& code, const LoopArguments& arguments,
           std::span<tensor::Tensor> results, tensor::StorageImpl* replaced) override;

 private:
  static constexpr size_t kMostLanes = 32;
  struct OperandMemory {
    std::byte* begin;
    int64_t itemSize;
    int64_t stagedAt;  // in scratch memory; kInPlace: see isStaged()
  };
  static constexpr int64_t kInPlace = -1;
  // The rows and the elements of a line that one call of the code computes at most.
  struct Block {
    int64_t rows, columns;
  };
  struct Sums;
  // The parts for threads: rows, or units of so many elements of a line.
  struct Split {
    int64_t unit;  // 0: rows
    int64_t count, grain;
  };

  bool choosePattern(LoopArguments& arguments);
  void setSteps(const LoopArguments& arguments);
  bool isStreamed(const LoopArguments& arguments) const;
  void bringAcross(LoopArguments& arguments) const;
  bool isStaged(const LoopArguments& arguments, size_t pointer) const;
  void chooseBlock(const LoopArguments& arguments);
  bool stage(const LoopArguments& arguments, size_t pointer, int64_t offset, const LoopSize& size,
             std::byte* to) const;
  static bool isDense(const LoopArguments& arguments, size_t pointer);
  void repeat(LoopArguments& arguments);
  bool storeMoved(LoopArguments& arguments, size_t pointer);
  bool arePositionsValid(const LoopArguments& arguments) const;
  // The offset of the dimensions after that of rows, in elements.
  int64_t offsetOf(const LoopArguments& arguments, int64_t outer, size_t pointer) const;
  Split splitOf(const LoopArguments& arguments) const;
  // The columns that one call of the code computes at most.
  int64_t blockColumns(const CpuCode& code) const;
  // Returns false if an operator fails.
  bool runPart(const CpuCode& code, const LoopArguments& arguments, Sums* sums, const Split& split,
               int64_t begin, int64_t end) const;
  // The first element of a block: of the dimensions after that of rows, its row and its place in a
  // line.
  struct Place {
    int64_t outer, row, column;
  };
  void runBlock(const CpuCode& code, const LoopArguments& arguments, Sums* sums, const Place& first,
                LoopSize& size, std::byte* scratch, std::byte* staged) const;
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
  Block block_;
  int64_t staged_ = 0;                  // bytes of scratch memory for staged elements
  std::vector<tensor::Tensor> copies_;  // see repeat()
};

}  // namespace ts::jit
