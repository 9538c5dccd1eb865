// Complex tensors: construction, real and imaginary parts, conjugation; and functions composed of
// several formulas.
#include "core/kernels/complex.h"

#include <cmath>

#include "core/kernels/convert.h"
#include "core/kernels/copy.h"
#include "core/kernels/factory.h"
#include "core/kernels/families.h"
#include "core/kernels/loops.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/promote.h"
#include "core/kernels/reduce.h"
#include "core/kernels/scalar_math.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {

Tensor resolveConj(const Tensor& self) { return self.impl()->isConj ? clone(self) : self; }

Tensor conj(const Tensor& self) {
  if (!tensor::isComplex(self.dtype())) return self;
  const Tensor result = tensor::view(self, self.sizes(), self.strides(), self.offset());
  result.impl()->isConj = !self.impl()->isConj;
  return result;
}

namespace {

Tensor positive(const Tensor& self) {
  if (self.dtype() == DType::Bool) fail("The `+` operator, on a bool tensor is not supported.");
  return self;
}
bool isConj(const Tensor& self) { return self.impl()->isConj; }
bool isNeg(const Tensor&) { return false; }
// A real tensor equals its conjugate, so the result is self.
Tensor conjPhysical(const Tensor& self) {
  return tensor::isComplex(self.dtype()) ? apply(formulas::conj_physical, {self}) : self;
}
Tensor conjPhysical_(const Tensor& self) {
  return tensor::isComplex(self.dtype()) ? applyInPlace(formulas::conj_physical, self, {self})
                                         : self;
}
Tensor abs_(const Tensor& self) {
  if (tensor::isComplex(self.dtype())) fail("In-place abs is not supported for complex tensors.");
  return applyInPlace(formulas::abs, self, {self});
}

// Throws unless a and b are floating point tensors of the same dtype.
void checkParts(const Tensor& a, const Tensor& b) {
  if (a.dtype() != DType::Float32 && a.dtype() != DType::Float64)
    fail("Expected both inputs to be Half, Float or Double tensors but got {} and {}",
         scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  if (a.dtype() != b.dtype())
    fail("Expected object of scalar type {} but got scalar type {} for second argument",
         scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
}
Tensor complexOperator(const Tensor& a, const Tensor& b) {
  checkParts(a, b);
  // The result has the memory layout of a + b.
  const Tensor shape = apply(formulas::add, {a, b}, {1});
  const Tensor result = tensor::emptyLike(shape, tensor::complexOf(a.dtype()));
  if (result.isMeta()) return result;
  auto run = [&]<typename T>() {
    loopOver<3>(result.sizes(), {result, a, b})
        .run(pointersOf<3>({result, a, b}), [&](auto at, auto steps, int64_t count) {
          for (int64_t i = 0; i < count; ++i)
            *reinterpret_cast<std::complex<T>*>(at[0] + i * steps[0]) = {
                *reinterpret_cast<const T*>(at[1] + i * steps[1]),
                *reinterpret_cast<const T*>(at[2] + i * steps[2])};
        });
  };
  a.dtype() == DType::Float32 ? run.template operator()<float>()
                              : run.template operator()<double>();
  return result;
}
Tensor polar(const Tensor& radius, const Tensor& angle) {
  checkParts(radius, angle);
  return complexOperator(times(radius, apply(formulas::cos, {angle})),
                         times(radius, apply(formulas::sin, {angle})));
}

Tensor isreal(const Tensor& self) {
  if (!tensor::isComplex(self.dtype())) {
    const Tensor result = tensor::emptyLike(self, DType::Bool);
    return fill(result, true), result;
  }
  return apply(formulas::is_real, {self});
}

// ---- powers in double precision

Tensor asWide(const IValue& value, bool complex) {
  return toDType(
      value.isTensor() ? value.toTensor() : tensorOf(value.toScalar(), value.toScalar().dtype()),
      complex ? DType::Complex128 : DType::Float64);
}
bool isComplexValue(const IValue& value) {
  return value.isTensor() ? tensor::isComplex(value.toTensor().dtype()) : value.isComplex();
}
Tensor floatPower(const IValue& base, const IValue& exponent) {
  const bool complex = isComplexValue(base) || isComplexValue(exponent);
  // A number is not converted to a tensor, because it must not take part in broadcasting.
  auto operand = [&](const IValue& value) {
    return value.isTensor() ? IValue(asWide(value, complex)) : value;
  };
  static NamedKernel pow("aten::pow.Tensor_Tensor");
  Stack stack = {operand(base), operand(exponent)};
  pow(stack);
  return stack.back().toTensor();
}
Tensor floatPower_(const IValue& base, const IValue& exponent) {
  const Tensor self = base.toTensor();
  const DType wide =
      isComplexValue(base) || isComplexValue(exponent) ? DType::Complex128 : DType::Float64;
  if (self.dtype() != wide)
    fail("the result of float_power_ is of type {}, which can't be stored in a tensor of {}",
         scalarTypeName(wide), scalarTypeName(self.dtype()));
  return giveInPlace(self, floatPower(base, exponent));
}
Tensor ldexp(const Tensor& self, const Tensor& exponent) {
  return apply(formulas::mul, {self, apply(formulas::pow, {Scalar(2.0), exponent})});
}

// ---- gamma functions

// The logarithm of the multivariate gamma function:
// log(pi) * p * (p - 1) / 4 + the sum of lgamma(self - i / 2) for i from 0 to p - 1.
Tensor mvlgamma(const Tensor& self, int64_t p) {
  if (p < 1) fail("p has to be greater than or equal to 1");
  const DType dtype = floatingFor(self.dtype());
  const double count = static_cast<double>(p);
  const Tensor shifts = arange(Scalar(-count / 2 + 0.5), Scalar(0.5), Scalar(0.5), dtype);
  const Tensor shifted = apply(formulas::add, {unsqueeze(toDType(self, dtype), -1), shifts}, {1});
  const Tensor total = sum(apply(formulas::lgamma, {shifted}), IntList{-1});
  return apply(formulas::add, {total, Scalar(count * (count - 1) / 4 * std::log(M_PI))}, {1});
}

constexpr Kernel kComplexKernels[] = {
    {"aten::conj", boxed<conj>},
    {"aten::_conj", boxed<conj>},
    {"aten::conj_physical", boxed<conjPhysical>},
    {"aten::conj_physical_", boxed<conjPhysical_>},
    {"aten::abs_", boxed<abs_>},
    {"aten::absolute_", boxed<abs_>},
    {"aten::resolve_conj", boxed<resolveConj>},
    {"aten::resolve_neg", boxed<returnSelf>},
    {"aten::is_conj", boxed<isConj>},
    {"aten::is_neg", boxed<isNeg>},
    {"aten::positive", boxed<positive>},
    {"aten::complex", boxed<complexOperator>},
    {"aten::complex.out", sameOutOf<complexOperator>},
    {"aten::polar", boxed<polar>},
    {"aten::polar.out", sameOutOf<polar>},
    {"aten::isreal", boxed<isreal>},
    {"aten::float_power.Tensor_Tensor", boxed<floatPower>},
    {"aten::float_power.Tensor_Scalar", boxed<floatPower>},
    {"aten::float_power.Scalar", boxed<floatPower>},
    {"aten::float_power.Tensor_Tensor_out", sameOutOf<floatPower>},
    {"aten::float_power.Tensor_Scalar_out", sameOutOf<floatPower>},
    {"aten::float_power.Scalar_out", sameOutOf<floatPower>},
    {"aten::float_power_.Tensor", boxed<floatPower_>},
    {"aten::float_power_.Scalar", boxed<floatPower_>},
    {"aten::ldexp.Tensor", boxed<ldexp>},
    {"aten::ldexp.out", outOf<ldexp>},
    {"aten::ldexp_", inPlaceOf<ldexp>},
    {"aten::mvlgamma", boxed<mvlgamma>},
    {"aten::mvlgamma.out", outOf<mvlgamma>},
    {"aten::mvlgamma_", inPlaceOf<mvlgamma>},
    {"aten::special_multigammaln", boxed<mvlgamma>},
};

}  // namespace

std::span<const Kernel> complexKernels() { return kComplexKernels; }

}  // namespace ts::kernels
