// The results of operators of layers: conv2d, max_pool2d. A constructor that runs its network on
// zeros reads the sizes.
#include <algorithm>

#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

namespace rules = shape_rules;

// A number for each of `count` dimensions; one number stands for all. Throws UnknownTruth for a
// sequence of another length.
Shape perDimension(Vm& vm, const Value& value, size_t count) {
  Shape sizes = shapeArgument(vm, value);
  if (sizes.size() == 1) sizes.resize(count, sizes[0]);
  if (sizes.size() != count) throw UnknownTruth{};
  return sizes;
}

// The shape of an input (N, C, sizes...) or (C, sizes...). Raises RuntimeError for another number
// of dimensions.
const Shape& spatialShape(Vm& vm, const Tensor& input, size_t dims) {
  const Shape& shape = knownShape(input);
  if (rules::checkSpatial(shape, dims))
    vm.raise(vm.types.RuntimeError,
             "an input of " + std::to_string(dims + 1) + " or " + std::to_string(dims + 2) +
                 " dimensions is needed, not of " + std::to_string(shape.size()));
  return shape;
}

// conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)
template <size_t kDims>
Value conv(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  const Shape& shape = spatialShape(vm, input, kDims);
  Tensor& weight = tensorArgument(vm, args[1]);
  const Shape& kernel = knownShape(weight);
  if (kernel.size() != kDims + 2) throw UnknownTruth{};
  const Shape stride = perDimension(vm, args[3], kDims),
              dilation = perDimension(vm, args[5], kDims);
  const auto* mode = args[4].as<Str>();
  const Shape padding = mode ? Shape(kDims, 0) : perDimension(vm, args[4], kDims);
  const rules::Convolution arguments{.stride = stride,
                                     .before = padding,
                                     .after = padding,
                                     .dilation = dilation,
                                     .groups = intArgument(vm, args[6]),
                                     .keepsSizes = mode && mode->text == "same"};
  const rules::Inferred inferred = rules::convolution(shape, kernel, arguments);
  const rules::Violation& violation = inferred.violation;
  if (violation.condition == rules::Condition::Channels)
    vm.raise(vm.types.RuntimeError, "expected input to have " + std::to_string(violation.expected) +
                                        " channels, but got " + std::to_string(violation.actual) +
                                        " channels instead");
  Ref<Tensor> made = reshaped(vm, input, inferredShape(vm, inferred));
  made->requiresGrad |= weight.requiresGrad && torchOf(vm).gradEnabled;
  return made;
}

// conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
// dilation=1)
template <size_t kDims>
Value convTranspose(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  const Shape& shape = spatialShape(vm, input, kDims);
  const Shape& kernel = knownShape(tensorArgument(vm, args[1]));
  if (kernel.size() != kDims + 2) throw UnknownTruth{};
  const Shape stride = perDimension(vm, args[3], kDims), padding = perDimension(vm, args[4], kDims);
  const Shape more = perDimension(vm, args[5], kDims), dilation = perDimension(vm, args[7], kDims);
  const rules::Convolution arguments{.stride = stride,
                                     .before = padding,
                                     .after = padding,
                                     .dilation = dilation,
                                     .transposed = true,
                                     .outputPadding = more,
                                     .groups = intArgument(vm, args[6])};
  return reshaped(vm, input, inferredShape(vm, rules::convolution(shape, kernel, arguments)));
}

Shape strideOf(Vm& vm, const Value& stride, const Shape& kernel) {
  if (stride.isNone() || stride.isUnbound()) return kernel;
  Shape given = shapeArgument(vm, stride);
  return given.empty() ? kernel : perDimension(vm, stride, kernel.size());
}

Value pooled(Vm& vm, const Tensor& input, size_t dims, const rules::Pooling& arguments) {
  return reshaped(vm, input, inferredShape(vm, rules::pooling(knownShape(input), dims, arguments)));
}

// max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False)
template <size_t kDims>
Value maxPool(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  spatialShape(vm, input, kDims);
  const Shape kernel = perDimension(vm, args[1], kDims), stride = strideOf(vm, args[2], kernel);
  const Shape padding = perDimension(vm, args[3], kDims),
              dilation = perDimension(vm, args[4], kDims);
  // max_pool1d may give an empty result.
  return pooled(vm, input, kDims,
                {kernel, stride, padding, dilation, vm.truth(args[5]), kDims == 1 ? 0 : 1});
}

// avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, ...)
template <size_t kDims>
Value averagePool(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  spatialShape(vm, input, kDims);
  const Shape kernel = perDimension(vm, args[1], kDims), stride = strideOf(vm, args[2], kernel);
  const Shape padding = perDimension(vm, args[3], kDims);
  return pooled(vm, input, kDims, {kernel, stride, padding, 1, vm.truth(args[4])});
}

// adaptive_avg_pool2d(input, output_size): None keeps a size.
template <size_t kDims>
Value adaptivePool(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  const Shape& shape = spatialShape(vm, input, kDims);
  std::vector<Value> wanted =
      args[1].isInt() ? std::vector<Value>{args[1]} : sequenceArgument(vm, args[1]);
  if (wanted.size() == 1) wanted.resize(kDims, wanted[0]);
  Shape sizes(shape.end() - kDims, shape.end());
  for (size_t i = 0; i < kDims && i < wanted.size(); ++i)
    if (!wanted[i].isNone()) sizes[i] = wanted[i].isUnknown() ? -1 : intArgument(vm, wanted[i]);
  return reshaped(vm, input, inferredShape(vm, rules::resize(shape, kDims, sizes)));
}

