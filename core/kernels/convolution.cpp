// aten::convolution and the operators that call it.
#include "core/kernels/convolution.h"

#include <algorithm>

#include "core/kernels/families.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {
namespace {

namespace rules = shape_rules;
using rules::Condition;
using tensor::shapeText;

// Returns a list argument with `rank` entries; a single number applies to all dimensions.
IntList listFor(const char* name, const IntList& values, size_t rank) {
  if (values.size() == rank) return values;
  if (values.size() == 1) return IntList(rank, values[0]);
  fail(
      "expected {0} to be a single integer value or a list of {1} values to match the convolution "
      "dimensions, but got {0}={2}",
      name, rank, shapeText(values));
}

void checkNumbers(const IntList& stride, const IntList& padding, const IntList& dilation,
                  const IntList& outputPadding, int64_t groups) {
  auto any = [](const IntList& list, int64_t below) {
    return std::ranges::any_of(list, [=](int64_t v) { return v < below; });
  };
  if (any(padding, 0)) fail("negative padding is not supported");
  if (any(outputPadding, 0)) fail("negative output_padding is not supported");
  if (any(stride, 1)) fail("non-positive stride is not supported");
  if (any(dilation, 1)) fail("dilation should be greater than zero");
  if (groups <= 0) fail("non-positive groups is not supported");
}

void checkTypes(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  if (input.dtype() != weight.dtype())
    fail("Input type ({}) and weight type ({}) should be the same", tensor::nameOf(input.dtype()),
         tensor::nameOf(weight.dtype()));
  if (bias.defined() && bias.dtype() != input.dtype())
    fail("Input type ({}) and bias type ({}) should be the same", tensor::nameOf(input.dtype()),
         tensor::nameOf(bias.dtype()));
}

// The input has the dimensions and channels that the weight takes.
void checkInput(const Tensor& input, const Tensor& weight, const rules::Convolution& arguments,
                const rules::Violation& violation) {
  if (input.dim() != weight.dim())
    fail(
        "Expected {}-dimensional input for {}-dimensional weight {}, but got {}-dimensional input "
        "of size {} instead",
        weight.dim(), weight.dim(), shapeText(weight.sizes()), input.dim(),
        shapeText(input.sizes()));
  if (violation.condition == Condition::Groups)
    fail(
        "Given groups={0}, expected weight to be divisible by {0} at dimension 0, but got weight "
        "of size {1} instead",
        arguments.groups, shapeText(weight.sizes()));
  if (violation.condition == Condition::Channels)
    fail(
        "Given {}groups={}, weight of size {}, expected input{} to have {} channels, but got {} "
        "channels instead",
        arguments.transposed ? "transposed=1, " : "", arguments.groups, shapeText(weight.sizes()),
        shapeText(input.sizes()), violation.expected, violation.actual);
}

// The bias has an element for each channel of the result.
void checkBias(const Tensor& weight, const Tensor& bias, const rules::Convolution& arguments) {
  const int64_t channels =
      arguments.transposed ? weight.size(1) * arguments.groups : weight.size(0);
  if (!bias.defined() || (bias.dim() == 1 && bias.size(0) == channels)) return;
  fail(
      "Given {}weight of size {}, expected bias to be 1-dimensional with {} elements, but got bias "
      "of size {} instead",
      arguments.transposed ? "transposed=1, " : "", shapeText(weight.sizes()), channels,
      shapeText(bias.sizes()));
}

// A violation by the sizes of the spatial dimensions.
[[noreturn]] void failOnSizes(const Tensor& input, const Tensor& weight,
                              const rules::Convolution& arguments,
                              const rules::Violation& violation) {
  const size_t rank = weight.sizes().size() - 2;
  if (violation.condition == Condition::OutputPadding) {
    const auto i = static_cast<size_t>(static_cast<int64_t>(rank) + violation.dim);
    fail(
        "output padding must be smaller than either stride or dilation, but got output padding {}, "
        "stride {} and dilation {}",
        arguments.outputPadding[i], arguments.stride[i], arguments.dilation[i]);
  }
  if (violation.condition == Condition::OutputSize)
    fail("Given input size per channel: {}, the calculated output size {} is too small",
         violation.expected, violation.actual);
  Dims kernel, padded;
  for (size_t i = 0; i < rank; ++i) {
    const rules::Window window = arguments.window(weight.sizes(), i);
    kernel.push_back(window.reach());
    padded.push_back(input.sizes()[i + 2] + window.before + window.after);
  }
  fail(
      "Calculated padded input size per channel: ({}). Kernel size: ({}). Kernel size can't be "
      "greater than actual input size",
      fmt::join(padded, " x "), fmt::join(kernel, " x "));
}

}  // namespace

