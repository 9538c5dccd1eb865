// The discrete Fourier transform of one line of numbers.
#pragma once

#include <memory>
#include <vector>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// A transform for a fixed length of at least 1. Powers of two are halved recursively, and short
// lengths use the definition. Other lengths use a convolution whose length is a power of two
// (Bluestein). Data that depends only on the length is computed once.
class FourierLine {
 public:
  explicit FourierLine(size_t length);
  // x[k] becomes the sum over j of x[j] * exp(-2 pi i j k / length); the inverse uses exp(+...).
  // Results are not scaled.
  void transform(Complex128* x, bool inverse) const;
  // Powers of two are computed in float, so that cancelling terms give exactly 0; other lengths in
  // double.
  void transform(Complex64* x, bool inverse) const;

 private:
  template <typename C>
  void byHalves(C* x, const std::vector<C>& roots) const;
  void byDefinition(Complex128* x) const;
  void byConvolution(Complex128* x) const;

  size_t length_;
  std::vector<Complex128> roots_;  // exp(-2 pi i k / length)
  std::vector<Complex64> narrowRoots_;
  // For Bluestein: exp(-pi i k^2 / length), and the transform of its conjugates around 0.
  std::unique_ptr<FourierLine> longer_;
  std::vector<Complex128> chirp_, chirpTransformed_;
};

}  // namespace ts::kernels
