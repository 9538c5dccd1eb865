// Normalisations as C++ functions.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Returns (x - mean) / sqrt(variance + eps) * weight + bias over the last dimensions `shape`. Also
// returns the mean and 1/sqrt(...) of each row, with sizes of 1 in place of `shape`. Weight and
// bias may be undefined.
std::tuple<Tensor, Tensor, Tensor> layerNorm(const Tensor& input, const IntList& shape,
                                             const Tensor& weight, const Tensor& bias, double eps);

}  // namespace ts::kernels
