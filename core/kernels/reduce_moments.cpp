// var, std, var_mean, std_mean; norms; logsumexp; dist.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/kernels/families.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/softmax_rows.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

// Mean and sum of squared differences: of blocks in adjacent elements, else Welford's running ones.
template <typename T>
struct VarianceOp {
  using Acc = Moments;
  double correction;
  bool isRoot;
  Acc start() const { return {}; }
  TS_INLINED void add(Acc& acc, T value) const {
    acc.count += 1;
    const double difference = static_cast<double>(value) - acc.mean;
    acc.mean += difference / acc.count;
    acc.squares += difference * (static_cast<double>(value) - acc.mean);
  }
  template <size_t kBytes>
  TS_INLINED void addRun(Acc& total, const T* from, int64_t count) const {
    constexpr int64_t kBlock = 2048;
    for (int64_t i = 0; i < count; i += kBlock)
      join(total, momentsOfRun<kBytes>(from + i, std::min(kBlock, count - i)));
  }
  TS_INLINED void join(Acc& a, const Acc& b) const { joinMoments(a, b); }
  T finish(Acc acc, int64_t count) const {
    // With a divisor of 0 the result is NaN or infinite, as in PyTorch.
    const double divisor = std::max(0.0, static_cast<double>(count) - correction);
    const double variance = acc.squares / divisor;
    return static_cast<T>(isRoot ? std::sqrt(variance) : variance);
  }
};

Tensor variance(const Tensor& self, const OptionalDims& dims, double correction, bool keepdim,
                bool isRoot, std::string_view what) {
  if (!tensor::isFloating(self.dtype()) && !tensor::isComplex(self.dtype()))
    fail("{} only support floating point and complex dtypes", what);
  if (tensor::isComplex(self.dtype())) {
    // The variance of complex numbers is the sum of the variances of their real and imaginary
    // parts.
    const Tensor plain = resolved(self);
    Dims sizes = plain.sizes(), strides = plain.strides();
    for (int64_t& stride : strides) stride *= 2;
    TensorList parts;
    for (int64_t part : {0, 1})
      parts.push_back(variance(tensor::onStorage(plain.storage(), tensor::realOf(self.dtype()),
                                                 sizes, strides, plain.offset() * 2 + part),
                               dims, correction, keepdim, false, what));
    Tensor total = toDType(parts[0], DType::Float64);
    const Tensor other = contiguous(toDType(parts[1], DType::Float64));
    if (total.same(parts[0])) total = clone(total);
    for (int64_t i = 0; !total.isMeta() && i < total.numel(); ++i) {
      double& value = total.data<double>()[i];
      value += other.data<double>()[i];
      if (isRoot) value = std::sqrt(value);
    }
    return toDType(total, tensor::realOf(self.dtype()));
  }
  const ReducedDims reduced(self, dims);
  const DType wide = reductionDType(self.dtype());
  Tensor result = tensor::emptyBeside(self, reduced.shape(self, keepdim), wide);
  if (!result.isMeta()) {
    const Tensor from = toDType(self, wide);
    if (wide == DType::Float32)
      reduceInto<float, float>(result, from, reduced, VarianceOp<float>{correction, isRoot});
    else
      reduceInto<double, double>(result, from, reduced, VarianceOp<double>{correction, isRoot});
  }
  return toDType(result, self.dtype());
}

// var and std (IsRoot) for each way of passing the correction.
template <bool IsRoot>
Tensor spread(const Tensor& self, const OptionalDims& dims, const std::optional<Scalar>& correction,
              bool keepdim) {
  return variance(self, dims, correction.value_or(Scalar(int64_t{1})).template to<double>(),
                  keepdim, IsRoot, IsRoot ? "std" : "var");
}
template <bool IsRoot>
Tensor spreadDims(const Tensor& self, const OptionalDims& dims, bool unbiased, bool keepdim) {
  return spread<IsRoot>(self, dims, Scalar(int64_t{unbiased}), keepdim);
}
template <bool IsRoot>
Tensor spreadAll(const Tensor& self, bool unbiased) {
  return spread<IsRoot>(self, {}, Scalar(int64_t{unbiased}), false);
}
using Pair = std::tuple<Tensor, Tensor>;
template <bool IsRoot>
Pair spreadMean(const Tensor& self, const OptionalDims& dims,
                const std::optional<Scalar>& correction, bool keepdim) {
  return {spread<IsRoot>(self, dims, correction, keepdim), mean(self, dims, keepdim)};
}
template <bool IsRoot>
Pair spreadMeanDims(const Tensor& self, const OptionalDims& dims, bool unbiased, bool keepdim) {
  return spreadMean<IsRoot>(self, dims, Scalar(int64_t{unbiased}), keepdim);
}
template <bool IsRoot>
Pair spreadMeanAll(const Tensor& self, bool unbiased) {
  return spreadMean<IsRoot>(self, {}, Scalar(int64_t{unbiased}), false);
}

