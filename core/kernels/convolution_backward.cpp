// aten::convolution_backward: the gradients of a convolution's input, weight and bias.
#include <algorithm>

#include "core/kernels/convolution.h"
#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/gemm.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

using Triple = std::tuple<Tensor, Tensor, Tensor>;
using shape_rules::Convolution;

IntList forEach(const IntList& values, size_t rank) {
  return values.size() == 1 ? IntList(rank, values[0]) : values;
}

struct GradientWindows {
  IntList stride, padding, dilation;
  int64_t groups;
};

// The convolution in the other direction.
Tensor gradientOfInput(const Tensor& gradient, const Tensor& input, const Tensor& weight,
                       const GradientWindows& windows, bool transposed) {
  const size_t rank = windows.stride.size();
  IntList more(rank, 0);  // elements of the input that no window reaches
  for (size_t d = 0; d < rank && !transposed; ++d)
    more[d] = input.sizes()[d + 2] -
              ((gradient.sizes()[d + 2] - 1) * windows.stride[d] - 2 * windows.padding[d] +
               windows.dilation[d] * (weight.sizes()[d + 2] - 1) + 1);
  Tensor result = convolution(gradient, weight, {}, windows.stride, windows.padding,
                              windows.dilation, !transposed, more, windows.groups);
  for (size_t d = 0; d < rank; ++d)
    result = narrow(result, static_cast<int64_t>(d) + 2, 0, input.sizes()[d + 2]);
  return contiguous(result, input.suggestedFormat());
}

// Adds the products of the gradient with the columns of each image.
Tensor weightGradientByColumns(const ConvolutionShape& s, const Tensor& gradient,
                               const Tensor& input, const Dims& sizes) {
  const Tensor result = tensor::empty(sizes, gradient.dtype());
  fill(result, 0);
  const auto volume = [](const ConvolutionShape::Three& three) {
    return three[0] * three[1] * three[2];
  };
  const int64_t inPer = s.inChannels / s.groups, outPer = s.outChannels / s.groups;
  const int64_t inVolume = volume(s.in), outVolume = volume(s.out),
                columnCount = inPer * volume(s.kernel);
  visitNumber(gradient.dtype(), [&]<typename T>() {
    std::vector<T> columns(static_cast<size_t>(columnCount * outVolume));
    for (int64_t n = 0; n < s.batch; ++n)
      for (int64_t g = 0; g < s.groups; ++g) {
        unfoldImage<T>(s, inPer, input.data<T>() + (n * s.inChannels + g * inPer) * inVolume,
                       columns.data());
        const T* const own = gradient.data<T>() + (n * s.outChannels + g * outPer) * outVolume;
        gemm<T>(T(1), rowMajor(own, outPer, outVolume),
                rowMajor<T>(columns.data(), columnCount, outVolume).transposed(), T(1),
                result.data<T>() + g * outPer * columnCount, columnCount);
      }
  });
  return result;
}

// The gradient of the weight of a convolution from `input` to `gradient`'s shape.
Tensor gradientOfWeight(const Tensor& gradient, const Tensor& input, const Dims& sizes,
                        const GradientWindows& windows) {
  const DType compute = computeDType(input.dtype());
  ConvolutionShape shape = convolutionShape(input.sizes(), sizes, gradient.sizes(),
                                            {windows.stride, windows.padding, windows.padding,
                                             windows.dilation, false, 0, windows.groups});
  if (compute == DType::Float32 && input.numel() > 0 && gradient.numel() > 0) {
    const bool isLast =
        sizes.size() == 4 && (input.suggestedFormat() == MemoryFormat::ChannelsLast ||
                              gradient.suggestedFormat() == MemoryFormat::ChannelsLast);
    const MemoryFormat format = isLast ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous;
    shape.channelsLast = isLast;
    const Tensor g = contiguous(toDType(gradient, compute), format),
                 x = contiguous(toDType(input, compute), format);
    const Tensor result = tensor::empty(sizes, compute);
    if (weightGradientWithOneDnn(shape, g.data<float>(), x.data<float>(), result.data<float>()))
      return result;
  }
  return weightGradientByColumns(shape, dense(gradient, compute), dense(input, compute), sizes);
}

Tensor sumOfChannels(const Tensor& gradient) {
  static NamedKernel sum("aten::sum.dim_IntList");
  IntList dims{0};
  for (int64_t d = 2; d < gradient.dim(); ++d) dims.push_back(d);
  Stack stack{gradient, tensor::makeIntList(dims), false, IValue()};
  sum(stack);
  return stack.back().toTensor();
}

// Throws tensor::Error unless `gradient` is one of the convolution's result.
void checkGradient(const Tensor& gradient, const Tensor& input, const Tensor& weight,
                   const GradientWindows& windows, bool transposed) {
  const auto sizesWith = [&](const IntList& outputPadding) {
    return convolution(tensor::emptyMeta(input.sizes(), input.dtype()),
                       tensor::emptyMeta(weight.sizes(), weight.dtype()), {}, windows.stride,
                       windows.padding, windows.dilation, transposed, outputPadding, windows.groups)
        .sizes();
  };
  IntList more(windows.stride.size(), 0);
  Dims sizes = sizesWith(more);
  if (transposed && sizes.size() == gradient.sizes().size()) {
    for (size_t d = 0; d < more.size(); ++d) more[d] = gradient.sizes()[d + 2] - sizes[d + 2];
    sizes = sizesWith(more);
  }
  if (sizes != gradient.sizes() || gradient.dtype() != input.dtype())
    fail("convolution_backward: a gradient of shape {} doesn't fit a result of shape {}",
         tensor::shapeText(gradient.sizes()), tensor::shapeText(sizes));
}

Triple convolutionBackward(const Tensor& gradient, const Tensor& input, const Tensor& weight,
                           const std::optional<IntList>&, const IntList& stride,
                           const IntList& padding, const IntList& dilation, bool transposed,
                           const IntList&, int64_t groups, const std::vector<bool>& mask) {
  if (weight.dim() < 3 || weight.dim() > 5 || input.dim() != weight.dim() ||
      gradient.dim() != weight.dim())
    fail(
        "convolution_backward: a gradient of shape {} doesn't fit an input of shape {} and a "
        "weight "
        "of shape {}",
        tensor::shapeText(gradient.sizes()), tensor::shapeText(input.sizes()),
        tensor::shapeText(weight.sizes()));
  const auto rank = static_cast<size_t>(weight.dim() - 2);
  const GradientWindows windows{forEach(stride, rank), forEach(padding, rank),
                                forEach(dilation, rank), groups};
  if (mask.size() != 3)
    fail("convolution_backward: output_mask has {} elements instead of 3", mask.size());
  checkGradient(gradient, input, weight, windows, transposed);
  Triple result;
  if (mask[0]) std::get<0>(result) = gradientOfInput(gradient, input, weight, windows, transposed);
  if (mask[1] && input.isMeta()) {
    std::get<1>(result) = tensor::emptyMeta(weight.sizes(), input.dtype());
  } else if (mask[1]) {
    const Tensor& image = transposed ? gradient : input;
    const Tensor& window = transposed ? input : gradient;
    std::get<1>(result) =
        toDType(gradientOfWeight(window, image, weight.sizes(), windows), input.dtype());
  }
  if (mask[2]) std::get<2>(result) = sumOfChannels(gradient);
  return result;
}

constexpr Kernel kConvolutionBackwardKernels[] = {
    {"aten::convolution_backward", boxed<convolutionBackward>},
};

}  // namespace

std::span<const Kernel> convolutionBackwardKernels() { return kConvolutionBackwardKernels; }

}  // namespace ts::kernels
