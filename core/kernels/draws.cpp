// Operators based on random numbers: normal distributions, dropout, multinomial and Poisson draws.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/kernels/convert.h"
#include "core/kernels/copy.h"
#include "core/kernels/factory.h"
#include "core/kernels/families.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/random.h"
#include "core/kernels/random_fill.h"
#include "core/kernels/variants.h"

namespace ts::kernels {
namespace {

// ---- normal numbers with a mean and deviation per element

Tensor normalTensorFloat(const Tensor& mean, double deviation, const IValue& generator) {
  const Tensor result = tensor::emptyLike(mean, mean.dtype(), MemoryFormat::Contiguous);
  fillNormal(result, 0, deviation, generatorOf(generator));
  return applyInPlace(formulas::add, result, {result, mean}, {1});
}
Tensor normalFloatTensor(double mean, const Tensor& deviation, const IValue& generator) {
  const Tensor result = tensor::emptyLike(deviation, deviation.dtype());
  fillNormal(result, 0, 1, generatorOf(generator));
  applyInPlace(formulas::mul, result, {result, deviation});
  return applyInPlace(formulas::add, result, {result, Scalar(mean)}, {1});
}
Tensor normalTensorTensor(const Tensor& mean, const Tensor& deviation, const IValue& generator) {
  const Tensor result = tensor::emptyBeside(
      mean, tensor::broadcastShapes(mean.sizes(), deviation.sizes()), mean.dtype());
  fillNormal(result, 0, 1, generatorOf(generator));
  applyInPlace(formulas::mul, result, {result, deviation});
  return applyInPlace(formulas::add, result, {result, mean}, {1});
}
// Draws directly into `out`, in the dtype of `out`.
Tensor normalTensorFloatOut(const Tensor& mean, double deviation, const IValue& generator,
                            const Tensor& out) {
  fillNormal(out, 0, deviation, generatorOf(generator));
  return applyInPlace(formulas::add, out, {out, mean}, {1});
}
Tensor normalFloatTensorOut(double mean, const Tensor& deviation, const IValue& generator,
                            const Tensor& out) {
  if (out.sizes() != deviation.sizes()) tensor::resizeTo(out, deviation.sizes());
  fillNormal(out, 0, 1, generatorOf(generator));
  applyInPlace(formulas::mul, out, {out, deviation});
  return applyInPlace(formulas::add, out, {out, Scalar(mean)}, {1});
}
Tensor normalTensorTensorOut(const Tensor& mean, const Tensor& deviation, const IValue& generator,
                             const Tensor& out) {
  const Dims shape = tensor::broadcastShapes(mean.sizes(), deviation.sizes());
  if (out.sizes() != shape) tensor::resizeTo(out, shape);
  fillNormal(out, 0, 1, generatorOf(generator));
  applyInPlace(formulas::mul, out, {out, deviation});
  return applyInPlace(formulas::add, out, {out, mean}, {1});
}
Tensor normalFloatFloat(double mean, double deviation, const IntList& size, const IValue& generator,
                        std::optional<DType> dtype, const IValue&, const IValue& device,
                        const IValue&) {
  const Tensor result = makeEmpty(size, dtype.value_or(tensor::defaultDType()), device);
  return fillNormal(result, mean, deviation, generatorOf(generator)), result;
}

// ---- dropout

enum class DropoutKind : uint8_t { Plain, Feature, Alpha, FeatureAlpha };

template <DropoutKind kind, Into into>
Tensor dropout(const Tensor& input, double p, bool train) {
  constexpr bool isFeature = kind == DropoutKind::Feature || kind == DropoutKind::FeatureAlpha;
  constexpr bool isAlpha = kind == DropoutKind::Alpha || kind == DropoutKind::FeatureAlpha;
  if (!(p >= 0 && p <= 1)) fail("dropout probability has to be between 0 and 1, but got {}", p);
  if (p == 0 || !train || input.numel() == 0) return input;
  auto times = [&](const Operand& factor) {
    const std::array<Operand, 2> operands = {input, factor};
    return compute(formulas::mul, operands.data(), nullptr, into, &input);
  };
  if (p == 1) return times(Scalar(0.0));
  Tensor noise;
  if constexpr (isFeature) {
    if (input.dim() < 2) fail("Feature dropout requires at least 2 dimensions in the input");
    Dims sizes(static_cast<size_t>(input.dim()), 1);
    sizes[0] = input.sizes()[0];
    sizes[1] = input.sizes()[1];
    noise = tensor::emptyBeside(input, sizes, input.dtype());
  } else {
    // The layout decides which element gets which random number.
    noise = tensor::emptyLike(
        input, input.dtype(),
        atLeast(TorchProfile::Torch2_6) ? MemoryFormat::Preserve : MemoryFormat::Contiguous);
  }
  fillBernoulli(noise, 1 - p, defaultGenerator());
  if constexpr (isAlpha) {
    constexpr double alpha = 1.7580993408473766;  // selu's alpha times its scale
    const double a = 1 / std::sqrt((alpha * alpha * p + 1) * (1 - p));
    Tensor shift = apply(formulas::add, {noise, Scalar(-1)}, {1});
    applyInPlace(formulas::mul, shift, {shift, Scalar(alpha * a)});
    applyInPlace(formulas::add, shift, {shift, Scalar(alpha * a * p)}, {1});
    applyInPlace(formulas::mul, noise, {noise, Scalar(a)});
    const Tensor result = times(noise);
    return applyInPlace(formulas::add, result, {result, shift}, {1});
  }
  applyInPlace(formulas::div, noise, {noise, Scalar(1 - p)});
  return times(noise);
}

std::tuple<Tensor, Tensor> nativeDropout(const Tensor& input, double p, std::optional<bool> train) {
  const Tensor mask = tensor::emptyLike(input, DType::Bool);
  if (input.numel() == 0) return {input, mask};
  if (train && !*train) {
    fill(mask, true);
    return {input, mask};
  }
  fillBernoulli(mask, 1 - p, defaultGenerator());
  const Tensor kept = apply(formulas::mul, {input, mask});
  return {applyInPlace(formulas::mul, kept, {kept, Scalar(p == 1 ? 0 : 1 / (1 - p))}), mask};
}

// ---- multinomial draws

Tensor multinomial(const Tensor& self, int64_t count, bool replacement, const IValue& source) {
  if (self.dim() != 1 && self.dim() != 2) fail("prob_dist must be 1 or 2 dim");
  if (!tensor::isFloating(self.dtype()))
    fail("multinomial only supports floating-point dtypes for input, got: {}",
         scalarTypeName(self.dtype()));
  if (count <= 0) fail("cannot sample n_sample <= 0 samples");
  const int64_t categories = self.size(-1), rows = self.dim() == 2 ? self.size(0) : 1;
  if (!replacement && count > categories)
    fail("cannot sample n_sample > prob_dist.size(-1) samples without replacement");
  if (categories > int64_t{1} << 24) fail("number of categories cannot exceed 2^24");
  const Tensor result =
      tensor::emptyBeside(self, self.dim() == 2 ? Dims{rows, count} : Dims{count}, DType::Int64);
  if (result.isMeta()) return result;
  Generator& generator = generatorOf(source);
  // Converted without loss of precision.
  const Tensor weights = contiguous(toDType(self, DType::Float64));
  Tensor noise;
  const bool byOrder = !replacement || (count == 1 && atLeast(TorchProfile::Torch2_6));
  if (byOrder) {
    noise = tensor::empty(self.sizes(), self.dtype());
    visitRealDTypes("exponential_cpu", self.dtype(), [&]<typename T>() {
      generateInOrder<T>(noise, [&] { return -std::log1p(-generator.uniform()); });
    });
    noise = apply(formulas::div, {contiguous(self), noise});
    noise = toDType(noise, DType::Float64);
  }
  std::vector<double> sums(static_cast<size_t>(categories));
  std::vector<int64_t> order(static_cast<size_t>(categories));
  for (int64_t row = 0; row < rows; ++row) {
    const double* weight = weights.data<double>() + row * categories;
    double total = 0;
    for (int64_t i = 0; i < categories; ++i) {
      if (!(weight[i] >= 0) || std::isinf(weight[i]))
        fail("probability tensor contains either `inf`, `nan` or element < 0");
      sums[static_cast<size_t>(i)] = total += weight[i];
    }
    if (total == 0) fail("invalid multinomial distribution (sum of probabilities <= 0)");
    int64_t* to = result.data<int64_t>() + row * count;
    if (byOrder) {
      // Chooses the categories with the largest quotient of weight and exponential noise.
      const double* key = noise.data<double>() + row * categories;
      std::iota(order.begin(), order.end(), int64_t{0});
      std::partial_sort(
          order.begin(), order.begin() + count, order.end(),
          [&](int64_t a, int64_t b) { return key[a] > key[b] || (key[a] == key[b] && a < b); });
      std::copy_n(order.begin(), count, to);
    } else {
      for (double& sum : sums) sum /= total;
      sums.back() = 1;
      for (int64_t i = 0; i < count; ++i)
        to[i] = std::ranges::lower_bound(sums, generator.uniform()) - sums.begin();
    }
  }
  return result;
}

// ---- leaky relu with a random slope for each element that is not positive

Tensor rreluWithNoise(const Tensor& self, const Tensor& noise, const Scalar& lower,
                      const Scalar& upper, bool training, const IValue& source) {
  if (!training)
    return apply(formulas::leaky_relu, {self},
                 {Scalar((lower.to<double>() + upper.to<double>()) / 2)});
  if (noise.sizes() != self.sizes())
    fail("noise tensor shape must match self tensor shape. Got self.shape = {}, noise.shape = {}",
         tensor::shapeText(self.sizes()), tensor::shapeText(noise.sizes()));
  const Tensor input = contiguous(self), made = tensor::empty(self.sizes(), self.dtype()),
               slopes = tensor::empty(self.sizes(), self.dtype());
  Generator& generator = generatorOf(source);
  const double low = lower.to<double>(), range = upper.to<double>() - low;
  visitRealDTypes("rrelu_with_noise_out_cpu", self.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < input.numel(); ++i) {
      const auto x = static_cast<ComputeType<T>>(input.data<T>()[i]);
      const T slope =
          x <= 0 ? T(static_cast<ComputeType<T>>(generator.uniform() * range + low)) : T(1);
      slopes.data<T>()[i] = slope;
      made.data<T>()[i] = T(x * slope);
    }
  });
  copyInto(noise, slopes);
  return made;
}
Tensor rrelu(const Tensor& self, const Scalar& lower, const Scalar& upper, bool training,
             const IValue& source) {
  return rreluWithNoise(self, tensor::emptyLike(self, self.dtype()), lower, upper, training,
                        source);
}

