// A function of complex numbers whose result, or whose parts, are formulas of the parts of its
// argument, x and y.
#pragma once

#include <optional>

#include "core/kernels/by_size.h"
#include "core/kernels/strided_blocks.h"
#include "core/kernels/vector_program.h"

namespace ts::kernels {

class ComplexRun {
 public:
  // `part` is the dtype of a part. Without `imaginary`, results are real.
  ComplexRun(const VectorProgram& real, const VectorProgram* imaginary, tensor::DType part,
             int64_t longest)
      : real_(real, part, nullptr, longest), bytes_(tensor::sizeOf(part)) {
    if (imaginary != nullptr) imaginary_.emplace(*imaginary, part, nullptr, longest);
  }

  // Like LoopRun.
  void operator()(std::byte* const* pointers, const int64_t* steps, int64_t count) {
    const auto size = static_cast<int64_t>(bytes_);
    const int64_t dense[] = {size, size, size};
    for (int64_t first = 0; first < count; first += kStepBlock) {
      const int64_t block = std::min(kStepBlock, count - first);
      alignas(64) std::byte parts[2][kStepBlock * 8], results[2][kStepBlock * 8];
      std::byte *const to = pointers[0] + first * steps[0], *const from =
                                                                pointers[1] + first * steps[1];
      for (size_t k = 0; k < 2; ++k)
        visitSize(bytes_,
                  [&]<typename T>() { collect<T>(parts[k], from + k * bytes_, steps[1], block); });
      const size_t resultParts = imaginary_ ? 2 : 1;
      for (size_t k = 0; k < resultParts; ++k) {
        std::byte* const places[] = {results[k], parts[0], parts[1]};
        (k == 0 ? real_ : *imaginary_)(places, dense, block);
      }
      for (size_t k = 0; k < resultParts; ++k)
        visitSize(bytes_,
                  [&]<typename T>() { scatter<T>(to + k * bytes_, results[k], steps[0], block); });
    }
  }

 private:
  VectorRun real_;
  std::optional<VectorRun> imaginary_;
  size_t bytes_;
};

}  // namespace ts::kernels
