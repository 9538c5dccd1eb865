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
        places_(formula.arity + size_t{1}),
        bytes_(tensor::sizeOf(dtype)),
        resultBytes_(tensor::sizeOf(result)),
        numbers_(numbers) {}

  // The result is at pointers[0], the operands follow; steps are in bytes.
  void operator()(std::byte* const* pointers, const int64_t* steps, int64_t count) const {
    bool isDense = true;
    for (size_t k = 0; k < places_; ++k) isDense &= steps[k] == bytesOf(k);
    if (isDense) return loop_(pointers, count, numbers_);
    // Other elements pass through this memory.
    alignas(64) std::byte memory[kMost][kBlock * sizeof(Complex128)];
    std::byte* at[kMost];
    for (size_t k = 1; k < places_; ++k)
      if (steps[k] == 0)
        visitSize(bytes_, [&]<typename T>() {
          collect<T>(at[k] = memory[k], pointers[k], 0, std::min(count, kBlock));
        });
    for (int64_t first = 0; first < count; first += kBlock) {
      const int64_t block = std::min(kBlock, count - first);
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

 private:
  static constexpr size_t kMost = 4;
  static constexpr int64_t kBlock = 1024;
  int64_t bytesOf(size_t k) const { return static_cast<int64_t>(k == 0 ? resultBytes_ : bytes_); }

  Loop loop_;
  size_t places_, bytes_, resultBytes_;
  const Scalar* numbers_;
};

}  // namespace ts::kernels