// ---- norms

enum class Norm : uint8_t { Zero, One, Two, Infinity, MinusInfinity, Power };

template <typename T, Norm kind>
struct NormLanes {};
template <typename T, Norm kind>
requires(std::is_floating_point_v<T>&& kind != Norm::Power) struct NormLanes<T, kind> {
  // The squares of floats may be infinite floats.
  using Lane = std::conditional_t<kind == Norm::Two, double, T>;
};

// The sum of a few squares.
struct FewSquaresOp {
  using Acc = double;
  using Lane = float;
  double start() const { return 0; }
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    acc += value * value;
  }
  template <typename V>
  TS_INLINED void join(V& acc, const V& other) const {
    acc += other;
  }
};

template <typename T, Norm kind>
struct NormOp : NormLanes<T, kind> {
  using Acc = double;
  double power = 2;
  Acc start() const {
    return kind == Norm::MinusInfinity ? std::numeric_limits<double>::infinity() : 0;
  }
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    if constexpr (kind == Norm::Two)
      acc += value * value;
    else if constexpr (kind == Norm::Zero)
      acc += value != 0 ? V{} + 1 : V{};
    else if constexpr (kind == Norm::Power)
      acc += std::pow(std::abs(value), power);
    else
      join(acc, value < 0 ? -value : value);
  }
  TS_INLINED void add(Acc& acc, Complex128 value) const {
    add(acc, std::hypot(value.real(), value.imag()));
  }
  // The squares are floats where none of their sums is subnormal or infinite.
  template <size_t kBytes>
  requires(kind == Norm::Two) TS_INLINED
      void addRun(Acc& total, const float* from, int64_t count) const {
    constexpr int64_t kBlock = 1024;
    for (int64_t first = 0; first < count; first += kBlock) {
      const int64_t block = std::min(kBlock, count - first);
      double sum = 0;
      kernels::addRun<kBytes>(FewSquaresOp{}, sum, from + first, block);
      if (!(sum > 1e-20 * static_cast<double>(block) && sum < 1e30)) {
        sum = 0;
        kernels::addRun<kBytes>(SquaresOp{0}, sum, from + first, block);
      }
      total += sum;
    }
  }
  template <typename V>
  TS_INLINED void join(V& acc, const V& other) const {
    if constexpr (kind == Norm::Infinity)
      acc = ((other > acc) | (other != other)) ? other : acc;
    else if constexpr (kind == Norm::MinusInfinity)
      acc = ((other < acc) | (other != other)) ? other : acc;
    else
      acc += other;
  }
  TS_INLINED double finish(Acc acc, int64_t) const {
    return kind == Norm::Two     ? std::sqrt(acc)
           : kind == Norm::Power ? std::pow(acc, 1 / power)
                                 : acc;
  }
};

Norm kindOf(double power) {
  if (power == 0) return Norm::Zero;
  if (power == 1) return Norm::One;
  if (power == 2) return Norm::Two;
  if (std::isinf(power)) return power > 0 ? Norm::Infinity : Norm::MinusInfinity;
  return Norm::Power;
}

template <typename F>
void visitKind(Norm kind, F&& f) {
  switch (kind) {
    case Norm::Zero: return f.template operator()<Norm::Zero>();
    case Norm::One: return f.template operator()<Norm::One>();
    case Norm::Two: return f.template operator()<Norm::Two>();
    case Norm::Infinity: return f.template operator()<Norm::Infinity>();
    case Norm::MinusInfinity: return f.template operator()<Norm::MinusInfinity>();
    case Norm::Power: return f.template operator()<Norm::Power>();
  }
}

