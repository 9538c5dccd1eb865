// A formula of pointwise.def in vectors, for floats, doubles, half and bfloat16: as one loop over
// the elements where there is such a loop, else as a list of steps, each of which is a loop over a
// block. The result of an element depends on its operands alone, not on its place or on the
// instruction set.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/kernels/pointwise.h"
#include "core/kernels/vector_steps.h"

namespace ts::kernels {

class VectorProgram {
 public:
  // The program of a formula whose elements are computed in Float32 or Float64. Null if the formula
  // uses what is neither a step nor in a loop of vectors, or the processor has no vectors for it.
  // Valid for ever; thread-safe.
  static const VectorProgram* find(const Pointwise& formula, tensor::DType computed);

  // True if the formula calls a function that the C library also has, with other last bits.
  bool callsFunctions() const { return callsFunctions_; }
  // True if a loop of pointwise.h would call functions of the C library, one element at a time.
  bool isFaster() const { return isFaster_; }

 private:
  friend class ProgramWriter;
  friend class VectorRun;

  static std::unique_ptr<VectorProgram> write(const Pointwise& formula, tensor::DType computed);

  // Places of values: three operands, three numbers of the formula, the result, constants, results
  // of steps.
  static constexpr size_t kNumbers = 3, kResult = 6, kOthers = 7, kMost = 48;
  struct Step {
    StepLoop loop;
    const void* function;
    uint8_t to, x, y, z;
  };
  Loop loop_ = nullptr;  // computes the formula; null: the steps do
  std::vector<Step> steps_;
  std::vector<double> constants_;          // from kOthers on
  std::vector<std::byte> constantBlocks_;  // kStepBlock elements of each
  uint8_t places_ = kOthers;
  uint8_t arity_ = 0;
  std::array<bool, 3> usesNumber_ = {};
  // givesBool_: the results are bools; those of steps are masks, which become bools.
  bool givesBool_ = false, callsFunctions_ = false, isFaster_ = false;
  size_t elementBytes_ = 4;
};

// Applies a program to operands of a dtype; a program for Float32 also takes those of two bytes.
class VectorRun {
 public:
  VectorRun(const VectorProgram& program, tensor::DType dtype, const tensor::Scalar* numbers,
            int64_t longest);
  // Like LoopRun.
  void operator()(std::byte* const* pointers, const int64_t* steps, int64_t count);

 private:
  // The most elements of a block. A loop needs few places, so that its blocks may be longer.
  static constexpr int64_t kLoopBlock = 4 * kStepBlock;

  void runBlock(std::byte* const* pointers, const int64_t* steps, int64_t first, int64_t count);
  std::byte* operandOf(size_t index, std::byte* from, int64_t step, int64_t count);
  void storeResult(std::byte* to, int64_t step, int64_t count);
  std::byte* place(size_t index) {
    return memory_.data() + index * static_cast<size_t>(block_) * program_.elementBytes_;
  }

  const VectorProgram& program_;
  tensor::DType dtype_;
  const tensor::Scalar* numbers_;
  int64_t block_, itemBytes_, resultBytes_;
  bool isConverted_;  // results pass through memory_ to the result's dtype
  std::array<std::byte*, VectorProgram::kMost> at_;
  alignas(64) std::array<std::byte, VectorProgram::kMost * kStepBlock * 8> memory_;
};

}  // namespace ts::kernels
