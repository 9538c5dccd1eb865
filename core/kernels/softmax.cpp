// softmax and log_softmax along one dimension, and their gradients.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/families.h"
#include "core/kernels/parallel.h"
#include "core/kernels/reduce.h"
#include "core/kernels/softmax_rows.h"
#include "core/kernels/streams.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

// Contiguous numbers, whose lines are rows.
template <bool IsLog, typename T>
void normaliseRows(const T* from, T* to, int64_t rows, int64_t count) {
  const auto rowBytes = count * static_cast<int64_t>(sizeof(T));
  const bool isStreamed = rows * rowBytes >= kStreamedBytes && canStream(to, rowBytes);
  parallelFor(rows, 1 + 16384 / count, [&](int64_t first, int64_t last) {
    softmaxOf(SoftmaxRows<T>{from + first * count, to + first * count, last - first, count, IsLog,
                             isStreamed});
    if (isStreamed) endStreams();
  });
}

// Contiguous numbers, whose lines are columns.
template <bool IsLog, typename T>
void normaliseColumns(const T* from, T* to, int64_t outer, int64_t count, int64_t inner) {
  const int64_t most = std::clamp<int64_t>(kSoftmaxNumbers / count, 16, kSoftmaxColumns);
  const int64_t pieces = (inner + most - 1) / most;
  parallelFor(outer * pieces, 1 + 16384 / (count * std::min(inner, most)),
              [&](int64_t first, int64_t last) {
                std::vector<T> room(static_cast<size_t>(count * std::min(inner, most)));
                for (int64_t i = first; i < last; ++i) {
                  const int64_t column = i % pieces * most,
                                at = i / pieces * count * inner + column;
                  softmaxOf(SoftmaxColumns<T>{from + at, to + at, count, inner,
                                              std::min(inner - column, most), IsLog, room.data()});
                }
              });
}

template <bool IsLog>
Tensor normalise(const Tensor& input, int64_t dim, DType resultDType) {
  if (!tensor::isFloating(input.dtype()))
    fail(ErrorKind::Runtime, "\"{}_lastdim_kernel_impl\" not implemented for '{}'",
         IsLog ? "log_softmax" : "softmax", tensor::nameOf(input.dtype()));
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, input.dim()));
  Tensor result = tensor::emptyLike(input, input.dtype(), MemoryFormat::Contiguous);
  if (result.isMeta() || result.numel() == 0) return toDType(result, resultDType);
  const Dims sizes = input.dim() == 0 ? Dims{1} : input.sizes();
  int64_t inner = 1, outer = 1;
  for (size_t k = 0; k < at; ++k) outer *= sizes[k];
  for (size_t k = at + 1; k < sizes.size(); ++k) inner *= sizes[k];
  if (inner == 1) {
    const Tensor from = contiguous(input);
    tensor::visit(input.dtype(), [&]<typename T>() {
      if constexpr (std::is_floating_point_v<T> || isReducedType<T>)
        normaliseRows<IsLog>(from.data<T>(), result.data<T>(), outer, sizes[at]);
    });
    return toDType(result, resultDType);
  }
  const DType wide = computeDType(input.dtype());
  const Tensor from = contiguous(toDType(input, wide)),
               to = wide == input.dtype() ? result : tensor::empty(result.sizes(), wide);
  visitFloat(wide, [&]<typename T>() {
    normaliseColumns<IsLog>(from.data<T>(), to.data<T>(), outer, sizes[at], inner);
  });
  if (wide != input.dtype()) copyInto(result, to);
  return toDType(result, resultDType);
}

// Converts to `dtype` before the computation.
template <bool IsLog>
Tensor normaliseAs(const Tensor& self, int64_t dim, std::optional<DType> dtype) {
  const Tensor from = dtype ? toDType(self, *dtype) : self;
  return normalise<IsLog>(from, dim, from.dtype());
}
template <bool IsLog>
Tensor normaliseRaw(const Tensor& self, int64_t dim, bool halfToFloat) {
  if (halfToFloat) fail("softmax with half to float conversion is not supported on CPU");
  return normalise<IsLog>(self, dim, self.dtype());
}

