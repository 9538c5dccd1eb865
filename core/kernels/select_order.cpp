// Elements by rank: kthvalue, median, nanmedian, mode, quantile, nanquantile.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/kernels/families.h"
#include "core/kernels/lines.h"
#include "core/kernels/order.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

using Pair = std::tuple<Tensor, Tensor>;

// Calls find(items of a line), which returns the chosen element with its index. With `keepdim` the
// dimension remains with size 1.
template <typename F>
Pair chooseAlong(const Tensor& self, int64_t dim, bool keepdim, std::string_view what, F&& find) {
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  const DType wide = orderDType(self.dtype(), what);
  const Tensor source = self.dim() == 0 ? unsqueeze(self, 0) : self;
  if (source.sizes()[at] == 0)
    fail(ErrorKind::Index, "{}(): Expected reduction dim {} to have non-zero size.", what, at);
  Dims sizes = source.sizes();
  sizes[at] = 1;
  Tensor values = tensor::emptyBeside(self, sizes, wide),
         indices = tensor::emptyBeside(self, sizes, DType::Int64);
  if (!values.isMeta() && values.numel() != 0) {
    const Tensor from = toDType(source, wide);
    const int64_t count = source.sizes()[at], step = stepOf(from, at);
    visitOrder(wide, [&]<typename T>() {
      std::vector<Ranked<T>> items(static_cast<size_t>(count));
      eachLine<3>({from, values, indices}, at, [&](auto pointers) {
        for (int64_t i = 0; i < count; ++i)
          items[static_cast<size_t>(i)] = {elementAt<T>(pointers[0], i, step), i};
        const Ranked<T> chosen = find(items);
        elementAt<T>(pointers[1], 0, 0) = chosen.value;
        elementAt<int64_t>(pointers[2], 0, 0) = chosen.index;
      });
    });
  }
  values = toDType(values, self.dtype());
  if (keepdim && self.dim() > 0) return {values, indices};
  return {squeeze(values, static_cast<int64_t>(at)), squeeze(indices, static_cast<int64_t>(at))};
}

// Moves the element of rank k to position k: Hoare's selection with the median of three as pivot.
// The exchanges are PyTorch's, because they determine the index that is returned among equal
// elements.
template <typename T>
void quickSelect(std::vector<Ranked<T>>& items, size_t k) {
  size_t left = 0, right = items.size() - 1;
  auto sortPair = [&](size_t a, size_t b) {
    if (greater(items[a], items[b])) std::swap(items[a], items[b]);
  };
  while (right > left + 1) {
    std::swap(items[left + (right - left) / 2], items[left + 1]);
    sortPair(left + 1, right);
    sortPair(left, right);
    sortPair(left + 1, left);
    const Ranked<T> pivot = items[left];
    size_t i = left + 1, j = right;
    while (true) {
      do ++i;
      while (greater(pivot, items[i]));
      do --j;
      while (greater(items[j], pivot));
      if (j < i) break;
      std::swap(items[i], items[j]);
    }
    std::swap(items[left], items[j]);
    if (j <= k) left = i;
    if (j >= k) {
      if (j == 0) return;
      right = j - 1;
    }
  }
  if (right == left + 1) sortPair(left, right);
}

Pair kthvalue(const Tensor& self, int64_t k, int64_t dim, bool keepdim) {
  const int64_t size = self.dim() == 0 ? 1 : self.size(dim);
  tensor::wrapDim(dim, self.dim());
  if (k < 1 || k > size) fail("kthvalue(): selected number k out of range for dimension {}", dim);
  return chooseAlong(self, dim, keepdim, "kthvalue", [k](auto& items) {
    const auto at = static_cast<size_t>(k - 1);
    quickSelect(items, at);
    return items[at];
  });
}

// Returns the lower median. If any element is NaN, returns the first NaN, unless NaN is ignored.
template <bool IgnoresNan>
auto medianOf = [](auto& items) {
  auto hasNan = [](const auto& item) { return isNan(item.value); };
  const auto nan = std::ranges::find_if(items, hasNan);
  if (!IgnoresNan && nan != items.end()) return *nan;
  const auto numbers =
      static_cast<std::ptrdiff_t>(items.size()) - std::ranges::count_if(items, hasNan);
  const auto middle = items.begin() + std::max<std::ptrdiff_t>((numbers - 1) / 2, 0);
  // Chooses the first of equal elements.
  std::nth_element(items.begin(), middle, items.end(), [](const auto& a, const auto& b) {
    return less(a, b) || (!less(b, a) && a.index < b.index);
  });
  return *middle;
};

