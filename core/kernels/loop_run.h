// A loop of a formula, applied to elements that are any number of bytes apart.
#pragma once

#include "core/kernels/by_size.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/strided_blocks.h"

namespace ts::kernels {

class LoopRun {
 public:
  LoopRun(const Pointwise& formula, DType dtype, DType result, const Scalar* numbers)
      : loop_(formula.loops[static_cast<size_t>(dtype)]),
        withOne_{formula.loopsWithOne[0][static_cast<size_t>(dtype)],
                 formula.loopsWithOne[1][static_cast<size_t>(dtype)]},
        places_(formula.arity + size_t{1}),
        bytes_(tensor::sizeOf(dtype)),
        resultBytes_(tensor::sizeOf(result)),
        numbers_(numbers) {}

  // The result is at pointers[0], the operands follow; steps are in bytes.
  void operator()(std::byte* const* pointers, const int64_t* steps, int64_t count) const {
    size_t others = 0, other = 0, ones = 0;
    for (size_t k = 0; k < places_; ++k) {
      if (steps[k] == bytesOf(k)) continue;
      ++others;
      other = k;
      ones += steps[k] == 0 ? 1 : 0;
    }
    if (others == 0) return loop_(pointers, count, numbers_);
    if (others == 1 && ones == 1 && places_ == 3 && withOne_[other - 1] != nullptr)
      return withOne_[other - 1](pointers, count, numbers_);
    inBlocks(pointers, steps, count, ones > 0 ? kShortBlock : kBlock);
  }

 private:
  static constexpr size_t kMost = 4;
  // Elements of a block, and of one that is filled with one element.
  static constexpr int64_t kBlock = 1024, kShortBlock = 256;
  int64_t bytesOf(size_t k) const { return static_cast<int64_t>(k == 0 ? resultBytes_ : bytes_); }

  // Elements that are not adjacent pass through memory.
  void inBlocks(std::byte* const* pointers, const int64_t* steps, int64_t count,
                int64_t most) const {
    alignas(64) std::byte memory[kMost][kBlock * sizeof(Complex128)];
    std::byte* at[kMost];
    for (size_t k = 1; k < places_; ++k)
      if (steps[k] == 0)
        visitSize(bytes_, [&]<typename T>() {
          collect<T>(at[k] = memory[k], pointers[k], 0, std::min(count, most));
        });
    for (int64_t first = 0; first < count; first += most) {
      const int64_t block = std::min(most, count - first);
      for (size_t k = 0; k < places_; ++k) {
        if (steps[k] == bytesOf(k))
          at[k] = pointers[k] + first * steps[k];
        else if (k == 0)
          at[k] = memory[k];
        else if (steps[k] != 0)
          visitSize(bytes_, [&]<typename T>() {
            collect<T>(at[k] = memory[k], pointers[k] + first * steps[k], steps[k], block);
          });
      }
      loop_(at, block, numbers_);
      if (at[0] == memory[0])
        visitSize(resultBytes_, [&]<typename T>() {
          scatter<T>(pointers[0] + first * steps[0], memory[0], steps[0], block);
        });
    }
  }

  Loop loop_;
  std::array<Loop, 2> withOne_;
  size_t places_, bytes_, resultBytes_;
  const Scalar* numbers_;
};

}  // namespace ts::kernels
