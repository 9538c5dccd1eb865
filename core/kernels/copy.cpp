// Copying, converting and filling: aten::copy_, clone, contiguous, to, fill_ and similar operators.
#include "core/kernels/copy.h"

#include <algorithm>

#include "core/kernels/checked_number.h"
#include "core/kernels/convert_runs.h"
#include "core/kernels/copy_moves.h"
#include "core/kernels/families.h"
#include "core/kernels/loops.h"
#include "core/kernels/overlap.h"
#include "core/kernels/streams.h"

namespace ts::kernels {
namespace {

template <typename To, typename From>
void copyElements(const std::array<Tensor, 2>& operands, bool conjugate) {
  loopOver<2>(operands[0].sizes(), operands)
      .run(pointersOf(operands), [&](auto pointers, auto steps, int64_t count) {
        std::byte* to = pointers[0];
        const std::byte* from = pointers[1];
        if constexpr (!isComplexType<To> && !isComplexType<From> && !std::is_same_v<To, From>) {
          if (steps[0] == sizeof(To) && steps[1] == sizeof(From)) {
            const auto run = [from](std::byte* at, int64_t first, int64_t length) {
              inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
                convertRun<kBytes>(reinterpret_cast<To*>(at),
                                   reinterpret_cast<const From*>(from) + first, length);
              });
            };
            if (count * static_cast<int64_t>(sizeof(To)) < kStreamedBytes) return run(to, 0, count);
            StreamBuffer().run(to, count, sizeof(To), run);
            endStreams();
            return;
          }
        }
        for (int64_t i = 0; i < count; ++i, to += steps[0], from += steps[1]) {
          From value = *reinterpret_cast<const From*>(from);
          if constexpr (isComplexType<From>)
            if (conjugate) value = std::conj(value);
          *reinterpret_cast<To*>(to) = convert<To>(value);
        }
      });
}

bool mayOverlap(const Tensor& a, const Tensor& b) { return a.storage() == b.storage(); }

}  // namespace

Tensor copyInto(const Tensor& to, const Tensor& from) {
  if (to.same(from)) return to;
  const Dims shape = tensor::broadcastShapes(to.sizes(), from.sizes());
  if (shape != to.sizes())
    fail("a tensor of shape {} can't be copied into one of shape {}",
         tensor::shapeText(from.sizes()), tensor::shapeText(to.sizes()));
  to.countWrite();
  if (to.isMeta()) return to;
  if (from.isMeta()) fail(ErrorKind::NotImplemented, "Cannot copy out of meta tensor; no data!");
  const bool conjugate = from.impl()->isConj != to.impl()->isConj;
  if (to.numel() == 0) return to;
  if (mayOverlap(to, from)) {
    Tensor copy = tensor::emptyLike(from, from.dtype());
    copy.impl()->isConj = from.impl()->isConj;
    return copyInto(to, copyInto(copy, from));
  }
  if (to.dtype() == from.dtype() && !conjugate && to.sizes() == from.sizes() &&
      to.strides() == from.strides() && to.isNonOverlappingAndDense()) {
    copyAdjacent(to.bytes(), from.bytes(), to.numel() * static_cast<int64_t>(to.itemSize()));
    return to;
  }
  const bool isExpanded =
      std::ranges::any_of(to.strides(), [](int64_t stride) { return stride == 0; });
  if (to.dtype() == from.dtype() && !conjugate && !isExpanded) {
    moveElements(to, from);
    return to;
  }
  tensor::visit(to.dtype(), [&]<typename To>() {
    tensor::visit(from.dtype(), [&]<typename From>() {
      copyElements<To, From>({to, from}, conjugate);
    });
  });
  return to;
}

Tensor toDType(const Tensor& from, DType dtype) {
  if (from.dtype() == dtype) return from;
  return copyInto(tensor::emptyLike(from, dtype), from);
}

Tensor clone(const Tensor& from, MemoryFormat format) {
  return copyInto(tensor::emptyLike(from, from.dtype(), format), from);
}

Tensor copyOfView(const Tensor& view) {
  return clone(view,
               atLeast(TorchProfile::Torch2_6) ? MemoryFormat::Contiguous : MemoryFormat::Preserve);
}

Tensor contiguous(const Tensor& from, MemoryFormat format) {
  if (!from.impl()->isConj && from.isContiguous(format)) return from;
  return clone(from, format == MemoryFormat::Preserve ? MemoryFormat::Contiguous : format);
}

Scalar itemOf(const Tensor& tensor) {
  if (tensor.numel() != 1)
    fail(ErrorKind::Runtime, "a Tensor with {} elements cannot be converted to Scalar",
         tensor.numel());
  if (tensor.isMeta()) fail("a tensor on meta has no values");
  return tensor::visit(tensor.dtype(), [&]<typename T>() -> Scalar {
    const T value = *tensor.data<T>();
    if constexpr (std::is_same_v<T, bool>)
      return value;
    else if constexpr (isComplexType<T>)
      return convert<Complex128>(tensor.impl()->isConj ? std::conj(value) : value);
    else if constexpr (std::is_integral_v<T>)
      return static_cast<int64_t>(value);
    else
      return static_cast<double>(value);
  });
}

Tensor tensorOf(const Scalar& value, DType dtype) {
  Tensor result = tensor::empty({}, dtype);
  fill(result, value);
  return result;
}

void fill(const Tensor& tensor, const Scalar& value) {
  tensor.countWrite();
  if (tensor.isMeta()) return;
  tensor::visit(tensor.dtype(), [&]<typename T>() {
    T element = checkedNumber<T>(value);
    if constexpr (isComplexType<T>)
      if (tensor.impl()->isConj) element = std::conj(element);
    loopOver<1>(tensor.sizes(), {tensor})
        .run(pointersOf<1>({tensor}), [element](auto pointers, auto steps, int64_t count) {
          const auto run = [element](std::byte* to, int64_t, int64_t length) {
            inVectors([=, to = reinterpret_cast<T*>(to)]<size_t>()
                          TS_INLINED_LAMBDA { std::fill_n(to, length, element); });
          };
          if (steps[0] == sizeof(T) && count * steps[0] < kStreamedBytes)
            return run(pointers[0], 0, count);
          if (steps[0] == sizeof(T)) {
            StreamBuffer().run(pointers[0], count, sizeof(T), run);
            return endStreams();
          }
          for (int64_t i = 0; i < count; ++i)
            *reinterpret_cast<T*>(pointers[0] + i * steps[0]) = element;
        });
  });
}

namespace {

Tensor copyOperator(const Tensor& self, const Tensor& source, bool) {
  assertNoInternalOverlap(self);
  assertNoPartialOverlap(self, source);
  return copyInto(self, source);
}
Tensor cloneOperator(const Tensor& self, std::optional<MemoryFormat> format) {
  return clone(self, format.value_or(MemoryFormat::Preserve));
}
Tensor contiguousOperator(const Tensor& self, MemoryFormat format) {
  return contiguous(self, format);
}
Tensor fillScalar(const Tensor& self, const Scalar& value) { return fill(self, value), self; }

constexpr Kernel kCopyKernels[] = {
    {"aten::copy_", boxed<copyOperator>},
    {"aten::clone", boxed<cloneOperator>},
    {"aten::contiguous", boxed<contiguousOperator>},
    {"aten::fill_.Scalar", boxed<fillScalar>},
};

}  // namespace

std::span<const Kernel> copyKernels() { return kCopyKernels; }

}  // namespace ts::kernels
