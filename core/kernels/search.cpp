// Searching and counting: searchsorted, bucketize, isin, unique, bincount, histc, one_hot.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/kernels/families.h"
#include "core/kernels/index.h"
#include "core/kernels/join.h"
#include "core/kernels/lines.h"
#include "core/kernels/order.h"
#include "core/kernels/packs.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

Tensor searchsorted(const Tensor& sorted, const Tensor& self, bool outInt32, bool right,
                    const std::optional<std::string>& side, const Tensor& sorter) {
  if (side && *side != "left" && *side != "right")
    fail("torch.searchsorted(): side can only be 'left' or 'right' but got {}", *side);
  if (side && *side == "left" && right)
    fail(
        "torch.searchsorted(): side and right can't be set to opposites, got side of left while "
        "right was True");
  const bool isRight = right || (side && *side == "right");
  if (sorted.dim() == 0)
    fail(
        "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 "
        "dimension");
  if (sorted.dim() != 1) {
    bool fits = self.dim() == sorted.dim();
    for (size_t i = 0; fits && i + 1 < sorted.sizes().size(); ++i)
      fits = sorted.sizes()[i] == self.sizes()[i];
    if (!fits)
      fail(
          "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
          "dimensions of boundaries tensor and input value "
          "tensor must match, but we got boundaries tensor {} and input value tensor {}",
          tensor::shapeText(sorted.sizes()), tensor::shapeText(self.sizes()));
  }
  if (sorter.defined() && (sorter.sizes() != sorted.sizes() || sorter.dtype() != DType::Int64))
    fail(
        "torch.searchsorted(): boundary and sorter must have the same size, and sorter the dtype "
        "int64, but got {} of {} for {}",
        tensor::shapeText(sorter.sizes()), tensor::nameOf(sorter.dtype()),
        tensor::shapeText(sorted.sizes()));
  const DType wide = orderDType(promoteAll({sorted, self}), "searchsorted");
  Tensor result = tensor::emptyBeside(self, self.sizes(), DType::Int64);
  if (!result.isMeta() && result.numel() != 0) {
    const Tensor edges = contiguous(toDType(sorted, wide)),
                 values = contiguous(toDType(self, wide));
    const Tensor order = sorter.defined() ? contiguous(sorter) : Tensor();
    const int64_t width = edges.sizes().back(),
                  perRow = sorted.dim() == 1 ? values.numel() : values.sizes().back();
    visitOrder(wide, [&]<typename T>() {
      // Several values at once, so that the processor does not wait for one element after the
      // other. The steps depend on the width alone.
      constexpr int64_t kAtOnce = 16;
      for (int64_t i = 0; i < values.numel();) {
        const int64_t row = sorted.dim() == 1 ? 0 : i / perRow;
        const int64_t count = std::min(kAtOnce, (row + 1) * perRow - i);
        const T *const value = values.data<T>() + i, *const edge = edges.data<T>() + row * width;
        const int64_t* const at = order.defined() ? order.data<int64_t>() + row * width : nullptr;
        // NaN compares as the greatest value on both sides.
        const auto isBefore = [&](int64_t k, T limit) {
          const int64_t place = at ? std::clamp<int64_t>(at[k], 0, width - 1) : k;
          return isRight ? !(edge[place] > limit) : !(edge[place] >= limit);
        };
        int64_t low[kAtOnce] = {}, rest = width;
        for (; rest > 1; rest -= rest / 2)
          for (int64_t k = 0; k < count; ++k)
            low[k] += static_cast<int64_t>(isBefore(low[k] + rest / 2 - 1, value[k])) * (rest / 2);
        for (int64_t k = 0; k < count; ++k, ++i)
          result.data<int64_t>()[i] = low[k] + (rest == 1 && isBefore(low[k], value[k]) ? 1 : 0);
      }
    });
  }
  return outInt32 ? toDType(result, DType::Int32) : result;
}
Tensor searchsortedNumber(const Tensor& sorted, const Scalar& value, bool outInt32, bool right,
                          const std::optional<std::string>& side, const Tensor& sorter) {
  return searchsorted(sorted, tensorOf(value, sorted.dtype()), outInt32, right, side, sorter);
}
Tensor bucketize(const Tensor& self, const Tensor& boundaries, bool outInt32, bool right) {
  if (boundaries.dim() != 1)
    fail("boundaries tensor must be 1 dimension, but got dim({})", boundaries.dim());
  return searchsorted(boundaries, self, outInt32, right, {}, {});
}
Tensor bucketizeNumber(const Scalar& value, const Tensor& boundaries, bool outInt32, bool right) {
  return bucketize(tensorOf(value, boundaries.dtype()), boundaries, outInt32, right);
}