// The same of values without indices.
template <bool IgnoresNan, typename T>
T medianValue(std::vector<T> values) {
  const auto end = std::partition(values.begin(), values.end(), [](T x) { return !isNan(x); });
  if (end == values.begin() || (!IgnoresNan && end != values.end())) return values.back();
  const auto middle = values.begin() + (end - values.begin() - 1) / 2;
  std::nth_element(values.begin(), middle, end);
  return *middle;
}

template <bool IgnoresNan>
Pair medianDim(const Tensor& self, int64_t dim, bool keepdim) {
  return chooseAlong(self, dim, keepdim, "median", medianOf<IgnoresNan>);
}
template <bool IgnoresNan>
Tensor medianAll(const Tensor& self) {
  if (self.numel() == 0) {
    Tensor result = tensor::emptyBeside(self, Dims{}, self.dtype());
    fill(result, std::numeric_limits<double>::quiet_NaN());
    return result;
  }
  const DType wide = orderDType(self.dtype(), "median");
  const Tensor result = tensor::emptyBeside(self, Dims{}, wide);
  if (result.isMeta()) return toDType(result, self.dtype());
  const Tensor values = contiguous(toDType(self, wide));
  visitOrder(wide, [&]<typename T>() {
    *result.data<T>() = medianValue<IgnoresNan>(
        std::vector<T>(values.data<T>(), values.data<T>() + values.numel()));
  });
  return toDType(result, self.dtype());
}

// Returns the most frequent element, the least of several. Its index is the last one after sorting,
// as in PyTorch.
Pair mode(const Tensor& self, int64_t dim, bool keepdim) {
  return chooseAlong(self, dim, keepdim, "mode", [](auto& items) {
    std::sort(items.begin(), items.end(),
              [](const auto& a, const auto& b) { return a.value < b.value; });
    auto best = items[0];
    size_t most = 0, run = 0;
    for (size_t i = 0; i < items.size(); ++i) {
      ++run;
      if (i + 1 < items.size() && items[i].value == items[i + 1].value) continue;
      if (run > most) {
        most = run;
        best = items[i];
      }
      run = 0;
    }
    return best;
  });
}

// ---- quantiles

enum class Between : uint8_t { Linear, Lower, Higher, Midpoint, Nearest };

Between betweenFrom(const std::string& name) {
  static constexpr std::string_view kNames[] = {"linear", "lower", "higher", "midpoint", "nearest"};
  const auto mode = std::ranges::find(kNames, name);
  if (mode == std::end(kNames))
    fail(
        "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but "
        "got {}",
        name);
  return static_cast<Between>(mode - std::begin(kNames));
}

template <typename T>
T quantileOf(const std::vector<T>& sorted, T q, Between between) {
  T rank = q * static_cast<T>(sorted.size() - 1);
  if (between == Between::Lower) rank = std::floor(rank);
  if (between == Between::Higher) rank = std::ceil(rank);
  if (between == Between::Nearest) rank = std::nearbyint(rank);
  const T below = std::floor(rank), above = std::ceil(rank);
  const T weight = between == Between::Midpoint ? (above > below ? T(0.5) : T(0)) : rank - below;
  const T low = sorted[static_cast<size_t>(below)], high = sorted[static_cast<size_t>(above)];
  if (low == high) return low;
  return weight < T(0.5) ? low + weight * (high - low) : high - (high - low) * (1 - weight);
}

