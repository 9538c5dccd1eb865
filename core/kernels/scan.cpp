// Cumulative operators along one dimension: cumsum, cumprod, cummax, cummin, logcumsumexp; diff.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/families.h"
#include "core/kernels/join.h"
#include "core/kernels/lines.h"
#include "core/kernels/order.h"
#include "core/kernels/overlap.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/scalar_math.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

// Computes lines in which each element is the state after the elements up to it. Op::State<T> is
// its type, Op::start<T>() the state before the first element, Op::next(state, element) the next
// state.
template <typename Op, typename T>
void scanLines(const std::array<Tensor, 2>& operands, size_t dim) {
  using State = typename Op::template State<T>;
  const int64_t count = operands[0].sizes()[dim];
  const int64_t fromStep = stepOf(operands[0], dim), toStep = stepOf(operands[1], dim);
  eachLines<2>(operands, dim, [&](auto pointers, auto steps, int64_t lines) {
    const bool isAcross = lines > 1 && steps[0] == sizeof(T) && steps[1] == sizeof(T);
    for (int64_t line = 0; !isAcross && line < lines; ++line) {
      State state = Op::template start<T>();
      std::byte *from = pointers[0] + line * steps[0], *to = pointers[1] + line * steps[1];
      for (int64_t i = 0; i < count; ++i) {
        state = Op::next(state, static_cast<State>(elementAt<T>(from, i, fromStep)));
        elementAt<T>(to, i, toStep) = static_cast<T>(state);
      }
    }
    // Adjacent lines are computed together, so that memory is read in its order.
    constexpr int64_t kMost = 256;
    for (int64_t first = 0; isAcross && first < lines; first += kMost) {
      const int64_t width = std::min(kMost, lines - first);
      State states[kMost];
      std::fill_n(states, width, Op::template start<T>());
      for (int64_t i = 0; i < count; ++i) {
        const T* from = &elementAt<T>(pointers[0], i, fromStep) + first;
        T* to = &elementAt<T>(pointers[1], i, toStep) + first;
        for (int64_t k = 0; k < width; ++k) {
          states[k] = Op::next(states[k], static_cast<State>(from[k]));
          to[k] = static_cast<T>(states[k]);
        }
      }
    }
  });
}

// Scans in a type of reductionDType(). The result has the given dtype.
template <typename Op>
Tensor scan(const Tensor& self, int64_t dim, DType dtype) {
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  const DType wide = reductionDType(dtype);
  Tensor result = tensor::emptyBeside(self, self.sizes(), wide);
  if (!result.isMeta() && result.numel() != 0) {
    const Tensor from =
        resolved(toDType(self.dtype() == dtype ? self : toDType(self, dtype), wide));
    visitReduced(wide, [&]<typename T>() {
      scanLines<Op, T>({asVector(from), asVector(result)}, at);
    });
  }
  return toDType(result, dtype);
}

DType scanDType(const Tensor& self, std::optional<DType> dtype) {
  if (dtype) return *dtype;
  return tensor::isIntegral(self.dtype()) || self.dtype() == DType::Bool ? DType::Int64
                                                                         : self.dtype();
}

template <bool IsProduct>
struct CumulateOp {
  template <typename T>
  using State = std::conditional_t<std::is_same_v<T, float>, double,
                                   std::conditional_t<std::is_same_v<T, int64_t>, uint64_t, T>>;
  template <typename T>
  static State<T> start() {
    return State<T>(IsProduct ? 1 : 0);
  }
  template <typename S>
  static S next(S total, S value) {
    return IsProduct ? total * value : total + value;
  }
};

template <bool IsProduct>
Tensor cumulate(const Tensor& self, int64_t dim, std::optional<DType> dtype) {
  if (!atLeast(TorchProfile::Torch2_6) && self.dim() == 0 && dtype &&
      tensor::isComplex(self.dtype()) && !tensor::isComplex(*dtype) &&
      itemOf(self).to<Complex128>().imag() != 0)
    fail("value cannot be converted to type {} without overflow", tensor::nameOf(*dtype));
  return scan<CumulateOp<IsProduct>>(self, dim, scanDType(self, dtype));
}
// In place, results are converted to the dtype of self.
template <bool IsProduct>
Tensor cumulate_(const Tensor& self, int64_t dim, std::optional<DType> dtype) {
  if (dtype && *dtype != self.dtype())
    fail("provided dtype must match the dtype of self tensor in {}",
         IsProduct ? "cumprod_" : "cumsum_");
  assertNoInternalOverlap(self);
  return copyInto(self, cumulate<IsProduct>(self, dim, scanDType(self, dtype)));
}

struct LogSumOp {
  template <typename T>
  using State = std::conditional_t<isComplexType<T>, Complex128, double>;
  template <typename T>
  static State<T> start() {
    return -std::numeric_limits<double>::infinity();
  }
  static Complex128 next(Complex128 total, Complex128 value) {
    return math::logaddexp(total, value);
  }
  static double next(double total, double value) {
    const double low = std::min(total, value), high = std::max(total, value);
    if (value != value || total != total) return value + total;
    return low != high || !std::isinf(low) ? high + std::log1p(std::exp(low - high)) : total;
  }
};