Tensor isin(const Tensor& elements, const Tensor& tests, bool, bool invert) {
  const DType dtype = promoteAll({elements, tests});
  if (dtype == DType::Bool) fail("Unsupported input type encountered for isin(): Bool");
  const DType wide = orderDType(dtype, "isin");
  Tensor result = tensor::emptyBeside(elements, elements.sizes(), DType::Bool);
  if (result.isMeta()) return result;
  const Tensor from = contiguous(toDType(elements, wide)), test = contiguous(toDType(tests, wide));
  visitOrder(wide, [&]<typename T>() {
    std::vector<T> sorted;
    std::copy_if(test.data<T>(), test.data<T>() + test.numel(), std::back_inserter(sorted),
                 [](T value) { return value == value; });
    std::ranges::sort(sorted);
    for (int64_t i = 0; i < from.numel(); ++i) {
      const T value = from.data<T>()[i];
      result.data<bool>()[i] =
          (value == value && std::ranges::binary_search(sorted, value)) != invert;
    }
  });
  return result;
}
Tensor number(const Scalar& value) {
  Tensor tensor = tensorOf(value, value.isReal() ? tensor::defaultDType() : value.dtype());
  tensor.impl()->isWrappedNumber = true;
  return tensor;
}
Tensor isinNumber(const Tensor& elements, const Scalar& test, bool unique, bool invert) {
  return isin(elements, number(test), unique, invert);
}
Tensor numberIsin(const Scalar& element, const Tensor& test, bool unique, bool invert) {
  return isin(number(element), test, unique, invert);
}

// ---- unique

using Triple = std::tuple<Tensor, Tensor, Tensor>;

Tensor indicesFrom(const std::vector<int64_t>& values, std::span<const int64_t> shape) {
  Tensor result = tensor::empty(shape, DType::Int64);
  std::ranges::copy(values, result.data<int64_t>());
  return result;
}

// Returns the distinct rows of self along `dim` (sorted if `sorts`), the index of each row in the
// result, and the count of each distinct row.
Triple uniqueRows(const Tensor& self, int64_t dim, bool sorts) {
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  const DType wide = orderDType(self.dtype(), "unique");
  const Tensor rows = contiguous(toDType(moveDim(self, static_cast<int64_t>(at), 0), wide));
  const auto count = static_cast<size_t>(rows.sizes()[0]);
  if (self.numel() == 0 && count != 0)
    fail("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied");
  const size_t width = count == 0 ? 0 : static_cast<size_t>(rows.numel()) / count;
  std::vector<int64_t> order(count), inverse(count), counts, firsts;
  std::iota(order.begin(), order.end(), int64_t{0});
  visitOrder(wide, [&]<typename T>() {
    auto row = [&](int64_t i) {
      return std::span(rows.data<T>() + static_cast<size_t>(i) * width, width);
    };
    if (sorts)
      std::ranges::stable_sort(order, [&](int64_t a, int64_t b) {
        return std::ranges::lexicographical_compare(row(a), row(b), isLess<T>);
      });
    for (size_t i = 0; i < count; ++i) {
      if (i == 0 || !std::ranges::equal(row(order[i]), row(order[i - 1]))) {
        firsts.push_back(order[i]);
        counts.push_back(0);
      }
      ++counts.back();
      inverse[static_cast<size_t>(order[i])] = static_cast<int64_t>(firsts.size()) - 1;
    }
  });
  const Dims sizes{static_cast<int64_t>(firsts.size())};
  const Tensor values = moveDim(
      indexSelect(moveDim(self, static_cast<int64_t>(at), 0), 0, indicesFrom(firsts, sizes)), 0,
      static_cast<int64_t>(at));
  return {values, indicesFrom(inverse, Dims{static_cast<int64_t>(count)}),
          indicesFrom(counts, sizes)};
}

