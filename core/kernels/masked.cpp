// Masks and flat positions: masked_fill, masked_select, masked_scatter, where, take, put.
#include <algorithm>
#include <limits>

#include "core/kernels/by_size.h"
#include "core/kernels/convert.h"
#include "core/kernels/families.h"
#include "core/kernels/index.h"
#include "core/kernels/join.h"
#include "core/kernels/loops.h"
#include "core/kernels/one_device.h"
#include "core/kernels/packs.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

void checkMask(const Tensor& mask, std::string_view what) {
  if (mask.dtype() != DType::Bool && mask.dtype() != DType::UInt8)
    fail("{}: expected a mask of dtype bool or uint8, but got {}", what,
         tensor::nameOf(mask.dtype()));
}
// Returns the mask expanded to the size of self.
Tensor maskFor(const Tensor& self, const Tensor& mask, std::string_view what) {
  checkMask(mask, what);
  if (tensor::broadcastShapes(self.sizes(), mask.sizes()) != self.sizes())
    fail("{}: the mask of shape {} doesn't broadcast to {}", what, tensor::shapeText(mask.sizes()),
         tensor::shapeText(self.sizes()));
  return expand(mask, self.sizes());
}

// Throws when an integral dtype cannot represent the number. Unsigned types accept negative
// numbers, which wrap around.
void checkFits(const Scalar& value, DType dtype) {
  if (!tensor::isIntegral(dtype)) return;
  tensor::visit(dtype, [&]<typename T>() {
    if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      const double number = value.to<double>(), most = static_cast<double>(Limits::max());
      const double least = std::is_signed_v<T> ? static_cast<double>(Limits::lowest()) : -most;
      if (!(number >= least && number <= most))
        fail("value cannot be converted to type {} without overflow", tensor::nameOf(dtype));
    }
  });
}

}  // namespace

Tensor maskedFill_(const Tensor& self, const Tensor& mask, const Scalar& value) {
  if (atLeast(TorchProfile::Torch2_6) && mask.dtype() != DType::Bool)
    fail("masked_fill_ only supports boolean masks, but got mask with dtype {}",
         tensor::nameOf(mask.dtype()));
  const Tensor where = maskFor(self, mask, "masked_fill_");
  if (!tensor::isComplex(self.dtype()) && value.isComplex())
    fail("value cannot be converted to type {} without overflow", tensor::nameOf(self.dtype()));
  checkFits(value, self.dtype());
  self.countWrite();
  if (self.isMeta()) return self;
  const Tensor element = tensorOf(
      self.impl()->isConj ? Scalar(std::conj(value.to<Complex128>())) : value, self.dtype());
  const std::array<Tensor, 2> operands = {self, where};
  visitSize(self.itemSize(), [&]<typename T>() {
    const T fillWith = *element.data<T>();
    loopOver<2>(self.sizes(), operands)
        .run(pointersOf(operands), [fillWith](auto pointers, auto steps, int64_t count) {
          if (steps[0] == sizeof(T) && steps[1] == 1) {
            T* to = reinterpret_cast<T*>(pointers[0]);
            for (int64_t i = 0; i < count; ++i)
              to[i] = pointers[1][i] != std::byte{0} ? fillWith : to[i];
            return;
          }
          for (int64_t i = 0; i < count; ++i)
            if (pointers[1][i * steps[1]] != std::byte{0})
              *reinterpret_cast<T*>(pointers[0] + i * steps[0]) = fillWith;
        });
  });
  return self;
}

// Chooses adjacent elements, or one for all.
template <typename T>
static void chooseRun(T* to, const uint8_t* condition, const T* a, const T* b, bool isOneA,
                      bool isOneB, int64_t count) {
  const auto run = [=]<bool oneA, bool oneB>() {
    inVectors([=]<size_t>() TS_INLINED_LAMBDA {
      const T x = *a, y = *b;
#pragma GCC ivdep
      for (int64_t i = 0; i < count; ++i)
        to[i] = condition[i] != 0 ? (oneA ? x : a[i]) : (oneB ? y : b[i]);
    });
  };
  if (isOneA)
    isOneB ? run.template operator()<true, true>() : run.template operator()<true, false>();
  else
    isOneB ? run.template operator()<false, true>() : run.template operator()<false, false>();
}