// ---- the Poisson distribution

// Multiplies uniform numbers for small rates. For large rates uses Hoermann's transformed rejection
// (1993).
double poissonNumber(double rate, Generator& generator) {
  if (!(rate >= 0)) fail("invalid Poisson rate, expected rate to be non-negative");
  if (rate == 0) return 0;
  if (rate < 10) {
    const double least = std::exp(-rate);
    double product = 1;
    for (int64_t count = 0;; ++count)
      if ((product *= generator.uniform()) <= least) return static_cast<double>(count);
  }
  const double root = std::sqrt(rate), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  const double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4), accepted = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    const double u = generator.uniform() - 0.5, v = generator.uniform(), side = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / side + b) * u + rate + 0.43);
    if (side >= 0.07 && v <= accepted) return k;
    if (k < 0 || (side < 0.013 && v > side)) continue;
    int sign = 0;
    if (std::log(v) + std::log(inverseAlpha) - std::log(a / (side * side) + b) <=
        -rate + k * std::log(rate) - lgamma_r(k + 1, &sign))
      return k;
  }
}
Tensor poisson(const Tensor& self, const IValue& source) {
  Generator& generator = generatorOf(source);
  const Tensor rates = contiguous(toDType(self, DType::Float64)),
               made = tensor::emptyBeside(self, self.sizes(), DType::Float64);
  if (!tensor::isFloating(self.dtype()))
    fail("\"poisson_cpu\" not implemented for '{}'", scalarTypeName(self.dtype()));
  if (!made.isMeta())
    for (int64_t i = 0; i < made.numel(); ++i)
      made.data<double>()[i] = poissonNumber(rates.data<double>()[i], generator);
  return toDType(made, self.dtype());
}

