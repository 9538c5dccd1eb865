// Convolutions of one to three dimensions, forwards and transposed.
#pragma once

#include <array>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Arguments as aten::convolution takes them, checked; a list of one serves all dimensions. bias may
// be undefined. Throws RuntimeError where shapes or dtypes don't fit.
Tensor convolution(const Tensor& input, const Tensor& weight, const Tensor& bias,
                   const IntList& stride, const IntList& padding, const IntList& dilation,
                   bool transposed, const IntList& outputPadding, int64_t groups);

// What is computed, always with three dimensions: those that are missing are of size 1, in front.
struct ConvolutionShape {
  using Three = std::array<int64_t, 3>;
  int64_t batch, inChannels, outChannels, groups;
  Three in, out, kernel, stride, dilation;
  Three before, after;  // padding; of a transposed one: what is cut off from the result
  bool transposed;
  bool channelsLast;  // input and result are laid out so
};

// float32 through oneDNN: input and result are dense (channels last or not), weight and bias
// contiguous. Both know what they can't do and say so with false.
bool convolveWithOneDnn(const ConvolutionShape& shape, const float* input, const float* weight,
                        const float* bias, float* result);
// Any compute dtype, by a product of matrices for each group; everything contiguous.
void convolvePlainly(const ConvolutionShape& shape, const Tensor& input, const Tensor& weight,
                     const Tensor& bias, const Tensor& result);

// The columns of im2col: for each channel and place in the kernel, the elements that it meets, in
// the order of the result.
template <typename T>
void unfoldImage(const ConvolutionShape& shape, int64_t channels, const T* image, T* columns);
// The inverse: adds up.
template <typename T>
void foldImage(const ConvolutionShape& shape, int64_t channels, const T* columns, T* image);

}  // namespace ts::kernels