Tensor nothing() { return tensor::empty(Dims{0}, DType::Int64); }
void refuseMeta(const Tensor& self) {
  if (self.isMeta())
    fail("unique: the shape depends on values, which a tensor on meta doesn't have");
}

// Sorts by one byte of the difference to the least element after the other, from the lowest one up
// to the highest that is not 0 everywhere.
void sortValues(std::vector<int64_t>& values) {
  if (values.empty()) return;
  const auto [low, high] = std::ranges::minmax(values);
  const auto least = static_cast<uint64_t>(low);
  const uint64_t range = static_cast<uint64_t>(high) - least;
  std::vector<int64_t> next(values.size());
  for (int shift = 0; shift < 64 && range >> shift != 0; shift += 8) {
    const auto byteOf = [=](int64_t value) {
      return (static_cast<uint64_t>(value) - least) >> shift & 255;
    };
    std::array<size_t, 256> places{};
    for (int64_t value : values) ++places[byteOf(value)];
    size_t before = 0;
    for (size_t& place : places) before += std::exchange(place, before);
    for (int64_t value : values) next[places[byteOf(value)]++] = value;
    values.swap(next);
  }
}
// NaN comes last.
template <typename T>
requires std::is_floating_point_v<T>
void sortValues(std::vector<T>& values) { std::ranges::sort(values, isLess<T>); }

// The distinct elements without their places: no element needs its index.
template <typename T>
std::tuple<Tensor, Tensor> distinctValues(const Tensor& self, bool sorts, bool returnCounts) {
  const T* from = self.data<T>();
  const int64_t count = self.numel();
  std::vector<T> sorted;
  if (sorts) {
    sorted.assign(from, from + count);
    sortValues(sorted);
    from = sorted.data();
  }
  int64_t distinct = count > 0 ? 1 : 0;
  inVectors([&]<size_t>() TS_INLINED_LAMBDA {
    for (int64_t i = 1; i < count; ++i) distinct += from[i] != from[i - 1] ? 1 : 0;
  });
  const Tensor values = tensor::empty(Dims{distinct}, self.dtype()),
               counts = returnCounts ? tensor::empty(Dims{distinct}, DType::Int64) : nothing();
  T* const to = values.data<T>();
  // From the last element on, each one overwrites its equals, so that the first one stays: no
  // branch depends on it.
  int64_t at = distinct - 1, end = count;
  for (int64_t i = count - 1; i >= 0; --i) {
    to[at] = from[i];
    if (returnCounts) counts.data<int64_t>()[at] = end - i;
    const bool isFirst = i > 0 && from[i] != from[i - 1];
    end = isFirst ? i : end;
    at -= isFirst ? 1 : 0;
  }
  return {values, counts};
}