ConvolutionShape convolutionShape(const Dims& input, const Dims& weight, const Dims& sizes,
                                  const rules::Convolution& arguments) {
  const size_t rank = sizes.size() - 2;
  ConvolutionShape shape{};
  shape.batch = sizes[0];
  shape.inChannels = input[1];
  shape.outChannels = sizes[1];
  shape.groups = arguments.groups;
  shape.transposed = arguments.transposed;
  shape.in = shape.out = shape.kernel = shape.stride = shape.dilation = {1, 1, 1};
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = 3 - rank + i;
    const rules::Window window = arguments.window(weight, i);
    shape.in[d] = input[i + 2];
    shape.out[d] = sizes[i + 2];
    shape.kernel[d] = window.kernel;
    shape.stride[d] = window.stride;
    shape.dilation[d] = window.dilation;
    shape.before[d] = window.before;
    shape.after[d] = window.after - (arguments.transposed ? arguments.outputPadding[i] : 0);
  }
  return shape;
}

bool suitsProduct(const ConvolutionShape& shape) {
  constexpr int64_t kLeastChannels = 16;
  return isProduct(shape) &&
         std::min(shape.inChannels, shape.outChannels) / shape.groups >= kLeastChannels;
}

namespace {

// `arguments` has a number for each spatial dimension.
Tensor convolve(const Tensor& input, const Tensor& weight, const Tensor& bias,
                const rules::Convolution& arguments) {
  const bool transposed = arguments.transposed;
  rules::Inferred inferred = rules::convolution(input.sizes(), weight.sizes(), arguments);
  checkInput(input, weight, arguments, inferred.violation);
  checkBias(weight, bias, arguments);
  if (!inferred) failOnSizes(input, weight, arguments, inferred.violation);
  const Dims sizes = std::move(inferred.shape).takeSizes();
  const size_t rank = sizes.size() - 2;
  ConvolutionShape shape = convolutionShape(input.sizes(), weight.sizes(), sizes, arguments);

  const bool channelsLast = (!transposed || atLeast(TorchProfile::Torch2_6)) && rank == 2 &&
                            (input.suggestedFormat() == MemoryFormat::ChannelsLast ||
                             weight.suggestedFormat() == MemoryFormat::ChannelsLast);
  const MemoryFormat format = channelsLast ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous;
  const DType compute = computeDType(input.dtype());
  Tensor result = input.isMeta() ? tensor::emptyMeta(sizes, compute, format)
                                 : tensor::empty(sizes, compute, format);
  auto inInputDType = [&] {
    return result.dtype() == input.dtype() ? result : toDType(result, input.dtype());
  };
  if (result.isMeta() || result.numel() == 0) return inInputDType();
  if (input.numel() == 0 || weight.numel() == 0) {
    fill(result, 0);
    if (bias.defined()) {
      Dims around(sizes.size(), 1);
      around[1] = shape.outChannels;
      copyInto(result, reshape(bias, around));
    }
    return inInputDType();
  }
  const Tensor w = dense(weight, compute);
  const Tensor b = bias.defined() ? dense(bias, compute) : bias;
  if (compute == DType::Float32 && (channelsLast || !suitsProduct(shape))) {
    const Tensor x = contiguous(toDType(input, compute), format);
    shape.channelsLast = channelsLast;
    const float* const biases = b.defined() ? b.data<float>() : nullptr;
    if (!channelsLast && isDepthwise(shape)) {
      convolveDepthwise(shape, x.data<float>(), w.data<float>(), biases, result.data<float>());
      return inInputDType();
    }
    if (convolveWithOneDnn(shape, x.data<float>(), w.data<float>(), biases, result.data<float>()))
      return inInputDType();
    shape.channelsLast = false;
  }
  if (!channelsLast) {
    convolvePlainly(shape, dense(input, compute), w, b, result);
  } else {
    const Tensor plain = tensor::empty(sizes, compute);
    convolvePlainly(shape, dense(input, compute), w, b, plain);
    copyInto(result, plain);
  }
  return inInputDType();
}

}  // namespace

Tensor convolution(const Tensor& input, const Tensor& weight, const Tensor& bias,
                   const IntList& stride, const IntList& padding, const IntList& dilation,
                   bool transposed, const IntList& outputPadding, int64_t groups) {
  const int64_t dim = weight.dim();
  if (dim < 3) fail("weight should have at least three dimensions");
  if (dim > 5)
    fail("convolutions of more than three dimensions aren't supported: weight has shape {}",
         shapeText(weight.sizes()));
  const auto rank = static_cast<size_t>(dim - 2);
  const IntList s = listFor("stride", stride, rank), p = listFor("padding", padding, rank),
                d = listFor("dilation", dilation, rank),
                o = listFor("output_padding", outputPadding, rank);
  checkNumbers(s, p, d, o, groups);
  checkTypes(input, weight, bias);
  return convolve(input, weight, bias, {s, p, p, d, transposed, o, groups});
}

