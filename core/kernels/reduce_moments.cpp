// var, std, var_mean, std_mean; norms; logsumexp; dist.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/kernels/families.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

// Welford's running mean and sum of squared differences.
struct Moments {
  double count = 0, mean = 0, squares = 0;
};
template <typename T>
struct VarianceOp {
  using Acc = Moments;
  double correction;
  bool isRoot;
  Acc start() const { return {}; }
  void add(Acc& acc, T value) const {
    acc.count += 1;
    const double difference = static_cast<double>(value) - acc.mean;
    acc.mean += difference / acc.count;
    acc.squares += difference * (static_cast<double>(value) - acc.mean);
  }
  Acc join(Acc a, Acc b) const {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    const double count = a.count + b.count, difference = b.mean - a.mean;
    return {count, a.mean + difference * b.count / count,
            a.squares + b.squares + difference * difference * a.count * b.count / count};
  }
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

template <typename T>
struct NormOp {
  using Acc = double;
  Norm kind;
  double power;
  static double sizeOf(T value) {
    if constexpr (isComplexType<T>)
      return std::hypot(value.real(), value.imag());
    else
      return std::abs(static_cast<double>(value));
  }
  Acc start() const {
    return kind == Norm::MinusInfinity ? std::numeric_limits<double>::infinity() : 0;
  }
  void add(Acc& acc, T value) const {
    const double size = sizeOf(value);
    switch (kind) {
      case Norm::Zero: acc += size != 0 ? 1 : 0; break;
      case Norm::One: acc += size; break;
      case Norm::Two: acc += size * size; break;
      case Norm::Power: acc += std::pow(size, power); break;
      default: acc = join(acc, size);
    }
  }
  Acc join(Acc a, Acc b) const {
    if (kind != Norm::Infinity && kind != Norm::MinusInfinity) return a + b;
    if (a != a || b != b) return std::numeric_limits<double>::quiet_NaN();
    return kind == Norm::Infinity ? std::max(a, b) : std::min(a, b);
  }
  double finish(Acc acc, int64_t) const {
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

// Returns the norm of floating point or complex elements; `resultDType` is the dtype of the result.
Tensor norm(const Tensor& self, double power, const OptionalDims& dims, bool keepdim,
            DType resultDType) {
  const ReducedDims reduced(self, dims);
  Tensor result = tensor::emptyBeside(self, reduced.shape(self, keepdim), DType::Float64);
  if (!result.isMeta()) {
    const DType wide = reductionDType(self.dtype());
    const Tensor from = toDType(self, wide);
    visitReduced(wide, [&]<typename T>() {
      reduceInto<T, double>(result, from, reduced, NormOp<T>{kindOf(power), power});
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
  const Dims shape = tensor::broadcastShapes(self.sizes(), other.sizes());
  const DType wide = tensor::isComplex(dtype) ? DType::Complex128 : DType::Float64;
  Tensor difference = clone(expand(toDType(self, wide), shape), MemoryFormat::Contiguous);
  const Tensor from = contiguous(expand(toDType(other, wide), shape));
  for (int64_t i = 0; !difference.isMeta() && i < difference.numel(); ++i) {
    if (wide == DType::Complex128)
      difference.data<Complex128>()[i] -= from.data<Complex128>()[i];
    else
      difference.data<double>()[i] -= from.data<double>()[i];
  }
  return toDType(vectorNorm(difference, p), tensor::realOf(dtype));
}

// ---- logsumexp

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