// The distinct elements of a tensor of any shape.
Triple uniqueElements(const Tensor& self, bool sorts, bool returnInverse, bool returnCounts) {
  refuseMeta(self);
  const bool givesInverse = returnInverse || (returnCounts && !atLeast(TorchProfile::Torch2_6));
  if (!givesInverse) {
    const DType wide = orderDType(self.dtype(), "unique");
    auto [values, counts] = visitOrder(wide, [&]<typename T>() {
      return distinctValues<T>(contiguous(toDType(self, wide)), sorts, returnCounts);
    });
    return {toDType(values, self.dtype()), nothing(), counts};
  }
  auto [values, inverse, counts] = uniqueRows(reshape(self, Dims{self.numel()}), 0, sorts);
  return {values, viewTo(inverse, self.sizes()), returnCounts ? counts : nothing()};
}
Triple unique2(const Tensor& self, bool, bool returnInverse, bool returnCounts) {
  return uniqueElements(self, true, returnInverse, returnCounts);
}
std::tuple<Tensor, Tensor> unique(const Tensor& self, bool, bool returnInverse) {
  auto [values, inverse, counts] = uniqueElements(self, true, returnInverse, false);
  return {values, inverse};
}
// PyTorch's unique_dim always returns all three results.
Triple uniqueDim(const Tensor& self, int64_t dim, bool, bool, bool) {
  refuseMeta(self);
  return uniqueRows(self, dim, true);
}
Triple uniqueDimConsecutive(const Tensor& self, int64_t dim, bool, bool) {
  refuseMeta(self);
  return uniqueRows(self, dim, false);
}
Triple uniqueConsecutive(const Tensor& self, bool returnInverse, bool returnCounts,
                         std::optional<int64_t> dim) {
  if (dim && !(self.dim() == 1 && tensor::wrapDim(*dim, 1) == 0))
    return uniqueDimConsecutive(self, *dim, returnInverse, returnCounts);
  return uniqueElements(self, false, returnInverse, returnCounts);
}

// ---- counting

Tensor bincount(const Tensor& self, const Tensor& weights, int64_t minLength) {
  if (minLength < 0) fail("minlength should be >= 0");
  if (self.dim() != 1 || !tensor::isIntegral(self.dtype()))
    fail("bincount only supports 1-d non-negative integral inputs.");
  if (self.isMeta())
    fail("bincount: the shape depends on values, which a tensor on meta doesn't have");
  const bool isWeighted = weights.defined();
  if (isWeighted && (weights.dim() != 1 || weights.numel() != self.numel()))
    fail("weights should be 1-d and have the same length as input");
  const Tensor values = contiguous(toDType(self, DType::Int64));
  const std::span<const int64_t> numbers(values.data<int64_t>(),
                                         static_cast<size_t>(values.numel()));
  int64_t length = minLength;
  if (!numbers.empty()) {
    if (itemOf(amin(values)).to<int64_t>() < 0)
      fail("bincount only supports 1-d non-negative integral inputs.");
    length = std::max(length, itemOf(amax(values)).to<int64_t>() + 1);
  }
  if (numbers.empty()) {
    Tensor empty = tensor::empty(Dims{minLength}, DType::Int64);
    fill(empty, 0);
    return empty;
  }
  if (!isWeighted) {
    Tensor counts = tensor::empty(Dims{length}, DType::Int64);
    fill(counts, 0);
    int64_t* const to = counts.data<int64_t>();
    for (int64_t value : numbers) ++to[value];
    return counts;
  }
  const Tensor wide = contiguous(toDType(weights, DType::Float64));
  Tensor sums = tensor::empty(Dims{length}, DType::Float64);
  fill(sums, 0);
  for (size_t i = 0; i < numbers.size(); ++i)
    sums.data<double>()[numbers[i]] += wide.data<double>()[i];
  return weights.dtype() == DType::Float32 ? toDType(sums, DType::Float32) : sums;
}

