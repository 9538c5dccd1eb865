// max, min, amax, amin, aminmax, argmax, argmin. NaN is both the maximum and the minimum. The
// first of equal elements is chosen.
#include <limits>

#include "core/kernels/families.h"
#include "core/kernels/lines.h"
#include "core/kernels/order.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

// The extremum of numbers; NaN counts as one that is never taken.
template <typename T, bool IsMax>
struct NumberExtremumOp {
  using Acc = T;
  using Lane = T;
  T start() const {
    using Limits = std::numeric_limits<T>;
    if constexpr (Limits::has_infinity)
      return IsMax ? -Limits::infinity() : Limits::infinity();
    else
      return IsMax ? Limits::lowest() : Limits::max();
  }
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    acc = (IsMax ? value > acc : value < acc) ? value : acc;
  }
  template <typename V>
  TS_INLINED void join(V& acc, const V& other) const {
    add(acc, other);
  }
  TS_INLINED T finish(T acc, int64_t) const { return acc; }
};

template <typename T, bool IsMax>
struct ExtremumOp : NumberExtremumOp<T, IsMax> {
  // Once acc is NaN, only another NaN takes its place.
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    acc = ((IsMax ? value > acc : value < acc) | (value != value)) ? value : acc;
  }
  template <typename V>
  TS_INLINED void join(V& acc, const V& other) const {
    add(acc, other);
  }
  // Finds the extremum of numbers and looks for a NaN, which takes fewer instructions than add().
  template <size_t kBytes, typename In>
  TS_INLINED void addRun(T& total, const In* from, int64_t count) const {
    using V = Pack<T, kBytes>;
    constexpr NumberExtremumOp<T, IsMax> numbers{};
    constexpr int64_t kPacks = 4, kWidth = kBytes / sizeof(T), kLanes = kPacks * kWidth;
    if (count < kLanes) return addInLanes(*this, total, from, count);
    V best[kPacks];
    writtenOut<kPacks>([&](auto p) TS_INLINED_LAMBDA { best[p] = V{} + numbers.start(); });
    auto nan = V{} != V{};
    // The last elements are read twice, which changes no extremum.
    for (int64_t i = 0; i < count; i += kLanes) {
      const In* at = from + std::min(i, count - kLanes);
      V values[kPacks];
      writtenOut<kPacks>([&](auto p) TS_INLINED_LAMBDA {
        loadPack<T, kBytes>(values[p], at + p * kWidth);
        numbers.add(best[p], values[p]);
      });
      // One instruction compares two packs.
      nan |= (values[0] != values[0]) | (values[1] != values[1]);
      nan |= (values[2] != values[2]) | (values[3] != values[3]);
    }
    add(total, joined<T>(numbers, best));
    std::array<uint64_t, kBytes / sizeof(uint64_t)> words;
    std::memcpy(words.data(), &nan, kBytes);
    uint64_t any = 0;
    for (const uint64_t word : words) any |= word;
    if (any != 0) total = std::numeric_limits<T>::quiet_NaN();
  }
};
template <typename T, bool IsMax>
requires std::is_integral_v<T>
struct ExtremumOp<T, IsMax> : NumberExtremumOp<T, IsMax> {
};

// Calls f.operator()<In, T>() with the type of the elements, and the type in which their extremum
// is found; `wide` is its dtype.
template <typename F>
void visitOrdered(DType dtype, DType wide, F&& f) {
  if (dtype == wide)
    return dtype == DType::Int32     ? f.template operator()<int32_t, int32_t>()
           : dtype == DType::UInt8   ? f.template operator()<uint8_t, uint8_t>()
           : dtype == DType::Int64   ? f.template operator()<int64_t, int64_t>()
           : dtype == DType::Float32 ? f.template operator()<float, float>()
                                     : f.template operator()<double, double>();
  dtype == DType::Float16 ? f.template operator()<tensor::Half, float>()
                          : f.template operator()<tensor::BFloat16, float>();
}

void refuseComplex(const Tensor& self, std::string_view what) {
  if (tensor::isComplex(self.dtype()))
    fail(ErrorKind::NotImplemented, "{} is not implemented for {}", what,
         tensor::nameOf(self.dtype()));
}

// The dtype in which extrema are found.
DType extremumDType(DType dtype) {
  const bool isShort = dtype == DType::Int32 || dtype == DType::UInt8;
  return isShort ? dtype : reductionDType(dtype);
}