template <bool IgnoresNan>
Tensor quantile(const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool keepdim,
                const std::string& interpolation) {
  const Between between = betweenFrom(interpolation);
  if (self.numel() == 0) fail("quantile() input tensor must be non-empty");
  if (q.dim() > 1) fail("quantile() q must be a scalar or 1D tensor");
  if (self.dtype() != DType::Float32 && self.dtype() != DType::Float64)
    fail("quantile() input tensor must be either float or double dtype");
  if (q.dtype() != self.dtype()) fail("quantile() q tensor must be same dtype as the input tensor");
  const int64_t wrapped = tensor::wrapDim(dim.value_or(0), self.dim());
  // Makes the lines the last dimension of a contiguous copy.
  const Tensor lines =
      dim && self.dim() > 0 ? contiguous(moveDim(self, wrapped, -1)) : contiguous(flatten(self));
  Dims shape;
  for (size_t i = 0; i < self.sizes().size(); ++i) {
    const bool isReduced = !dim || static_cast<int64_t>(i) == wrapped;
    if (!isReduced || keepdim) shape.push_back(isReduced ? 1 : self.sizes()[i]);
  }
  if (q.dim() == 1) shape.push_back(q.numel());
  Tensor result = tensor::emptyBeside(self, shape, self.dtype());
  const Tensor inFront = q.dim() == 1 ? moveDim(result, -1, 0) : result;
  if (result.isMeta()) return inFront;
  const Tensor fractions = contiguous(q);
  const int64_t count = lines.sizes().back(), rows = lines.numel() / count;
  visitOrder(self.dtype(), [&]<typename T>() {
    if constexpr (std::is_floating_point_v<T>) {
      for (int64_t k = 0; k < q.numel(); ++k)
        if (!(fractions.data<T>()[k] >= 0 && fractions.data<T>()[k] <= 1))
          fail("quantile() q values must be in the range [0, 1]");
      for (int64_t row = 0; row < rows; ++row) {
        const T* from = lines.data<T>() + row * count;
        std::vector<T> sorted;
        std::copy_if(from, from + count, std::back_inserter(sorted),
                     [](T value) { return value == value; });
        const bool hasNan = sorted.size() < static_cast<size_t>(count);
        std::ranges::sort(sorted);
        for (int64_t k = 0; k < q.numel(); ++k)
          result.data<T>()[row * q.numel() + k] =
              sorted.empty() || (hasNan && !IgnoresNan)
                  ? std::numeric_limits<T>::quiet_NaN()
                  : quantileOf(sorted, fractions.data<T>()[k], between);
      }
    }
  });
  return inFront;
}
template <bool IgnoresNan>
Tensor quantileNumber(const Tensor& self, double q, std::optional<int64_t> dim, bool keepdim,
                      const std::string& interpolation) {
  if (!(q >= 0 && q <= 1)) fail("quantile() q must be in the range [0, 1] but got {}", q);
  return quantile<IgnoresNan>(self, tensorOf(q, self.dtype()), dim, keepdim, interpolation);
}

// A contiguous result for out=: without it, `out` would get the permuted strides of the
// computation.
template <bool IgnoresNan>
Tensor plainQuantile(const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool keepdim,
                     const std::string& interpolation) {
  return contiguous(quantile<IgnoresNan>(self, q, dim, keepdim, interpolation));
}

constexpr Kernel kSelectOrderKernels[] = {
    {"aten::kthvalue", boxed<kthvalue>},
    {"aten::kthvalue.values", sameOutOf<kthvalue>},
    {"aten::median", boxed<medianAll<false>>},
    {"aten::median.dim", boxed<medianDim<false>>},
    {"aten::median.dim_values", sameOutOf<medianDim<false>>},
    {"aten::nanmedian", boxed<medianAll<true>>},
    {"aten::nanmedian.dim", boxed<medianDim<true>>},
    {"aten::nanmedian.dim_values", sameOutOf<medianDim<true>>},
    {"aten::mode", boxed<mode>},
    {"aten::mode.values", sameOutOf<mode>},
    {"aten::quantile", boxed<quantile<false>>},
    {"aten::quantile.out", sameOutOf<plainQuantile<false>>},
    {"aten::quantile.scalar", boxed<quantileNumber<false>>},
    {"aten::quantile.scalar_out", sameOutOf<quantileNumber<false>>},
    {"aten::nanquantile", boxed<quantile<true>>},
    {"aten::nanquantile.out", sameOutOf<plainQuantile<true>>},
    {"aten::nanquantile.scalar", boxed<quantileNumber<true>>},
    {"aten::nanquantile.scalar_out", sameOutOf<quantileNumber<true>>},
};

}  // namespace

std::span<const Kernel> selectOrderKernels() { return kSelectOrderKernels; }

}  // namespace ts::kernels