Tensor where(const Tensor& condition, const Tensor& givenA, const Tensor& givenB) {
  if (condition.dtype() != DType::Bool && condition.dtype() != DType::UInt8)
    fail("where expected condition to be a boolean tensor, but got a tensor with dtype {}",
         tensor::nameOf(condition.dtype()));
  OneDevice device;
  for (const Tensor* operand : {&condition, &givenA, &givenB}) device.add(*operand->impl());
  const DType dtype = promoteAll({givenA, givenB});
  const Tensor a = resolved(toDType(givenA, dtype)), b = resolved(toDType(givenB, dtype));
  const Dims shape =
      tensor::broadcastShapes(condition.sizes(), tensor::broadcastShapes(a.sizes(), b.sizes()));
  // The result has the memory layout of the first operand with the broadcast shape.
  Tensor result;
  for (const Tensor& model : {condition, a, b})
    if (!result.defined() && model.sizes() == shape) result = tensor::emptyLike(model, dtype);
  if (!result.defined()) result = tensor::emptyBeside(a, shape, dtype);
  if (result.isMeta() || result.numel() == 0) return result;
  visitSize(result.itemSize(), [&]<typename T>() {
    const std::array<Tensor, 4> operands = {result, condition, a, b};
    loopOver<4>(shape, operands)
        .run(pointersOf(operands), [](auto pointers, auto steps, int64_t count) {
          auto [to, condition, a, b] = pointers;
          const auto fits = [](int64_t step) { return step == 0 || step == sizeof(T); };
          if (steps[0] == sizeof(T) && steps[1] == 1 && fits(steps[2]) && fits(steps[3])) {
            chooseRun(reinterpret_cast<T*>(to), reinterpret_cast<const uint8_t*>(condition),
                      reinterpret_cast<const T*>(a), reinterpret_cast<const T*>(b), steps[2] == 0,
                      steps[3] == 0, count);
            return;
          }
          for (int64_t i = 0; i < count;
               ++i, to += steps[0], condition += steps[1], a += steps[2], b += steps[3])
            *reinterpret_cast<T*>(to) =
                *reinterpret_cast<const T*>(*condition != std::byte{0} ? a : b);
        });
  });
  return result;
}

Tensor take(const Tensor& source, const Tensor& index) {
  if (index.dtype() != DType::Int64)
    fail("take(): Expected a long tensor for index, but got {}", tensor::nameOf(index.dtype()));
  if (source.numel() == 0 && index.numel() != 0)
    fail(ErrorKind::Index, "take(): tried to take from an empty tensor");
  Tensor result = tensor::emptyBeside(source, index.sizes(), source.dtype());
  if (result.isMeta() || result.numel() == 0) return result;
  const Tensor self = contiguous(source);
  const std::array<Tensor, 2> operands = {result, index};
  visitSize(self.itemSize(), [&]<typename T>() {
    const T* from = self.data<T>();
    loopOver<2>(index.sizes(), operands)
        .run(pointersOf(operands), [&](auto pointers, auto steps, int64_t count) {
          for (int64_t i = 0; i < count; ++i) {
            const int64_t at = *reinterpret_cast<const int64_t*>(pointers[1] + i * steps[1]);
            if (at < -self.numel() || at >= self.numel())
              fail(ErrorKind::Index,
                   "out of range: tried to access index {} on a tensor of {} elements.", at,
                   self.numel());
            *reinterpret_cast<T*>(pointers[0] + i * steps[0]) =
                from[at < 0 ? at + self.numel() : at];
          }
        });
  });
  return result;
}