template <bool IsMax>
Tensor extremum(const Tensor& self, const OptionalDims& dims, bool keepdim, std::string_view what) {
  refuseComplex(self, what);
  if (self.numel() == 0) {
    if (!dims || dims->empty())
      fail(
          "{}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
          "reduction dim with the 'dim' argument.",
          what);
    for (int64_t dim : *dims)
      if (self.dim() > 0 && self.size(dim) == 0)
        fail(ErrorKind::Index, "{}(): Expected reduction dim {} to have non-zero size.", what, dim);
  }
  const ReducedDims reduced(self, dims);
  const DType dtype = self.dtype();
  const DType wide = extremumDType(dtype);
  Tensor result = tensor::emptyBeside(self, reduced.shape(self, keepdim), wide);
  if (!result.isMeta()) {
    const Tensor from = tensor::isFloating(dtype) ? self : toDType(self, wide);
    visitOrdered(from.dtype(), wide, [&]<typename In, typename T>() {
      reduceInto<In, T>(result, from, reduced, ExtremumOp<T, IsMax>{});
    });
  }
  return toDType(result, dtype);
}

Tensor amaxDims(const Tensor& self, const IntList& dims, bool keepdim) {
  return extremum<true>(self, dims, keepdim, "amax");
}
Tensor aminDims(const Tensor& self, const IntList& dims, bool keepdim) {
  return extremum<false>(self, dims, keepdim, "amin");
}
Tensor maxAll(const Tensor& self) { return extremum<true>(self, {}, false, "max"); }
Tensor minAll(const Tensor& self) { return extremum<false>(self, {}, false, "min"); }

using Pair = std::tuple<Tensor, Tensor>;

// Both extrema of adjacent elements, block by block, so that memory is read once.
Pair extremaOfAll(const Tensor& self) {
  constexpr int64_t kBlock = 8192;
  const DType wide = extremumDType(self.dtype());
  const Tensor from = tensor::isFloating(self.dtype()) ? self : toDType(self, wide),
               low = tensor::empty(Dims{}, wide), high = tensor::empty(Dims{}, wide);
  visitOrdered(from.dtype(), wide, [&]<typename In, typename T>() {
    const ExtremumOp<T, false> least;
    const ExtremumOp<T, true> greatest;
    T lowest = least.start(), highest = greatest.start();
    inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
      for (int64_t first = 0; first < from.numel(); first += kBlock) {
        const In* const at = from.data<In>() + first;
        const int64_t count = std::min(kBlock, from.numel() - first);
        addRun<kBytes>(least, lowest, at, count);
        addRun<kBytes>(greatest, highest, at, count);
      }
    });
    *low.data<T>() = lowest;
    *high.data<T>() = highest;
  });
  return {toDType(low, self.dtype()), toDType(high, self.dtype())};
}

Pair aminmax(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  const bool isAll = !dim && !keepdim && self.isContiguous() && self.numel() > 0;
  if (isAll && !self.isMeta() && !tensor::isComplex(self.dtype())) return extremaOfAll(self);
  const OptionalDims dims = dim ? OptionalDims(IntList{*dim}) : std::nullopt;
  Tensor low = extremum<false>(self, dims, keepdim, "aminmax"),
         high = extremum<true>(self, dims, keepdim, "aminmax");
  if (keepdim && (!dim || self.dim() == 0)) {
    // As in PyTorch 1.13, a 0-d tensor with `dim` and `keepdim` gets a dimension of size 1.
    const size_t rank = self.sizes().size();
    const Dims ones(dim && !atLeast(TorchProfile::Torch2_6) ? 1 : rank, 1);
    return {viewTo(low, ones), viewTo(high, ones)};
  }
  return {low, high};
}
Pair aminmaxAll(const Tensor& self) { return aminmax(self, std::nullopt, false); }
Pair aminmaxDim(const Tensor& self, int64_t dim, bool keepdim) {
  return aminmax(self, dim, keepdim);
}

// Returns the index of the first extremum of adjacent elements: the first NaN, else the first
// element that equals the extremum, which is found in vectors.
template <bool IsMax, typename T>
int64_t extremumOfRun(const T* from, int64_t count) {
  constexpr int64_t kBlock = 512;
  const ExtremumOp<T, IsMax> op;
  int64_t bestAt = 0;
  inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
    T best = op.start();
    for (int64_t first = 0; first < count && !isNan(best); first += kBlock) {
      T own = op.start();
      addRun<kBytes>(op, own, from + first, std::min(kBlock, count - first));
      if ((IsMax ? own > best : own < best) || isNan(own) || first == 0) {
        best = own;
        bestAt = first;
      }
    }
    const bool wantsNan = isNan(best);
    while (wantsNan ? !isNan(from[bestAt]) : from[bestAt] != best) ++bestAt;
  });
  return bestAt;
}