constexpr Kernel kDrawKernels[] = {
    {"aten::normal.Tensor_float", boxed<normalTensorFloat>},
    {"aten::normal.Tensor_float_out", boxed<normalTensorFloatOut>},
    {"aten::normal.float_Tensor", boxed<normalFloatTensor>},
    {"aten::normal.float_Tensor_out", boxed<normalFloatTensorOut>},
    {"aten::normal.Tensor_Tensor", boxed<normalTensorTensor>},
    {"aten::normal.Tensor_Tensor_out", boxed<normalTensorTensorOut>},
    {"aten::normal.float_float", boxed<normalFloatFloat>},
    {"aten::dropout", boxed<dropout<DropoutKind::Plain, Into::New>>},
    {"aten::dropout_", boxed<dropout<DropoutKind::Plain, Into::Self>>},
    {"aten::feature_dropout", boxed<dropout<DropoutKind::Feature, Into::New>>},
    {"aten::feature_dropout_", boxed<dropout<DropoutKind::Feature, Into::Self>>},
    {"aten::alpha_dropout", boxed<dropout<DropoutKind::Alpha, Into::New>>},
    {"aten::alpha_dropout_", boxed<dropout<DropoutKind::Alpha, Into::Self>>},
    {"aten::feature_alpha_dropout", boxed<dropout<DropoutKind::FeatureAlpha, Into::New>>},
    {"aten::feature_alpha_dropout_", boxed<dropout<DropoutKind::FeatureAlpha, Into::Self>>},
    {"aten::native_dropout", boxed<nativeDropout>},
    {"aten::multinomial", boxed<multinomial>},
    {"aten::multinomial.out", sameOutOf<multinomial>},
    {"aten::poisson", boxed<poisson>},
    {"aten::rrelu", boxed<rrelu>},
    {"aten::rrelu_", inPlaceOf<rrelu>},
    {"aten::rrelu_with_noise", boxed<rreluWithNoise>},
    {"aten::rrelu_with_noise_", inPlaceOf<rreluWithNoise>},
};

}  // namespace

std::span<const Kernel> drawKernels() { return kDrawKernels; }

}  // namespace ts::kernels
