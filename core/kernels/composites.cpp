// Operators composed of calls of other operators: histogram, range, transformer layers.
#include <algorithm>
#include <cmath>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/tensor/gap.h"

namespace ts::kernels {
namespace {

using MaybeDType = std::optional<DType>;

// ---- calls of operators by name, with all arguments of their schemas

Tensor call(std::string_view name, std::initializer_list<IValue> arguments) {
  Stack stack(arguments);
  const KernelFunction kernel = find(name);
  if (!kernel) tensor::failAsGap("{} isn't available in JitScope yet", name);
  kernel(stack);
  return stack.front().toTensor();
}

Tensor divided(const Tensor& a, const Tensor& b) { return call("aten::div.Tensor", {a, b}); }

// Counts elements in bins of equal width; also returns the edges of the bins.
std::tuple<Tensor, Tensor> histogram(const Tensor& a, int64_t bins,
                                     const std::optional<std::vector<double>>& range,
                                     const Tensor& weight, bool density) {
  if (weight.defined())
    tensor::failAsGap("histogram() with weights isn't available in JitScope yet");
  if (bins <= 0) fail("torch.histogram(): bins must be > 0, but got {}", bins);
  double low = 0, high = 0;
  if (range && range->size() == 2) {
    low = (*range)[0], high = (*range)[1];
  } else if (a.numel() > 0) {
    const Tensor flat = toDType(a, DType::Float64);
    low = call("aten::min", {flat}).data<double>()[0],
    high = call("aten::max", {flat}).data<double>()[0];
  }
  if (low == high) low -= 0.5, high += 0.5;
  Tensor counts = call("aten::histc", {a, bins, low, high});
  const Tensor edges =
      toDType(call("aten::linspace", {low, high, bins + 1, static_cast<int64_t>(DType::Float64),
                                      IValue(), IValue(), IValue()}),
              a.dtype());
  if (density)
    counts = divided(counts, call("aten::mul.Scalar", {call("aten::sum", {counts, IValue()}),
                                                       (high - low) / static_cast<double>(bins)}));
  return {counts, edges};
}

// Includes the end value, unlike arange.
Tensor rangeBy(const Scalar& start, const Scalar& end, const Scalar& step, MaybeDType dtype,
               const IValue&, const IValue&, const IValue&) {
  const double from = start.to<double>(), to = end.to<double>(), by = step.to<double>();
  if (by == 0) fail("step must be nonzero");
  if ((by > 0) != (to >= from) && to != from)
    fail("upper bound and larger bound inconsistent with step sign");
  const double count = std::floor((to - from) / by) + 1;
  if (!(count < 1e12)) fail("range of {} elements is too large", count);
  const Tensor result = tensor::empty(Dims{static_cast<int64_t>(count)}, DType::Float64);
  for (int64_t i = 0; i < result.numel(); ++i)
    result.data<double>()[i] = from + static_cast<double>(i) * by;
  return toDType(result, dtype.value_or(tensor::defaultDType()));
}
Tensor range(const Scalar& start, const Scalar& end, MaybeDType dtype, const IValue& layout,
             const IValue& device, const IValue& pin) {
  return rangeBy(start, end, Scalar(int64_t{1}), dtype, layout, device, pin);
}

// ---- a layer of torch.nn.TransformerEncoderLayer

struct Affine {
  const Tensor &weight, &bias;
};

Tensor linear(const Tensor& x, const Affine& with) {
  return call("aten::linear", {x, with.weight, with.bias});
}

Tensor encoderLayer(const Tensor& source, int64_t width, int64_t heads, const Tensor& weight,
                    const Tensor& bias, const Tensor& outWeight, const Tensor& outBias, bool gelu,
                    bool normFirst, double epsilon, const Tensor& normWeight1,
                    const Tensor& normBias1, const Tensor& normWeight2, const Tensor& normBias2,
                    const Tensor& innerWeight, const Tensor& innerBias, const Tensor& lastWeight,
                    const Tensor& lastBias, const Tensor& mask, std::optional<int64_t> maskType) {
  if (source.numel() == 0) return tensor::emptyBeside(source, source.sizes(), source.dtype());
  auto norm = [&](const Tensor& x, const Affine& with) {
    return call("aten::layer_norm",
                {x, tensor::makeIntList(IntList{width}), with.weight, with.bias, epsilon, true});
  };
  auto added = [](const Tensor& a, const Tensor& b) {
    return call("aten::add.Tensor", {a, b, int64_t{1}});
  };
  const Affine first{normWeight1, normBias1}, second{normWeight2, normBias2};
  Tensor x = normFirst ? norm(source, first) : source;
  x = call("aten::_native_multi_head_attention",
           {x, x, x, width, heads, weight, bias, outWeight, outBias,
            mask.defined() ? IValue(mask) : IValue(), false, true,
            maskType ? IValue(*maskType) : IValue()});
  x = added(x, source);
  if (!normFirst) x = norm(x, first);
  const Tensor before = x;
  if (normFirst) x = norm(x, second);
  x = linear(x, {innerWeight, innerBias});
  x = gelu ? call("aten::gelu", {x, std::string("none")}) : call("aten::relu", {x});
  x = added(linear(x, {lastWeight, lastBias}), before);
  return normFirst ? x : norm(x, second);
}

constexpr Kernel kCompositeKernels[] = {
    {"aten::_transformer_encoder_layer_fwd", boxed<encoderLayer>},
    {"aten::_transformer_encoder_layer_fwd.out", generatedOutOf<encoderLayer>},
    {"aten::histogram.bin_ct", boxed<histogram>},
    {"aten::range", boxed<range>},
    {"aten::range.step", boxed<rangeBy>},
};

}  // namespace

std::span<const Kernel> compositeKernels() { return kCompositeKernels; }

}  // namespace ts::kernels
