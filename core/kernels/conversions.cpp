// Queries about tensors, and conversions to another dtype, to another device and to numbers.
#include <cmath>
#include <cstring>

#include "core/kernels/complex.h"
#include "core/kernels/convert.h"
#include "core/kernels/copy.h"
#include "core/kernels/factory.h"
#include "core/kernels/families.h"
#include "core/kernels/loops.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/promote.h"
#include "core/kernels/variants.h"

namespace ts::kernels {
namespace {

using MaybeDType = std::optional<DType>;
using MaybeFormat = std::optional<MemoryFormat>;

// ---- to: returns the same tensor when nothing changes and no copy is requested

Tensor convertTo(const Tensor& self, DType dtype, bool meta, bool copy, MaybeFormat format) {
  const MemoryFormat layout = format.value_or(MemoryFormat::Preserve);
  const bool sameLayout = layout == MemoryFormat::Preserve || self.suggestedFormat() == layout;
  if (!copy && dtype == self.dtype() && meta == self.isMeta() && sameLayout) return self;
  if (self.isMeta() && !meta)
    fail(ErrorKind::NotImplemented, "Cannot copy out of meta tensor; no data!");
  if (meta && !self.isMeta()) {
    const Tensor shape = tensor::emptyStrided(self.sizes(), self.strides(), dtype, true);
    return tensor::emptyLike(shape, dtype, layout);
  }
  const Tensor result = tensor::emptyLike(self, dtype, layout);
  return copyInto(result, self);
}
bool deviceOf(const Tensor& self, const IValue& device) {
  return device.isNone() ? self.isMeta() : isMetaDevice(device);
}

Tensor toDTypeOperator(const Tensor& self, DType dtype, bool, bool copy, MaybeFormat format) {
  return convertTo(self, dtype, self.isMeta(), copy, format);
}
Tensor toDevice(const Tensor& self, const IValue& device, DType dtype, bool, bool copy,
                MaybeFormat format) {
  return convertTo(self, dtype, deviceOf(self, device), copy, format);
}
Tensor toOther(const Tensor& self, const Tensor& other, bool, bool copy, MaybeFormat format) {
  return convertTo(self, other.dtype(), other.isMeta(), copy, format);
}
Tensor toOptions(const Tensor& self, MaybeDType dtype, const IValue&, const IValue& device,
                 const IValue&, bool, bool copy, MaybeFormat format) {
  return convertTo(self, dtype.value_or(self.dtype()), deviceOf(self, device), copy, format);
}
Tensor toPrimDevice(const Tensor& self, const IValue& device, MaybeDType dtype, bool, bool copy) {
  return convertTo(self, dtype.value_or(self.dtype()), deviceOf(self, device), copy, std::nullopt);
}
Tensor toPrimDType(const Tensor& self, MaybeDType dtype, bool, bool copy) {
  return convertTo(self, dtype.value_or(self.dtype()), self.isMeta(), copy, std::nullopt);
}
Tensor toPrimOther(const Tensor& self, bool, bool copy) {
  return convertTo(self, self.dtype(), self.isMeta(), copy, std::nullopt);
}
Tensor toCopy(const Tensor& self, MaybeDType dtype, const IValue&, const IValue& device,
              const IValue&, bool, MaybeFormat format) {
  return convertTo(self, dtype.value_or(self.dtype()), deviceOf(self, device), true, format);
}
Tensor typeAs(const Tensor& self, const Tensor& other) {
  return convertTo(self, other.dtype(), other.isMeta(), false, std::nullopt);
}
Tensor cpu(const Tensor& self) { return convertTo(self, self.dtype(), false, false, std::nullopt); }
template <DType dtype>
Tensor castTo(const Tensor& self, bool) {
  return convertTo(self, dtype, self.isMeta(), false, std::nullopt);
}

// ---- another tensor on the same storage, or the same tensor

Tensor sameView(const Tensor& self) {
  return tensor::view(self, self.sizes(), self.strides(), self.offset());
}
Tensor detach_(const Tensor& self) {
  self.impl()->requiresGrad = false;
  return self;
}
Tensor zero_(const Tensor& self) { return fill(self, 0), self; }
Tensor fillTensor_(const Tensor& self, const Tensor& value) {
  if (value.dim() != 0)
    fail("fill_ only supports 0-dimension value tensor but got tensor with {} dimensions.",
         value.dim());
  return copyInto(self, value);
}

// ---- conversion of tensors to numbers

Scalar item(const Tensor& self) {
  if (self.numel() != 1)
    fail("a Tensor with {} elements cannot be converted to Scalar", self.numel());
  return itemOf(self);
}
// Returns the first element; the tensor may have more elements.
Scalar firstItem(const Tensor& self) {
  if (self.numel() == 0) fail("an empty tensor has no first element");
  return item(tensor::view(self, Dims{}, Dims{}, self.offset()));
}
bool isNonzero(const Tensor& self) {
  if (self.numel() == 0) fail("Boolean value of Tensor with no values is ambiguous");
  if (self.numel() > 1) fail("Boolean value of Tensor with more than one value is ambiguous");
  const Scalar value = itemOf(self);
  return value.isComplex() ? value.to<Complex128>() != Complex128(0)
         : value.isReal()  ? value.to<double>() != 0
                           : value.to<int64_t>() != 0;
}

// ---- queries

bool isFloatingPoint(const Tensor& self) { return tensor::isFloating(self.dtype()); }
bool isComplexTensor(const Tensor& self) { return tensor::isComplex(self.dtype()); }
bool isSigned(const Tensor& self) {
  return self.dtype() != DType::UInt8 && self.dtype() != DType::Bool;
}
bool isLeaf(const Tensor& self) { return self.impl()->gradient == nullptr; }

DType resultTypeOf(const IValue& a, const IValue& b) {
  ResultType result;
  for (const IValue* value : {&a, &b}) {
    const Operand operand(*value);
    operand.impl() ? result.add(*operand.impl()) : result.add(operand.number());
  }
  return result.dtype();
}

bool isAllTrue(const Tensor& given) {
  const Tensor bools = contiguous(given);
  const auto count = static_cast<size_t>(bools.numel());
  return count == 0 || std::memchr(bools.bytes(), 0, count) == nullptr;
}

bool equal(const Tensor& self, const Tensor& other) {
  if (self.isMeta() || other.isMeta())
    fail(ErrorKind::NotImplemented, "equal: a tensor on meta has no values");
  if (self.sizes() != other.sizes()) return false;
  return isAllTrue(apply(formulas::eq, {self, other}));
}

Tensor isclose(const Tensor& self, const Tensor& other, double relative, double absolute,
               bool equalNan) {
  if (self.dtype() != other.dtype())
    fail("{} did not match {}", scalarTypeName(self.dtype()), scalarTypeName(other.dtype()));
  if (!(relative >= 0)) fail("rtol must be greater than or equal to zero, but got {}", relative);
  if (!(absolute >= 0)) fail("atol must be greater than or equal to zero, but got {}", absolute);
  const Tensor close = apply(formulas::eq, {self, other});
  if (equalNan && (tensor::isFloating(self.dtype()) || tensor::isComplex(self.dtype()))) {
    const Tensor both = apply(formulas::bitwise_and,
                              {apply(formulas::isnan, {self}), apply(formulas::isnan, {other})});
    applyInPlace(formulas::bitwise_or, close, {close, both});
  }
  if (relative == 0 && absolute == 0) return close;
  // Integers are compared in the default dtype, because the tolerance is a fraction.
  auto asFloat = [](const Tensor& x) { return toDType(x, floatingFor(x.dtype())); };
  const Tensor a = asFloat(self), b = asFloat(other);
  const Tensor allowed = apply(
      formulas::add,
      {apply(formulas::abs, {apply(formulas::mul, {b, Scalar(relative)})}), Scalar(absolute)}, {1});
  const Tensor actual = apply(formulas::abs, {apply(formulas::sub, {a, b}, {1})});
  const Tensor within = apply(formulas::bitwise_and, {apply(formulas::isfinite, {actual}),
                                                      apply(formulas::le, {actual, allowed})});
  return applyInPlace(formulas::bitwise_or, close, {close, within});
}
bool allclose(const Tensor& self, const Tensor& other, double relative, double absolute,
              bool equalNan) {
  return isAllTrue(isclose(self, other, relative, absolute, equalNan));
}

Tensor requiresGrad_(const Tensor& self, bool wanted) {
  if (wanted && !tensor::isFloating(self.dtype()) && !tensor::isComplex(self.dtype()))
    fail("only Tensors of floating point dtype can require gradients");
  self.impl()->requiresGrad = wanted;
  return self;
}
Tensor noCuda(const Tensor&) { fail("CUDA is not available: JitScope computes on the CPU"); }

// Returns mantissa and exponent: self = mantissa * 2 ** exponent, with the mantissa in [0.5, 1).
std::tuple<Tensor, Tensor> frexp(const Tensor& self) {
  if (!tensor::isFloating(self.dtype())) fail("torch.frexp() only supports floating-point dtypes");
  const Tensor mantissa = tensor::emptyLike(self, DType::Float64),
               exponent = tensor::emptyLike(self, DType::Int32);
  if (self.isMeta()) return {toDType(mantissa, self.dtype()), exponent};
  const std::array<Tensor, 3> operands = {mantissa, exponent, toDType(self, DType::Float64)};
  loopOver<3>(self.sizes(), operands)
      .run(pointersOf(operands), [](auto at, auto steps, int64_t count) {
        for (int64_t i = 0; i < count; ++i) {
          int power = 0;
          *reinterpret_cast<double*>(at[0] + i * steps[0]) =
              std::frexp(*reinterpret_cast<const double*>(at[2] + i * steps[2]), &power);
          *reinterpret_cast<int32_t*>(at[1] + i * steps[1]) = power;
        }
      });
  return {toDType(mantissa, self.dtype()), exponent};
}

void assertNonzero(const Tensor& self) {
  if (!isNonzero(self)) fail("Expected Tensor with single nonzero value, but got zero");
}
void assertNonzeroOr(const Tensor& self, const std::string& message) {
  if (!isNonzero(self)) fail("{}", message.empty() ? "Assertion is failed" : message);
}

constexpr Kernel kConversionKernels[] = {
    {"aten::requires_grad_", boxed<requiresGrad_>},
    {"aten::cuda", boxed<noCuda>},
    {"aten::frexp.Tensor", boxed<frexp>},
    {"aten::frexp.Tensor_out", sameOutOf<frexp>},
    {"aten::to.dtype", boxed<toDTypeOperator>},
    {"aten::to.device", boxed<toDevice>},
    {"aten::to.other", boxed<toOther>},
    {"aten::to.dtype_layout", boxed<toOptions>},
    {"aten::to.prim_Device", boxed<toPrimDevice>},
    {"aten::to.prim_dtype", boxed<toPrimDType>},
    {"aten::to.prim_other", boxed<toPrimOther>},
    {"aten::_to_copy", boxed<toCopy>},
    {"aten::type_as", boxed<typeAs>},
    {"aten::cpu", boxed<cpu>},
    {"aten::_cast_Byte", boxed<castTo<DType::UInt8>>},
    {"aten::_cast_Char", boxed<castTo<DType::Int8>>},
    {"aten::_cast_Short", boxed<castTo<DType::Int16>>},
    {"aten::_cast_Int", boxed<castTo<DType::Int32>>},
    {"aten::_cast_Long", boxed<castTo<DType::Int64>>},
    {"aten::_cast_Half", boxed<castTo<DType::Float16>>},
    {"aten::_cast_Float", boxed<castTo<DType::Float32>>},
    {"aten::_cast_Double", boxed<castTo<DType::Float64>>},
    {"aten::detach", boxed<sameView>},
    {"aten::detach_", boxed<detach_>},
    {"aten::data", boxed<sameView>},
    {"aten::lift", boxed<resolveConj>},
    {"aten::lift_fresh", boxed<returnSelf>},
    {"aten::zero_", boxed<zero_>},
    {"aten::zero", onCopyOf<zero_, MemoryFormat::Preserve>},
    {"aten::fill_.Tensor", boxed<fillTensor_>},
    {"aten::fill.Tensor", onCopyOf<fillTensor_, MemoryFormat::Preserve>},
    {"aten::item", boxed<item>},
    {"aten::_local_scalar_dense", boxed<firstItem>},
    {"aten::is_nonzero", boxed<isNonzero>},
    {"aten::_assert_async", boxed<assertNonzero>},
    {"aten::_assert_async.msg", boxed<assertNonzeroOr>, since(TorchProfile::Torch2_6)},
    {"aten::is_floating_point", boxed<isFloatingPoint>},
    {"aten::is_complex", boxed<isComplexTensor>},
    {"aten::is_signed", boxed<isSigned>},
    {"aten::is_inference", boxed<returnFalse>},
    {"aten::is_leaf", boxed<isLeaf>},
    {"aten::result_type.Tensor", boxed<resultTypeOf>},
    {"aten::result_type.Scalar", boxed<resultTypeOf>},
    {"aten::result_type.Scalar_Tensor", boxed<resultTypeOf>},
    {"aten::result_type.Scalar_Scalar", boxed<resultTypeOf>},
    {"aten::equal", boxed<equal>},
    {"aten::isclose", boxed<isclose>},
    {"aten::allclose", boxed<allclose>},
};

}  // namespace

std::span<const Kernel> conversionKernels() { return kConversionKernels; }

}  // namespace ts::kernels