Tensor logcumsumexp(const Tensor& self, int64_t dim) {
  if (!tensor::isFloating(self.dtype()) &&
      !(atLeast(TorchProfile::Torch2_6) && tensor::isComplex(self.dtype())))
    fail("\"logcumsumexp_out_cpu\" not implemented for '{}'", tensor::nameOf(self.dtype()));
  return scan<LogSumOp>(self, dim, self.dtype());
}

using Pair = std::tuple<Tensor, Tensor>;

// Returns the extremum so far and its index; of equal elements the last. NaN is kept after its
// first occurrence.
template <bool IsMax>
Pair cumulativeExtremum(const Tensor& self, int64_t dim) {
  // As in PyTorch, trivial tensors skip the checks of dimension and dtype.
  const bool isTrivial = self.numel() == 0 || self.dim() == 0;
  if (!isTrivial && tensor::isComplex(self.dtype()))
    fail("cummax and cummin are not implemented for complex numbers");
  const auto at = isTrivial ? 0 : static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  const DType wide = reductionDType(self.dtype());
  Tensor indices = tensor::emptyBeside(self, self.sizes(), DType::Int64),
         values = tensor::emptyBeside(self, self.sizes(), wide);
  if (!values.isMeta() && values.numel() != 0) {
    const std::array<Tensor, 3> operands = {asVector(toDType(self, wide)), asVector(values),
                                            asVector(indices)};
    const int64_t count = operands[0].sizes()[at];
    visitReduced(wide, [&]<typename T>() {
      if constexpr (isComplexType<T>) {
        copyInto(values, self);  // a 0-d tensor
        fill(indices, 0.0);
      } else {
        const int64_t step = stepOf(operands[0], at), valueStep = stepOf(operands[1], at),
                      indexStep = stepOf(operands[2], at);
        eachLine<3>(operands, at, [&](auto pointers) {
          T best = elementAt<T>(pointers[0], 0, 0);
          int64_t bestAt = 0;
          for (int64_t i = 0; i < count; ++i) {
            const T value = elementAt<T>(pointers[0], i, step);
            if (isNan(value) || (!isNan(best) && (IsMax ? value >= best : value <= best))) {
              best = value;
              bestAt = i;
            }
            elementAt<T>(pointers[1], i, valueStep) = best;
            elementAt<int64_t>(pointers[2], i, indexStep) = bestAt;
          }
        });
      }
    });
  }
  return {toDType(values, self.dtype()), indices};
}

// ---- differences

Tensor subtract(const Tensor& a, const Tensor& b) {
  if (a.dtype() == DType::Bool) return apply(formulas::logical_xor, {a, b});
  return apply(formulas::sub, {a, b}, {1});
}

Tensor diff(const Tensor& self, int64_t n, int64_t dim, const Tensor& prepend,
            const Tensor& append) {
  if (self.dim() == 0) fail("diff expects input to be at least one-dimensional");
  if (n < 0) fail("order must be non-negative but got {}", n);
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  for (const Tensor& other : {prepend, append}) {
    if (!other.defined()) continue;
    bool fits = other.dim() == self.dim();
    for (size_t i = 0; fits && i < self.sizes().size(); ++i)
      fits = i == at || other.sizes()[i] == self.sizes()[i];
    if (!fits)
      fail(
          "diff expects the shape of tensor to prepend or append to match that of input except "
          "along the differencing dimension");
  }
  TensorList parts;
  for (const Tensor& part : {prepend, self, append})
    if (part.defined()) parts.push_back(part);
  Tensor result = parts.size() == 1 ? self : cat(parts, dim);
  if (n == 0) return parts.size() == 1 ? clone(result) : result;
  for (int64_t i = 0; i < n && result.sizes()[at] > 0; ++i) {
    const int64_t size = result.sizes()[at];
    result = subtract(narrow(result, dim, 1, size - 1), narrow(result, dim, 0, size - 1));
  }
  return result.same(self) ? clone(self) : result;
}

// With n = 0 nothing is subtracted, and PyTorch requires `out` to have the dtype of self.
void diffOut(Stack& stack) {
  (stack[stack.size() - 5].toInt() == 0 ? sameOutOf<diff> : outOf<diff>)(stack);
}

constexpr Kernel kScanKernels[] = {
    {"aten::cumsum", boxed<cumulate<false>>},
    {"aten::cumsum.out", inOutDTypeOf<cumulate<false>>},
    {"aten::cumsum_", boxed<cumulate_<false>>},
    {"aten::cumprod", boxed<cumulate<true>>},
    {"aten::cumprod.out", inOutDTypeOf<cumulate<true>>},
    {"aten::cumprod_", boxed<cumulate_<true>>},
    {"aten::logcumsumexp", boxed<logcumsumexp>},
    {"aten::logcumsumexp.out", sameOutOf<logcumsumexp>},
    {"aten::_logcumsumexp", boxed<logcumsumexp>},
    {"aten::cummax", boxed<cumulativeExtremum<true>>},
    {"aten::cummax.out", sameOutOf<cumulativeExtremum<true>>},
    {"aten::cummin", boxed<cumulativeExtremum<false>>},
    {"aten::cummin.out", sameOutOf<cumulativeExtremum<false>>},
    {"aten::diff", boxed<diff>},
    {"aten::diff.out", diffOut},
};

}  // namespace

std::span<const Kernel> scanKernels() { return kScanKernels; }

}  // namespace ts::kernels