Tensor histc(const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max) {
  if (self.dtype() != DType::Float32 && self.dtype() != DType::Float64)
    fail("\"histogram_cpu\" not implemented for '{}'", tensor::nameOf(self.dtype()));
  if (bins <= 0) fail("bins must be > 0, but got {}", bins);
  Tensor result = tensor::emptyBeside(self, Dims{bins}, self.dtype());
  fill(result, 0);
  if (result.isMeta()) return result;
  const Tensor values = contiguous(self);
  tensor::visit(self.dtype(), [&]<typename T>() {
    if constexpr (std::is_floating_point_v<T>) {
      const T* const numbers = values.data<T>();
      T low = min.to<T>(), high = max.to<T>();
      if (low == high && values.numel() > 0) {
        low = itemOf(amin(values)).to<T>();
        high = itemOf(amax(values)).to<T>();
      }
      if (low == high) {
        low -= 1;
        high += 1;
      }
      if (!std::isfinite(low) || !std::isfinite(high))
        fail("range of [{}, {}] is not finite", low, high);
      if (low > high) fail("max must be larger than min");
      // Neighbours count apart: an increment waits for the last one of the same number. The last
      // bin is for what is beyond the range.
      constexpr int64_t kApart = 4;
      const int64_t places = bins + 1;
      std::vector<int64_t> counts(static_cast<size_t>(kApart * places));
      const T width = high - low, scale = static_cast<T>(bins);
      for (int64_t i = 0; i < values.numel(); ++i) {
        const T value = numbers[i];
        const bool isWithin = value >= low && value <= high;
        const auto bin = static_cast<int64_t>(isWithin ? (value - low) / width * scale : T(0));
        const int64_t at = isWithin ? std::min(bin, bins - 1) : bins;
        ++counts[static_cast<size_t>(i % kApart * places + at)];
      }
      for (int64_t bin = 0; bin < bins; ++bin) {
        int64_t count = 0;
        for (int64_t k = 0; k < kApart; ++k) count += counts[static_cast<size_t>(k * places + bin)];
        result.data<T>()[bin] = static_cast<T>(count);
      }
    }
  });
  return result;
}

Tensor oneHot(const Tensor& self, int64_t classes) {
  if (self.dtype() != DType::Int64) fail("one_hot is only applicable to index tensor.");
  Dims shape = self.sizes();
  if (self.numel() == 0 && classes <= 0)
    fail("Can not infer total number of classes from empty tensor.");
  const Tensor values = contiguous(self);
  int64_t greatest = -1;
  for (int64_t i = 0; !self.isMeta() && i < values.numel(); ++i) {
    if (values.data<int64_t>()[i] < 0) fail("Class values must be non-negative.");
    greatest = std::max(greatest, values.data<int64_t>()[i]);
  }
  if (classes == -1)
    classes = greatest + 1;
  else if (self.numel() != 0 && classes < 1)
    fail("num_classes should be positive");
  else if (greatest >= classes)
    fail("Class values must be smaller than num_classes.");
  shape.push_back(classes);
  Tensor result = tensor::emptyBeside(self, shape, DType::Int64);
  fill(result, 0);
  for (int64_t i = 0; !self.isMeta() && i < values.numel(); ++i)
    result.data<int64_t>()[i * classes + values.data<int64_t>()[i]] = 1;
  return result;
}

constexpr Kernel kSearchKernels[] = {
    {"aten::searchsorted.Tensor", boxed<searchsorted>},
    {"aten::searchsorted.Tensor_out", sameOutOf<searchsorted>},
    {"aten::searchsorted.Scalar", boxed<searchsortedNumber>},
    {"aten::bucketize.Tensor", boxed<bucketize>},
    {"aten::bucketize.Tensor_out", sameOutOf<bucketize>},
    {"aten::bucketize.Scalar", boxed<bucketizeNumber>},
    {"aten::isin.Tensor_Tensor", boxed<isin>},
    {"aten::isin.Tensor_Tensor_out", sameOutOf<isin>},
    {"aten::isin.Tensor_Scalar", boxed<isinNumber>},
    {"aten::isin.Tensor_Scalar_out", sameOutOf<isinNumber>},
    {"aten::isin.Scalar_Tensor", boxed<numberIsin>},
    {"aten::isin.Scalar_Tensor_out", sameOutOf<numberIsin>},
    {"aten::_unique", boxed<unique>},
    {"aten::_unique2", boxed<unique2>},
    {"aten::unique_dim", boxed<uniqueDim>},
    {"aten::unique_dim_consecutive", boxed<uniqueDimConsecutive>},
    {"aten::unique_consecutive", boxed<uniqueConsecutive>},
    {"aten::bincount", boxed<bincount>},
    {"aten::histc", boxed<histc>},
    {"aten::histc.out", sameOutOf<histc>},
    {"aten::one_hot", boxed<oneHot>},
};

}  // namespace

std::span<const Kernel> searchKernels() { return kSearchKernels; }

}  // namespace ts::kernels
