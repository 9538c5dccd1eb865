// sort, argsort, msort, topk. NaN is greater than any number.
#include <algorithm>
#include <limits>

#include "core/kernels/families.h"
#include "core/kernels/lines.h"
#include "core/kernels/order.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

using Pair = std::tuple<Tensor, Tensor>;

// Function objects, which the algorithms inline.
constexpr auto kBefore = [](const auto& a, const auto& b) { return less(a, b); };
constexpr auto kBehind = [](const auto& a, const auto& b) { return greater(a, b); };

// Sorts the lines of the first operand into the second, with the places in the third. Short items
// take less time.
template <typename T, typename Index>
void sortLines(const std::array<Tensor, 3>& operands, size_t dim, bool descending, bool isStable) {
  struct Item {
    T value;
    Index index;
  };
  const int64_t count = operands[0].sizes()[dim];
  std::array<int64_t, 3> steps;
  for (size_t k = 0; k < 3; ++k) steps[k] = stepOf(operands[k], dim);
  std::vector<Item> items(static_cast<size_t>(count));
  eachLine<3>(operands, dim, [&](auto pointers) {
    bool hasNan = false;
    for (int64_t i = 0; i < count; ++i) {
      const T value = elementAt<T>(pointers[0], i, steps[0]);
      hasNan |= isNan(value);
      items[static_cast<size_t>(i)] = {value, static_cast<Index>(i)};
    }
    // As in PyTorch, the algorithm determines the order of equal elements.
    const auto sortBy = [&](auto before) {
      if (isStable)
        std::ranges::stable_sort(items, before);
      else
        std::sort(items.begin(), items.end(), before);
    };
    if (hasNan && descending)
      sortBy([](const Item& a, const Item& b) { return isGreater(a.value, b.value); });
    else if (hasNan)
      sortBy([](const Item& a, const Item& b) { return isLess(a.value, b.value); });
    else if (descending)
      sortBy([](const Item& a, const Item& b) { return a.value > b.value; });
    else
      sortBy([](const Item& a, const Item& b) { return a.value < b.value; });
    for (int64_t i = 0; i < count; ++i) {
      elementAt<T>(pointers[1], i, steps[1]) = items[static_cast<size_t>(i)].value;
      elementAt<int64_t>(pointers[2], i, steps[2]) =
          static_cast<int64_t>(items[static_cast<size_t>(i)].index);
    }
  });
}

Pair sortAlong(const Tensor& self, int64_t dim, bool descending, bool isStable) {
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  const DType wide = orderDType(self.dtype(), "sort");
  Tensor values = tensor::emptyLike(self, self.dtype()),
         indices = tensor::emptyLike(self, DType::Int64);
  if (values.isMeta() || values.numel() == 0) return {values, indices};
  const std::array<Tensor, 3> operands = {
      asVector(toDType(self, wide)),
      asVector(wide == self.dtype() ? values : tensor::emptyLike(self, wide)), asVector(indices)};
  visitOrder(wide, [&]<typename T>() {
    if (operands[0].sizes()[at] <= std::numeric_limits<int32_t>::max())
      sortLines<T, int32_t>(operands, at, descending, isStable);
    else
      sortLines<T, int64_t>(operands, at, descending, isStable);
  });
  if (wide != self.dtype())
    copyInto(values, self.dim() == 0 ? select(operands[1], 0, 0) : operands[1]);
  return {values, indices};
}

Pair sort(const Tensor& self, int64_t dim, bool descending) {
  return sortAlong(self, dim, descending, false);
}
Pair sortStable(const Tensor& self, std::optional<bool> stable, int64_t dim, bool descending) {
  return sortAlong(self, dim, descending, stable.value_or(false));
}
Tensor argsort(const Tensor& self, int64_t dim, bool descending) {
  return std::get<1>(sort(self, dim, descending));
}
Tensor argsortStable(const Tensor& self, bool stable, int64_t dim, bool descending) {
  return std::get<1>(sortAlong(self, dim, descending, stable));
}
Tensor msort(const Tensor& self) { return std::get<0>(sort(self, 0, false)); }

