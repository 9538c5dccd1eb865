// How lines of a length are transformed, and the roots of unity for it.
#pragma once

#include <memory>
#include <vector>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Computes in T: float or double, with one pass for each factor of the length (Stockham's
// algorithm); prime factors are at most 23. Long lines are matrices: first their columns are
// transformed, then their rows.
template <typename T>
struct FourierPlan {
  struct Pass {
    int64_t radix, groups, stride;
    // [group][radix - 1]: exp(-2 pi i group k / (radix groups)); then exp(-2 pi i k / radix).
    std::vector<std::complex<T>> roots, unit;
  };

  int64_t length;
  std::vector<Pass> passes;

  // A matrix of `high` rows: exp(-2 pi i row column / length) is a product of two numbers. Their
  // parts are apart: [row % kFine][column], [row / kFine][column].
  static constexpr int64_t kFine = 32;
  struct Matrix {
    std::shared_ptr<const FourierPlan> columns, rows;
    std::vector<T> fineReal, fineImaginary, coarseReal, coarseImaginary;
  };
  std::unique_ptr<Matrix> matrix;

  // For real lines of an even length: exp(-2 pi i k / length) for k up to a quarter of it, and the
  // plan of the half.
  std::shared_ptr<const FourierPlan> half;
  std::vector<std::complex<T>> realRoots;
};

// `isReal`: with `half`, if the length is even. Plans are kept for later calls; thread-safe.
template <typename T>
std::shared_ptr<const FourierPlan<T>> fourierPlan(int64_t length, bool isReal = false);

// Other lengths: a convolution whose length is a power of two (Bluestein).
struct ChirpPlan {
  int64_t padded;
  std::vector<Complex128> chirp;        // exp(-pi i k^2 / length)
  std::vector<Complex128> transformed;  // the transform of their conjugates around 0
};
std::shared_ptr<const ChirpPlan> chirpPlan(int64_t length);

// True if the length needs a ChirpPlan.
bool isRough(int64_t length);

}  // namespace ts::kernels
