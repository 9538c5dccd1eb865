// Convolutions with one to three spatial dimensions, and transposed convolutions.
#pragma once

#include <array>

#include "core/kernels/boxing.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {

// Computes aten::convolution and checks its arguments; a list of one number applies to all
// dimensions. `bias` may be undefined. Throws a RuntimeError when shapes or dtypes don't match.
Tensor convolution(const Tensor& input, const Tensor& weight, const Tensor& bias,
                   const IntList& stride, const IntList& padding, const IntList& dilation,
                   bool transposed, const IntList& outputPadding, int64_t groups);

// The geometry of a convolution, always with three spatial dimensions: leading dimensions of size 1
// are added.
struct ConvolutionShape {
  using Three = std::array<int64_t, 3>;
  int64_t batch, inChannels, outChannels, groups;
  Three in, out, kernel, stride, dilation;
  Three before, after;  // padding; for a transposed convolution: the part cut off from the result
  bool transposed;
  bool channelsLast;  // the memory layout of input and result
};

// The geometry for sizes that fit. `sizes`: those of the result.
ConvolutionShape convolutionShape(const Dims& input, const Dims& weight, const Dims& sizes,
                                  const shape_rules::Convolution& arguments);

// True for kernels of one element that meet each element of the image once: the convolution is a
// matrix product.
bool isProduct(const ConvolutionShape& shape);

// True for a product that is faster without copies into oneDNN's layouts. All of its tensors must
// be contiguous.
bool suitsProduct(const ConvolutionShape& shape);

// True for convolutions of one or two dimensions with a kernel for each channel, which
// convolveDepthwise() computes. All of its tensors must be contiguous.
bool isDepthwise(const ConvolutionShape& shape);
void convolveDepthwise(const ConvolutionShape& shape, const float* input, const float* weight,
                       const float* bias, float* result);

// Convolves float32 with oneDNN. Input and result must be dense, contiguous or channels last;
// weight and bias must be contiguous. Returns false when oneDNN does not support the shape.
bool convolveWithOneDnn(const ConvolutionShape& shape, const float* input, const float* weight,
                        const float* bias, float* result);
// Sets `result` to the gradient of the weight of a convolution that is not transposed, from the
// gradient of its result and its input. Layouts and return value: as of convolveWithOneDnn().
bool weightGradientWithOneDnn(const ConvolutionShape& shape, const float* gradient,
                              const float* input, float* result);
// Convolves any compute dtype by one matrix product per group. All tensors must be contiguous.
void convolvePlainly(const ConvolutionShape& shape, const Tensor& input, const Tensor& weight,
                     const Tensor& bias, const Tensor& result);

// Writes the columns of im2col: a row per channel and kernel position, with the image elements that
// this kernel position meets, in the order of the result.
template <typename T>
void unfoldImage(const ConvolutionShape& shape, int64_t channels, const T* image, T* columns);
// The inverse of unfoldImage: adds the columns up to an image.
template <typename T>
void foldImage(const ConvolutionShape& shape, int64_t channels, const T* columns, T* image);

}  // namespace ts::kernels