namespace {

// conv1d, conv2d and conv3d also accept an input without a batch dimension.
template <typename F>
Tensor batched(const char* name, int64_t rank, const Tensor& input, const Tensor& weight, F&& f) {
  if (input.dim() != rank + 1 && input.dim() != rank + 2)
    fail("Expected {}D (unbatched) or {}D (batched) input to {}, but got input of size: {}",
         rank + 1, rank + 2, name, shapeText(input.sizes()));
  if (weight.dim() != rank + 2)
    fail("weight of {} should have {} dimensions, but has shape {}", name, rank + 2,
         shapeText(weight.sizes()));
  if (input.dim() == rank + 2) return f(input);
  return squeeze(f(unsqueeze(input, 0)), 0);
}

constexpr const char* kNames[] = {"", "conv1d", "conv2d", "conv3d"};
constexpr const char* kTransposedNames[] = {"", "conv_transpose1d", "conv_transpose2d",
                                            "conv_transpose3d"};

template <int Rank>
Tensor convNd(const Tensor& input, const Tensor& weight, const Tensor& bias, const IntList& stride,
              const IntList& padding, const IntList& dilation, int64_t groups) {
  return batched(kNames[Rank], Rank, input, weight, [&](const Tensor& x) {
    return convolution(x, weight, bias, stride, padding, dilation, false, {0}, groups);
  });
}

template <int Rank>
Tensor convTransposeNd(const Tensor& input, const Tensor& weight, const Tensor& bias,
                       const IntList& stride, const IntList& padding, const IntList& outputPadding,
                       int64_t groups, const IntList& dilation) {
  return batched(kTransposedNames[Rank], Rank, input, weight, [&](const Tensor& x) {
    return convolution(x, weight, bias, stride, padding, dilation, true, outputPadding, groups);
  });
}

// `padding` is "same" or "valid".
Tensor convolutionMode(const Tensor& input, const Tensor& weight, const Tensor& bias,
                       const IntList& stride, const std::string& padding, const IntList& dilation,
                       int64_t groups) {
  if (padding == "valid")
    return convolution(input, weight, bias, stride, {0}, dilation, false, {0}, groups);
  if (padding != "same") fail("Invalid padding string: '{}'", padding);
  if (weight.dim() < 3 || weight.dim() > 5) fail("weight should have at least three dimensions");
  const auto rank = static_cast<size_t>(weight.dim() - 2);
  const IntList s = listFor("stride", stride, rank), d = listFor("dilation", dilation, rank);
  if (std::ranges::any_of(s, [](int64_t v) { return v != 1; }))
    fail("padding='same' is not supported for strided convolutions");
  IntList before, after;
  for (size_t i = 0; i < rank; ++i) {
    const int64_t total = d[i] * (weight.sizes()[i + 2] - 1);
    before.push_back(total / 2);
    after.push_back(total - total / 2);
  }
  checkNumbers(s, before, d, {}, groups);
  checkTypes(input, weight, bias);
  return convolve(input, weight, bias, {s, before, after, d, false, 0, groups, true});
}

template <int Rank>
Tensor convNdMode(const Tensor& input, const Tensor& weight, const Tensor& bias,
                  const IntList& stride, const std::string& padding, const IntList& dilation,
                  int64_t groups) {
  return batched(kNames[Rank], Rank, input, weight, [&](const Tensor& x) {
    return convolutionMode(x, weight, bias, stride, padding, dilation, groups);
  });
}

// The flags after `groups` concern only CUDA and are ignored.
Tensor convolutionDeprecated(const Tensor& input, const Tensor& weight, const Tensor& bias,
                             const IntList& stride, const IntList& padding, const IntList& dilation,
                             bool transposed, const IntList& outputPadding, int64_t groups, bool,
                             bool, bool) {
  return convolution(input, weight, bias, stride, padding, dilation, transposed, outputPadding,
                     groups);
}
Tensor convolutionFlags(const Tensor& input, const Tensor& weight, const Tensor& bias,
                        const IntList& stride, const IntList& padding, const IntList& dilation,
                        bool transposed, const IntList& outputPadding, int64_t groups, bool, bool,
                        bool, bool) {
  return convolution(input, weight, bias, stride, padding, dilation, transposed, outputPadding,
                     groups);
}

Tensor mkldnnConvolution(const Tensor& input, const Tensor& weight, const Tensor& bias,
                         const IntList& padding, const IntList& stride, const IntList& dilation,
                         int64_t groups) {
  return convolution(input, weight, bias, stride, padding, dilation, false, {0}, groups);
}

// Kernels that PyTorch's convolutions call internally and also exports as operators. The kernel
// size argument is ignored: it equals the weight's.
template <int Rank>
Tensor slowConv(const Tensor& input, const Tensor& weight, const IntList&, const Tensor& bias,
                const IntList& stride, const IntList& padding) {
  return convNd<Rank>(input, weight, bias, stride, padding, {1}, 1);
}
template <int Rank>
Tensor slowConvDilated(const Tensor& input, const Tensor& weight, const IntList&,
                       const Tensor& bias, const IntList& stride, const IntList& padding,
                       const IntList& dilation) {
  return convNd<Rank>(input, weight, bias, stride, padding, dilation, 1);
}
template <int Rank>
Tensor slowConvTranspose(const Tensor& input, const Tensor& weight, const IntList&,
                         const Tensor& bias, const IntList& stride, const IntList& padding,
                         const IntList& outputPadding, const IntList& dilation) {
  return convTransposeNd<Rank>(input, weight, bias, stride, padding, outputPadding, 1, dilation);
}

// self: (time, batch, channels); weight: (kernel width, in channels, out channels).
Tensor convTbc(const Tensor& self, const Tensor& weight, const Tensor& bias, int64_t pad) {
  if (self.dim() != 3) fail("Input must have 3 dims: time, batch, in_channel");
  if (weight.dim() != 3)
    fail("Weight tensor must have 3 dims: kernel_width, in_channels, out_channels.");
  if (bias.dim() != 1) fail("Bias must be 1-D");
  if (self.size(2) != weight.size(1))
    fail("Input dim 2 (input channels) is not == dim 1 in the weight tensor");
  if (weight.size(2) != bias.size(0))
    fail("Bias size must equal dim 2 in the weight tensor (output channels).");
  const Tensor result = convolution(permute(self, Dims{1, 2, 0}), permute(weight, Dims{2, 1, 0}),
                                    bias, {1}, {pad}, {1}, false, {0}, 1);
  return contiguous(permute(result, Dims{2, 0, 1}));
}

constexpr Kernel kConvolutionKernels[] = {
    {"aten::convolution", boxed<convolution>},
    {"aten::convolution.out", generatedOutOf<convolution>},
    {"aten::_convolution", boxed<convolutionFlags>},
    {"aten::_convolution.out", generatedOutOf<convolutionFlags>},
    {"aten::_convolution.deprecated", boxed<convolutionDeprecated>},
    {"aten::_convolution_mode", boxed<convolutionMode>},
    {"aten::conv1d", boxed<convNd<1>>},
    {"aten::conv2d", boxed<convNd<2>>},
    {"aten::conv3d", boxed<convNd<3>>},
    {"aten::conv1d.padding", boxed<convNdMode<1>>},
    {"aten::conv2d.padding", boxed<convNdMode<2>>},
    {"aten::conv3d.padding", boxed<convNdMode<3>>},
    {"aten::conv_transpose1d", boxed<convTransposeNd<1>>},
    {"aten::conv_transpose2d.input", boxed<convTransposeNd<2>>},
    {"aten::conv_transpose3d.input", boxed<convTransposeNd<3>>},
    {"aten::mkldnn_convolution", boxed<mkldnnConvolution>},
    {"aten::mkldnn_convolution.out", generatedOutOf<mkldnnConvolution>},
    {"aten::thnn_conv2d", boxed<slowConv<2>>},
    {"aten::thnn_conv2d.out", sameOutOf<slowConv<2>>},
    {"aten::_slow_conv2d_forward", boxed<slowConv<2>>},
    {"aten::_slow_conv2d_forward.output", sameOutOf<slowConv<2>>},
    {"aten::slow_conv3d", boxed<slowConv<3>>},
    {"aten::slow_conv3d.out", sameOutOf<slowConv<3>>},
    {"aten::slow_conv3d_forward", boxed<slowConv<3>>},
    {"aten::slow_conv3d_forward.output", sameOutOf<slowConv<3>>},
    {"aten::slow_conv_dilated2d", boxed<slowConvDilated<2>>},
    {"aten::slow_conv_dilated2d.out", generatedOutOf<slowConvDilated<2>>},
    {"aten::slow_conv_dilated3d", boxed<slowConvDilated<3>>},
    {"aten::slow_conv_dilated3d.out", generatedOutOf<slowConvDilated<3>>},
    {"aten::slow_conv_transpose2d", boxed<slowConvTranspose<2>>},
    {"aten::slow_conv_transpose2d.out", sameOutOf<slowConvTranspose<2>>},
    {"aten::slow_conv_transpose3d", boxed<slowConvTranspose<3>>},
    {"aten::slow_conv_transpose3d.out", sameOutOf<slowConvTranspose<3>>},
    {"aten::conv_tbc", boxed<convTbc>},
    {"aten::conv_tbc.out", generatedOutOf<convTbc>},
};

}  // namespace

std::span<const Kernel> convolutionKernels() { return kConvolutionKernels; }

}  // namespace ts::kernels