namespace {

Tensor maskedFillTensor_(const Tensor& self, const Tensor& mask, const Tensor& value) {
  if (value.dim() != 0)
    fail(
        "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {} "
        "dimension(s).",
        value.dim());
  return maskedFill_(self, mask, itemOf(value));
}
// Returns a copy of self, broadcast with the mask.
Tensor broadcastCopy(const Tensor& self, const Tensor& mask) {
  return clone(expand(self, tensor::broadcastShapes(self.sizes(), mask.sizes())),
               MemoryFormat::Contiguous);
}
Tensor maskedFill(const Tensor& self, const Tensor& mask, const Scalar& value) {
  return maskedFill_(broadcastCopy(self, mask), mask, value);
}
Tensor maskedFillTensor(const Tensor& self, const Tensor& mask, const Tensor& value) {
  return maskedFillTensor_(broadcastCopy(self, mask), mask, value);
}

Tensor maskedSelect(const Tensor& source, const Tensor& mask) {
  checkMask(mask, "masked_select");
  const Tensor self = resolved(source);
  const Dims shape = tensor::broadcastShapes(self.sizes(), mask.sizes());
  if (self.isMeta())
    fail("masked_select: the shape depends on values, which a tensor on meta doesn't have");
  int64_t count = 0;
  const Tensor where = expand(mask, shape);
  auto walk = [&](auto&& each) {
    const std::array<Tensor, 2> operands = {self, where};
    loopOver<2>(shape, operands)
        .run(pointersOf(operands), [&](auto pointers, auto steps, int64_t run) {
          for (int64_t i = 0; i < run; ++i)
            if (pointers[1][i * steps[1]] != std::byte{0}) each(pointers[0] + i * steps[0]);
        });
  };
  walk([&count](const std::byte*) { ++count; });
  Tensor result = tensor::empty(Dims{count}, self.dtype());
  visitSize(self.itemSize(), [&]<typename T>() {
    walk([to = result.data<T>()](const std::byte* from) mutable {
      *to++ = *reinterpret_cast<const T*>(from);
    });
  });
  return result;
}

Tensor maskedScatter_(const Tensor& self, const Tensor& mask, const Tensor& source) {
  const Tensor where = maskFor(self, mask, "masked_scatter");
  if (self.dtype() != source.dtype())
    fail("masked_scatter: expected self and source to have same dtypes but got {} and {}",
         tensor::nameOf(self.dtype()), tensor::nameOf(source.dtype()));
  self.countWrite();
  if (self.isMeta()) return self;
  const Tensor from = self.storage() == source.storage() ? clone(source, MemoryFormat::Contiguous)
                                                         : contiguous(source);
  const std::array<Tensor, 2> operands = {self, where};
  visitSize(self.itemSize(), [&]<typename T>() {
    const T *next = from.data<T>(), *const end = next + from.numel();
    loopOver<2>(self.sizes(), operands)
        .run(pointersOf(operands), [&](auto pointers, auto steps, int64_t count) {
          for (int64_t i = 0; i < count; ++i) {
            if (pointers[1][i * steps[1]] == std::byte{0}) continue;
            if (next == end)
              fail(
                  "masked_scatter: the number of elements of source is less than the number of "
                  "ones in mask");
            *reinterpret_cast<T*>(pointers[0] + i * steps[0]) = *next++;
          }
        });
  });
  return self;
}
Tensor maskedScatter(const Tensor& self, const Tensor& mask, const Tensor& source) {
  return maskedScatter_(broadcastCopy(self, mask), mask, source);
}

Tensor put_(const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  if (index.dtype() != DType::Int64)
    fail("put_(): Expected a long tensor for index, but got {}", tensor::nameOf(index.dtype()));
  if (self.dtype() != source.dtype())
    fail("put_(): self and source expected to have the same dtype");
  if (index.numel() != source.numel())
    fail("put_(): Expected source and index to have the same number of elements, but got {} and {}",
         source.numel(), index.numel());
  if (self.numel() == 0 && index.numel() != 0)
    fail(ErrorKind::Index, "put_(): tried to put elements into an empty tensor");
  if (self.isMeta() || index.numel() == 0) return self;
  // `flat` is a view if possible, else a copy that is written back.
  const Tensor flat = reshape(self, Dims{self.numel()});
  const Tensor position = reshape(contiguous(index), Dims{index.numel()});
  const Tensor values = reshape(source, Dims{source.numel()});
  try {
    indexPut_(flat, {position}, values, accumulate);
  } catch (const tensor::Error& error) {
    fail(error.kind, "put_(): out of range: {}", error.what());
  }
  if (flat.storage() != self.storage()) copyInto(self, viewTo(flat, self.sizes()));
  return self;
}

Tensor wrapped(const Scalar& value) {
  const DType dtype = value.isReal()      ? tensor::defaultDType()
                      : value.isComplex() ? tensor::complexOf(tensor::defaultDType())
                                          : value.dtype();
  Tensor tensor = tensorOf(value, dtype);
  tensor.impl()->isWrappedNumber = true;
  return tensor;
}
Tensor whereScalarSelf(const Tensor& condition, const Scalar& self, const Tensor& other) {
  return where(condition, wrapped(self), other);
}
Tensor whereScalarOther(const Tensor& condition, const Tensor& self, const Scalar& other) {
  return where(condition, self, wrapped(other));
}
Tensor whereScalars(const Tensor& condition, const Scalar& self, const Scalar& other) {
  return where(condition, wrapped(self), wrapped(other));
}

constexpr Kernel kMaskedKernels[] = {
    {"aten::masked_fill_.Scalar", boxed<maskedFill_>},
    {"aten::masked_fill_.Tensor", boxed<maskedFillTensor_>},
    {"aten::masked_fill.Scalar", boxed<maskedFill>},
    {"aten::masked_fill.Tensor", boxed<maskedFillTensor>},
    {"aten::masked_select", boxed<maskedSelect>},
    {"aten::masked_select.out", sameOutOf<maskedSelect>},
    {"aten::masked_scatter_", boxed<maskedScatter_>},
    {"aten::masked_scatter", boxed<maskedScatter>},
    {"aten::where.self", boxed<where>},
    {"aten::where.self_out", sameOutOf<where>},
    {"aten::where.ScalarSelf", boxed<whereScalarSelf>},
    {"aten::where.ScalarOther", boxed<whereScalarOther>},
    {"aten::where.Scalar", boxed<whereScalars>},
    {"aten::take", boxed<take>},
    {"aten::take.out", sameOutOf<take>},
    {"aten::put_", boxed<put_>},
    {"aten::put", onCopyOf<put_, MemoryFormat::Preserve>},
};

}  // namespace

std::span<const Kernel> maskedKernels() { return kMaskedKernels; }

}  // namespace ts::kernels