// The elements of a line of which std::partial_sort chooses the same k as of all: it passes over an
// element that does not come before the k-th of those seen so far. `last` is the k-th of some of
// them, so an element behind it can be left out.
template <bool kLargest, typename T, typename Before>
void addCandidates(std::vector<Ranked<T>>& items, std::byte* line, int64_t step, int64_t count,
                   size_t k, Before before) {
  constexpr int64_t kBlock = 32;
  const size_t most = 4 * k;
  items.clear();
  for (int64_t i = 0; i < static_cast<int64_t>(most); ++i)
    items.push_back({elementAt<T>(line, i, step), i});
  std::vector<Ranked<T>> best = items;
  T last{};
  const auto findLast = [&] {
    std::nth_element(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(k - 1), best.end(),
                     before);
    best.resize(k);
    last = best.back().value;
  };
  // False for NaN, which may come first.
  const auto isBehind = [&](T value) { return kLargest ? value <= last : value >= last; };
  findLast();
  for (int64_t i = static_cast<int64_t>(most); i < count; i += kBlock) {
    std::array<T, kBlock> block;
    const int64_t size = std::min(kBlock, count - i);
    bool areBehind = true;
    for (int64_t j = 0; j < size; ++j) {
      block[static_cast<size_t>(j)] = elementAt<T>(line, i + j, step);
      areBehind &= isBehind(block[static_cast<size_t>(j)]);
    }
    for (int64_t j = 0; !areBehind && j < size; ++j) {
      const T value = block[static_cast<size_t>(j)];
      if (isBehind(value)) continue;
      items.push_back({value, i + j});
      best.push_back({value, i + j});
      if (best.size() > most) findLast();
    }
  }
}

Pair topk(const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted) {
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  const Tensor source = asVector(self);
  const int64_t count = source.sizes()[at];
  if (k < 0 || k > count) fail("selected index k out of range");
  const DType wide = orderDType(self.dtype(), "topk");
  Dims sizes = self.sizes();
  if (self.dim() > 0) sizes[at] = k;
  Tensor values = tensor::emptyBeside(self, sizes, self.dtype()),
         indices = tensor::emptyBeside(self, sizes, DType::Int64);
  if (values.isMeta() || values.numel() == 0) return {values, indices};
  if (self.dim() == 0) {  // returned even for k = 0, as in PyTorch
    fill(indices, int64_t{0});
    return {copyInto(values, self), indices};
  }
  const Tensor from = toDType(source, wide),
               found = wide == self.dtype() ? values : tensor::empty(sizes, wide);
  const std::array<Tensor, 3> operands = {from, asVector(found), asVector(indices)};
  const int64_t step = stepOf(from, at), valueStep = stepOf(operands[1], at),
                indexStep = stepOf(operands[2], at);
  visitOrder(wide, [&]<typename T>() {
    std::vector<Ranked<T>> items(static_cast<size_t>(count));
    eachLine<3>(operands, at, [&](auto pointers) {
      // As in PyTorch, the algorithm determines which of equal elements are chosen, and their
      // order.
      auto choose = [&]<bool kLargest>(auto before) {
        if (k * 64 <= count) {
          addCandidates<kLargest>(items, pointers[0], step, count, static_cast<size_t>(k), before);
          std::partial_sort(items.begin(), items.begin() + k, items.end(), before);
          return;
        }
        for (int64_t i = 0; i < count; ++i)
          items[static_cast<size_t>(i)] = {elementAt<T>(pointers[0], i, step), i};
        const auto last = items.begin() + (k - 1);
        std::nth_element(items.begin(), last, items.end(), before);
        if (sorted) std::sort(items.begin(), last, before);
      };
      if (largest)
        choose.template operator()<true>(kBehind);
      else
        choose.template operator()<false>(kBefore);
      for (int64_t i = 0; i < k; ++i) {
        elementAt<T>(pointers[1], i, valueStep) = items[static_cast<size_t>(i)].value;
        elementAt<int64_t>(pointers[2], i, indexStep) = items[static_cast<size_t>(i)].index;
      }
    });
  });
  if (!found.same(values)) copyInto(values, found);
  return {values, indices};
}

constexpr Kernel kSortKernels[] = {
    {"aten::sort", boxed<sort>},
    {"aten::sort.values", sameOutOf<sort>},
    {"aten::sort.stable", boxed<sortStable>},
    {"aten::sort.values_stable", sameOutOf<sortStable>},
    {"aten::argsort", boxed<argsort>},
    {"aten::argsort.stable", boxed<argsortStable>},
    {"aten::msort", boxed<msort>},
    {"aten::msort.out", sameOutOf<msort>},
    {"aten::topk", boxed<topk>},
    {"aten::topk.values", sameOutOf<topk>},
};

}  // namespace

std::span<const Kernel> sortKernels() { return kSortKernels; }

}  // namespace ts::kernels