// Returns the norm of floating point or complex elements; `resultDType` is the dtype of the result.
Tensor norm(const Tensor& self, double power, const OptionalDims& dims, bool keepdim,
            DType resultDType) {
  const ReducedDims reduced(self, dims);
  Tensor result = tensor::emptyBeside(self, reduced.shape(self, keepdim), DType::Float64);
  if (!result.isMeta()) {
    const DType wide = reductionDType(self.dtype());
    const Tensor from = toDType(self, wide);
    visitReduced(wide, [&]<typename T>() {
      visitKind(kindOf(power), [&]<Norm kind>() {
        reduceInto<T, double>(result, from, reduced, NormOp<T, kind>{.power = power});
      });
    });
  }
  return toDType(result, resultDType);
}

}  // namespace

Tensor vectorNorm(const Tensor& self, const Scalar& ord, const OptionalDims& dims, bool keepdim,
                  std::optional<DType> dtype) {
  if (!tensor::isFloating(self.dtype()) && !tensor::isComplex(self.dtype()))
    fail("linalg.vector_norm: Expected a floating point or complex tensor as input. Got {}",
         tensor::nameOf(self.dtype()));
  if (ord.isComplex())
    fail("linalg.vector_norm: Expected a non-complex scalar as the order of norm.");
  if (dtype && tensor::isComplex(self.dtype()) != tensor::isComplex(*dtype))
    fail("linalg.vector_norm: dtype should be {} for {} inputs, but got {}",
         tensor::isComplex(self.dtype()) ? "complex" : "real", tensor::nameOf(self.dtype()),
         tensor::nameOf(*dtype));
  if (dtype && tensor::promote(self.dtype(), *dtype) != *dtype)
    fail(
        "linalg.vector_norm: the dtype of the input ({}) should be convertible without narrowing "
        "to the specified dtype ({})",
        tensor::nameOf(self.dtype()), tensor::nameOf(*dtype));
  const double power = ord.to<double>();
  if (self.numel() == 0 && (power < 0 || std::isinf(power))) {
    const ReducedDims reduced(self, dims);
    if (!dims || dims->empty() || reduced.count(self) == 0)
      fail(
          "linalg.vector_norm cannot compute the {} norm on an empty tensor because the operation "
          "does not have an identity",
          power);
  }
  return norm(self, power, dims, keepdim, tensor::realOf(dtype.value_or(self.dtype())));
}