Value normalized(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  return reshaped(vm, input, input.shape);
}

// pad(input, pad, mode="constant", value=None). pad has a pair of amounts for each dimension, the
// last dimension first.
Value pad(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  Shape shape = knownShape(input);
  const Shape amounts = shapeArgument(vm, args[1]);
  for (size_t i = 0; i + 1 < amounts.size() && i / 2 < shape.size(); i += 2) {
    int64_t& size = shape[shape.size() - 1 - i / 2];
    if (size >= 0) size += amounts[i] + amounts[i + 1];
  }
  return reshaped(vm, input, std::move(shape));
}

template <bool kUp>
Value shuffle(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  Shape shape = knownShape(input);
  const int64_t factor = intArgument(vm, args[1]);
  if (shape.size() < 3 || factor <= 0 || std::ranges::find(shape, -1) != shape.end())
    throw UnknownTruth{};
  int64_t& channels = shape[shape.size() - 3];
  channels = kUp ? channels / (factor * factor) : channels * factor * factor;
  for (size_t i = shape.size() - 2; i < shape.size(); ++i)
    shape[i] = kUp ? shape[i] * factor : shape[i] / factor;
  return reshaped(vm, input, std::move(shape));
}

// norm_except_dim(v, pow=2, dim=0): one norm for each index of `dim`; one norm of all elements for
// -1.
Value normExceptDim(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  Shape shape = knownShape(input);
  const int64_t dim = intArgument(vm, args[2]);
  if (dim < -1 || dim >= static_cast<int64_t>(shape.size())) throw UnknownTruth{};
  if (dim == -1) return reshaped(vm, input, Shape());
  for (size_t i = 0; i < shape.size(); ++i)
    if (i != static_cast<size_t>(dim)) shape[i] = 1;
  return reshaped(vm, input, std::move(shape));
}

// upsample_nearest2d(input, output_size, ...). The result is unknown when output_size is None, and
// the call has factors at its end.
template <size_t kDims>
Value upsample(Vm& vm, Value* args) {
  Tensor& input = tensorArgument(vm, args[0]);
  const Shape& shape = spatialShape(vm, input, kDims);
  if (args[1].isNone()) throw UnknownTruth{};
  const Shape wanted = perDimension(vm, args[1], kDims);
  return reshaped(vm, input, inferredShape(vm, rules::resize(shape, kDims, wanted)));
}

#define TS_CONV "input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1"
#define TS_CONV_TRANSPOSE \
  "input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1"
#define TS_MAX_POOL "input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False"
#define TS_AVG_POOL                                                                       \
  "input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, " \
  "divisor_override=None"

constexpr NativeDef kLayerRules[] = {
    {"conv1d", TS_CONV, conv<1>},
    {"conv2d", TS_CONV, conv<2>},
    {"conv3d", TS_CONV, conv<3>},
    {"conv_transpose1d", TS_CONV_TRANSPOSE, convTranspose<1>},
    {"conv_transpose2d", TS_CONV_TRANSPOSE, convTranspose<2>},
    {"conv_transpose3d", TS_CONV_TRANSPOSE, convTranspose<3>},
    {"max_pool1d", TS_MAX_POOL, maxPool<1>},
    {"max_pool2d", TS_MAX_POOL, maxPool<2>},
    {"max_pool3d", TS_MAX_POOL, maxPool<3>},
    {"avg_pool1d", TS_AVG_POOL, averagePool<1>},
    {"avg_pool2d", TS_AVG_POOL, averagePool<2>},
    {"avg_pool3d", TS_AVG_POOL, averagePool<3>},
    {"adaptive_avg_pool1d", "input, output_size", adaptivePool<1>},
    {"adaptive_avg_pool2d", "input, output_size", adaptivePool<2>},
    {"adaptive_avg_pool3d", "input, output_size", adaptivePool<3>},
    {"batch_norm", "input, *args, **kwargs", normalized},
    {"group_norm", "input, *args, **kwargs", normalized},
    {"instance_norm", "input, *args, **kwargs", normalized},
    {"alpha_dropout", "input, *args, **kwargs", normalized},
    {"feature_dropout", "input, *args, **kwargs", normalized},
    {"prelu", "input, weight", normalized},
    {"_weight_norm", "v, g, dim=0", normalized},
    {"norm_except_dim", "v, pow=2, dim=0", normExceptDim},
    {"pad", "input, pad, mode='constant', value=None", pad},
    {"pixel_shuffle", "input, upscale_factor", shuffle<true>},
    {"pixel_unshuffle", "input, downscale_factor", shuffle<false>},
    {"upsample_nearest1d", "input, output_size, *args", upsample<1>},
    {"upsample_nearest2d", "input, output_size, *args", upsample<2>},
    {"upsample_nearest3d", "input, output_size, *args", upsample<3>},
    {"upsample_bilinear2d", "input, output_size, *args", upsample<2>},
    {"upsample_bicubic2d", "input, output_size, *args", upsample<2>},
};

#undef TS_CONV
#undef TS_CONV_TRANSPOSE
#undef TS_MAX_POOL
#undef TS_AVG_POOL

}  // namespace

std::span<const NativeDef> layerRules() { return kLayerRules; }

}  // namespace ts::eval