// Contiguous numbers.
template <bool IsLog, typename T>
void gradientOfBlocks(const T* gradient, const T* result, T* to, const Dims& sizes, size_t dim) {
  int64_t inner = 1, outer = 1;
  for (size_t k = 0; k < dim; ++k) outer *= sizes[k];
  for (size_t k = dim + 1; k < sizes.size(); ++k) inner *= sizes[k];
  const int64_t count = sizes[dim];
  if (inner == 1)
    return parallelFor(outer, 1 + 16384 / count, [&](int64_t first, int64_t last) {
      const int64_t at = first * count;
      softmaxOf(
          SoftmaxGradientRows<T>{gradient + at, result + at, to + at, last - first, count, IsLog});
    });
  const int64_t most = std::clamp<int64_t>(kSoftmaxNumbers / count, 16, kSoftmaxColumns);
  const int64_t pieces = (inner + most - 1) / most;
  parallelFor(
      outer * pieces, 1 + 16384 / (count * std::min(inner, most)),
      [&](int64_t first, int64_t last) {
        for (int64_t i = first; i < last; ++i) {
          const int64_t column = i % pieces * most, at = i / pieces * count * inner + column;
          softmaxOf(SoftmaxGradientColumns<T>{gradient + at, result + at, to + at, count, inner,
                                              std::min(inner - column, most), IsLog});
        }
      });
}

// Returns the gradient of the input, from the output and its gradient.
template <bool IsLog>
Tensor gradient(const Tensor& grad, const Tensor& output, int64_t dim, DType dtype) {
  if (grad.sizes() != output.sizes() || grad.dtype() != output.dtype())
    fail("the gradient must have the shape and dtype of the output");
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, grad.dim()));
  const DType wide = computeDType(grad.dtype());
  const Tensor result = tensor::emptyBeside(grad, grad.sizes(), wide);
  if (!result.isMeta() && result.numel() != 0) {
    const Tensor g = contiguous(toDType(grad, wide)), y = contiguous(toDType(output, wide));
    const Dims sizes = grad.dim() == 0 ? Dims{1} : grad.sizes();
    visitFloat(wide, [&]<typename T>() {
      gradientOfBlocks<IsLog>(g.data<T>(), y.data<T>(), result.data<T>(), sizes, at);
    });
  }
  return toDType(result, dtype);
}

// Lines that contain only -inf have zeros instead of NaN.
Tensor safeSoftmax(const Tensor& self, int64_t dim, std::optional<DType> dtype) {
  static NamedKernel isNegativeInfinity("aten::isneginf"), all("aten::all.dim"),
      fill("aten::masked_fill.Scalar");
  const Tensor result = normaliseAs<false>(self, dim, dtype);
  Stack stack = {self};
  isNegativeInfinity(stack);
  stack = {stack.front(), dim, true};
  all(stack);
  stack = {result, stack.front(), int64_t{0}};
  fill(stack);
  return stack.front().toTensor();
}

constexpr Kernel kSoftmaxKernels[] = {
    {"aten::softmax.int", boxed<normaliseAs<false>>},
    {"aten::softmax.int_out", sameOutOf<normaliseAs<false>>},
    {"aten::special_softmax", boxed<normaliseAs<false>>},
    {"aten::_softmax", boxed<normaliseRaw<false>>},
    {"aten::_softmax.out", sameOutOf<normaliseRaw<false>>},
    {"aten::log_softmax.int", boxed<normaliseAs<true>>},
    {"aten::log_softmax.int_out", sameOutOf<normaliseAs<true>>},
    {"aten::special_log_softmax", boxed<normaliseAs<true>>},
    {"aten::_log_softmax", boxed<normaliseRaw<true>>},
    {"aten::_log_softmax.out", sameOutOf<normaliseRaw<true>>},
    {"aten::_safe_softmax", boxed<safeSoftmax>, since(TorchProfile::Torch2_6)},
    {"aten::_softmax_backward_data", boxed<gradient<false>>},
    {"aten::_log_softmax_backward_data", boxed<gradient<true>>},
};

}  // namespace

Tensor softmax(const Tensor& self, int64_t dim) {
  return normalise<false>(self, dim, self.dtype());
}
Tensor logSoftmax(const Tensor& self, int64_t dim) {
  return normalise<true>(self, dim, self.dtype());
}

std::span<const Kernel> softmaxKernels() { return kSoftmaxKernels; }

}  // namespace ts::kernels