namespace {

Tensor normDims(const Tensor& self, const std::optional<Scalar>& p, const OptionalDims& dims,
                bool keepdim, std::optional<DType> dtype) {
  if (!tensor::isFloating(self.dtype()) && !tensor::isComplex(self.dtype()))
    fail("norm(): input dtype should be either floating point or complex. Got {} instead.",
         tensor::nameOf(self.dtype()));
  if (self.numel() == 0 && !atLeast(TorchProfile::Torch2_6))
    return norm(self, 0, dims, keepdim,
                // in PyTorch 1.13 the norm of no elements is 0 for any p
                tensor::realOf(dtype.value_or(self.dtype())));
  return vectorNorm(self, p.value_or(Scalar(int64_t{2})), dims, keepdim, dtype);
}
Tensor normAll(const Tensor& self, const Scalar& p) { return normDims(self, p, {}, false, {}); }
Tensor normAllDType(const Tensor& self, const std::optional<Scalar>& p, DType dtype) {
  return normDims(self, p, {}, false, dtype);
}
Tensor normDim(const Tensor& self, const std::optional<Scalar>& p, const IntList& dims,
               bool keepdim) {
  return normDims(self, p, dims, keepdim, {});
}
Tensor normDimDType(const Tensor& self, const std::optional<Scalar>& p, const IntList& dims,
                    bool keepdim, DType dtype) {
  return normDims(self, p, dims, keepdim, dtype);
}
Tensor frobeniusNorm(const Tensor& self) { return normDims(self, {}, {}, false, {}); }
Tensor frobeniusNormDim(const Tensor& self, const IntList& dims, bool keepdim) {
  if (dims.size() > 2)
    fail("Expected at most 2 dimensions, but got {} dimensions instead.", dims.size());
  return normDims(self, {}, dims, keepdim, {});
}

// The norm of the difference of two tensors, broadcast.
Tensor dist(const Tensor& self, const Tensor& other, const Scalar& p) {
  const DType dtype = tensor::promote(self.dtype(), other.dtype());
  if (!tensor::isFloating(dtype) && !tensor::isComplex(dtype))
    fail("dist only supports floating point and complex dtypes, got {} and {}",
         tensor::nameOf(self.dtype()), tensor::nameOf(other.dtype()));
  return toDType(vectorNorm(apply(formulas::sub, {self, other}, {1}), p), tensor::realOf(dtype));
}

// ---- logsumexp

// True if the elements that each result is computed from are adjacent floats or doubles.
bool isOfRows(const Tensor& self, const ReducedDims& reduced) {
  if (!self.isContiguous() || (self.dtype() != DType::Float32 && self.dtype() != DType::Float64))
    return false;
  bool isInside = true;
  for (size_t i = self.sizes().size(); i-- > 0;) {
    if (self.sizes()[i] != 1 && reduced.has(i) && !isInside) return false;
    if (self.sizes()[i] != 1 && !reduced.has(i)) isInside = false;
  }
  return true;
}

// Computes log(sum(exp(x - m))) + m with the greatest element m. Each step rounds to the dtype, as
// in PyTorch.
Tensor logsumexp(const Tensor& input, const IntList& dims, bool keepdim) {
  if (tensor::isComplex(input.dtype()))
    fail("logsumexp(): Expected floating point type for result tensor, but got: {}",
         tensor::nameOf(input.dtype()));
  const Tensor self =
      tensor::isFloating(input.dtype()) ? input : toDType(input, tensor::defaultDType());
  if (self.numel() == 0)
    return apply(formulas::log, {sum(apply(formulas::exp, {self}), dims, keepdim)});
  const ReducedDims reduced(self, dims);
  const int64_t count = reduced.count(self);
  if (isOfRows(self, reduced)) {
    const Tensor result = tensor::emptyBeside(self, reduced.shape(self, keepdim), self.dtype());
    if (!result.isMeta())
      visitFloat(self.dtype(), [&]<typename T>() {
        softmaxOf(LogSumRows<T>{self.data<T>(), result.data<T>(), result.numel(), count});
      });
    return result;
  }
  const Tensor greatest = apply(formulas::nan_to_num, {amax(self, dims, true)},
                                {std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0});
  const Tensor powers = apply(formulas::exp, {apply(formulas::sub, {self, greatest}, {1})});
  const Tensor total = apply(formulas::log, {sum(powers, dims, keepdim)});
  return apply(formulas::add, {total, reshape(greatest, total.sizes())}, {1});
}

constexpr Kernel kMomentKernels[] = {
    {"aten::var", boxed<spreadAll<false>>},
    {"aten::var.dim", boxed<spreadDims<false>>},
    {"aten::var.correction", boxed<spread<false>>},
    {"aten::std", boxed<spreadAll<true>>},
    {"aten::std.dim", boxed<spreadDims<true>>},
    {"aten::std.correction", boxed<spread<true>>},
    {"aten::var_mean", boxed<spreadMeanAll<false>>},
    {"aten::var_mean.dim", boxed<spreadMeanDims<false>>},
    {"aten::var_mean.correction", boxed<spreadMean<false>>},
    {"aten::std_mean", boxed<spreadMeanAll<true>>},
    {"aten::std_mean.dim", boxed<spreadMeanDims<true>>},
    {"aten::std_mean.correction", boxed<spreadMean<true>>},
    {"aten::linalg_vector_norm", boxed<vectorNorm>},
    {"aten::linalg_vector_norm.out", sameOutOf<vectorNorm>},
    {"aten::norm.Scalar", boxed<normAll>},
    {"aten::norm.ScalarOpt_dtype", boxed<normAllDType>},
    {"aten::norm.ScalarOpt_dim", boxed<normDim>},
    {"aten::norm.ScalarOpt_dim_dtype", boxed<normDimDType>},
    {"aten::norm.out", outOf<normDim>, before(TorchProfile::Torch2_6)},
    {"aten::norm.out", sameOutOf<normDim>, since(TorchProfile::Torch2_6)},
    {"aten::norm.dtype_out", outOf<normDimDType>, before(TorchProfile::Torch2_6)},
    {"aten::norm.dtype_out", sameOutOf<normDimDType>, since(TorchProfile::Torch2_6)},
    {"aten::frobenius_norm", boxed<frobeniusNorm>, before(TorchProfile::Torch2_6)},
    {"aten::frobenius_norm.dim", boxed<frobeniusNormDim>},
    {"aten::dist", boxed<dist>},
    {"aten::logsumexp", boxed<logsumexp>},
    {"aten::logsumexp.out", outOf<logsumexp>},
    {"aten::special_logsumexp", boxed<logsumexp>},
    {"aten::special_logsumexp.out", outOf<logsumexp>},
};

}  // namespace

std::span<const Kernel> momentKernels() { return kMomentKernels; }

}  // namespace ts::kernels