// Returns the extrema along one dimension and their indices.
template <bool IsMax>
Pair extremumAt(const Tensor& input, int64_t dim, bool keepdim, std::string_view what) {
  refuseComplex(input, what);
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, input.dim()));
  const Tensor self = input.dim() == 0 ? unsqueeze(input, 0) : input;
  if (self.sizes()[at] == 0)
    fail(ErrorKind::Index, "{}(): Expected reduction dim {} to have non-zero size.", what, at);
  Dims sizes = self.sizes();
  sizes[at] = 1;
  Tensor values = tensor::emptyBeside(self, sizes, self.dtype()),
         indices = tensor::emptyBeside(self, sizes, DType::Int64);
  if (!values.isMeta() && values.numel() != 0) {
    const DType wide = reductionDType(self.dtype());
    const Tensor from = toDType(self, wide);
    Tensor extrema = wide == self.dtype() ? values : tensor::empty(sizes, wide);
    const int64_t count = self.sizes()[at], step = stepOf(from, at);
    visitReduced(wide, [&]<typename T>() {
      if constexpr (!isComplexType<T>) {
        eachLine<3>({from, extrema, indices}, at, [&](auto pointers) {
          if (step == sizeof(T) && count >= 64) {
            const T* line = reinterpret_cast<const T*>(pointers[0]);
            const int64_t found = extremumOfRun<IsMax>(line, count);
            elementAt<T>(pointers[1], 0, 0) = line[found];
            elementAt<int64_t>(pointers[2], 0, 0) = found;
            return;
          }
          T best = elementAt<T>(pointers[0], 0, step);
          int64_t bestAt = 0;
          for (int64_t i = 1; i < count && !isNan(best); ++i) {
            const T value = elementAt<T>(pointers[0], i, step);
            if ((IsMax ? value > best : value < best) || isNan(value)) {
              best = value;
              bestAt = i;
            }
          }
          elementAt<T>(pointers[1], 0, 0) = best;
          elementAt<int64_t>(pointers[2], 0, 0) = bestAt;
        });
      }
    });
    if (!extrema.same(values)) copyInto(values, extrema);
  }
  if (input.dim() == 0 || !keepdim)
    return {squeeze(values, static_cast<int64_t>(at)), squeeze(indices, static_cast<int64_t>(at))};
  return {values, indices};
}

Pair maxDim(const Tensor& self, int64_t dim, bool keepdim) {
  return extremumAt<true>(self, dim, keepdim, "max");
}
Pair minDim(const Tensor& self, int64_t dim, bool keepdim) {
  return extremumAt<false>(self, dim, keepdim, "min");
}

template <bool IsMax>
Tensor argExtremum(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  constexpr std::string_view kWhat = IsMax ? "argmax" : "argmin";
  if (dim) return std::get<1>(extremumAt<IsMax>(self, *dim, keepdim, kWhat));
  if (self.numel() == 0)
    fail(ErrorKind::Index,
         "{}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
         "reduction dim with the 'dim' argument.",
         kWhat);
  const Tensor extremum =
      std::get<1>(extremumAt<IsMax>(reshape(self, Dims{self.numel()}), 0, false, kWhat));
  return keepdim ? viewTo(extremum, Dims(self.sizes().size(), 1)) : extremum;
}

constexpr Kernel kExtremaKernels[] = {
    {"aten::amax", boxed<amaxDims>},
    {"aten::amax.out", sameOutOf<amaxDims>},
    {"aten::amin", boxed<aminDims>},
    {"aten::amin.out", sameOutOf<aminDims>},
    {"aten::max", boxed<maxAll>},
    {"aten::min", boxed<minAll>},
    {"aten::max.dim", boxed<maxDim>},
    {"aten::max.dim_max", sameOutOf<maxDim>},
    {"aten::min.dim", boxed<minDim>},
    {"aten::min.dim_min", sameOutOf<minDim>},
    {"aten::aminmax", boxed<aminmax>},
    {"aten::aminmax.out", sameOutOf<aminmax>},
    {"aten::_aminmax", boxed<aminmaxAll>},
    {"aten::_aminmax.dim", boxed<aminmaxDim>},
    {"aten::argmax", boxed<argExtremum<true>>},
    {"aten::argmax.out", sameOutOf<argExtremum<true>>},
    {"aten::argmin", boxed<argExtremum<false>>},
    {"aten::argmin.out", sameOutOf<argExtremum<false>>},
};

}  // namespace

Tensor amax(const Tensor& self, const OptionalDims& dims, bool keepdim) {
  return extremum<true>(self, dims, keepdim, "amax");
}

Tensor amin(const Tensor& self, const OptionalDims& dims, bool keepdim) {
  return extremum<false>(self, dims, keepdim, "amin");
}

std::span<const Kernel> extremaKernels() { return kExtremaKernels; }

}  // namespace ts::kernels
