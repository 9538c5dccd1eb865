// Convolutions as oneDNN's primitives, for those who keep them.
#pragma once

#include "core/kernels/convolution.h"
#include "core/kernels/onednn_library.h"

namespace ts::kernels {

struct PreparedConvolution {
  // The layouts of the caller's data, and those that the primitive reads and writes.
  dnnl::memory::desc userInput, userWeight, userResult, biasDesc;
  dnnl::memory::desc input, weight, result;
  dnnl::primitive compute;  // one thread at a time runs it
};

// The layout of the input may differ from that of the result. Throws dnnl::error where oneDNN does
// not support the shape.
PreparedConvolution prepareConvolution(const ConvolutionShape& shape, bool hasBias,
                                       bool isInputChannelsLast);

// weight: in the layout that the primitive reads. The caller has reserved scratch() for input and
// result in the layouts of the primitive. Throws dnnl::error.
void runConvolution(const PreparedConvolution& prepared, const dnnl::memory& weight,
                    const float* input, const float* bias, float* result);

}  // namespace ts::kernels
