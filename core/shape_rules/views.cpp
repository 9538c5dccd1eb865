#include <algorithm>

#include "core/shape_rules/rules.h"

namespace ts::shape_rules {
namespace {

Violation outOfRange(int64_t dim, size_t rank) {
  return {Condition::DimensionInRange, 0, 0, static_cast<int64_t>(rank), dim};
}

// The shape after `change(sizes, index)` for a dimension that a shape of known rank must have.
template <typename F>
Inferred changed(const ShapeView& shape, int64_t dim, F&& change) {
  if (!shape.hasRank()) return PartialShape();
  const auto at = wrapDim(dim, static_cast<int64_t>(shape.rank()));
  if (!at) return outOfRange(dim, shape.rank());
  if (shape.rank() == 0) return Violation{Condition::HasDimensions, 0};
  Dims sizes(shape.sizes());
  change(sizes, static_cast<size_t>(*at));
  return PartialShape::of(std::move(sizes));
}

}  // namespace

Inferred view(std::span<const int64_t> sizes, int64_t elements) {
  Dims result(sizes);
  std::optional<size_t> inferred;
  int64_t others = 1;
  bool overflows = false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t dim = static_cast<int64_t>(i) - static_cast<int64_t>(sizes.size());
    if (sizes[i] == -1) {
      if (inferred) return Violation{Condition::OneInferred, 0, dim};
      inferred = i;
    } else if (sizes[i] < 0) {
      return Violation{Condition::NotNegative, 0, dim, kUnknown, sizes[i]};
    } else if (!overflows) {
      overflows = __builtin_mul_overflow(others, sizes[i], &others);
    }
  }
  if (!isKnown(elements)) return PartialShape::of(std::move(result));
  if (overflows) return Violation{Condition::Elements, 0, 0, elements};
  if (inferred && others == 0) return Violation{Condition::Inferable, 0, 0, elements};
  if (inferred ? elements % others != 0 : elements != others)
    return Violation{Condition::Elements, 0, 0, elements};
  if (inferred) result[*inferred] = elements / others;
  return PartialShape::of(std::move(result));
}

Inferred flatten(const ShapeView& shape, int64_t start, int64_t end) {
  if (!shape.hasRank()) {
    // The dimensions before the first stay, and one dimension follows.
    if (start < 0 || start >= kMostDimensions || end != -1) return PartialShape();
    return PartialShape::of(Dims(static_cast<size_t>(start) + 1, kUnknown));
  }
  const auto rank = static_cast<int64_t>(shape.rank());
  const auto from = wrapDim(start, rank), to = wrapDim(end, rank);
  if (!from) return outOfRange(start, shape.rank());
  if (!to) return outOfRange(end, shape.rank());
  if (rank == 0) return PartialShape::of({1});
  if (*from > *to) return Violation{Condition::Ordered};
  const auto first = static_cast<size_t>(*from), count = static_cast<size_t>(*to - *from + 1);
  Dims sizes(shape.sizes().first(first));
  sizes.push_back(elements(shape.sizes().subspan(first, count)));
  for (int64_t size : shape.sizes().subspan(first + count)) sizes.push_back(size);
  return PartialShape::of(std::move(sizes));
}

Inferred transpose(const ShapeView& shape, int64_t a, int64_t b) {
  if (shape.hasRank()) {
    const auto rank = static_cast<int64_t>(shape.rank());
    for (int64_t dim : {a, b})
      if (!wrapDim(dim, rank)) return outOfRange(dim, shape.rank());
  }
  PartialShape result(shape);
  if (shape.isRank(0)) return result;
  const auto i = shape.position(a), j = shape.position(b);
  if (!i || !j) return PartialShape();
  result.setFromEnd(*i, shape.fromEnd(*j));
  result.setFromEnd(*j, shape.fromEnd(*i));
  return result;
}

Inferred permute(const ShapeView& shape, std::span<const int64_t> dims) {
  if (!shape.hasRank()) {  // it has one dimension for each of `dims`
    Dims sizes(dims.size(), kUnknown);
    for (size_t i = 0; i < sizes.size(); ++i) sizes[sizes.size() - 1 - i] = shape.fromEnd(i + 1);
    return permute(PartialShape::of(std::move(sizes)), dims);
  }
  const size_t rank = shape.rank();
  if (dims.size() != rank)
    return Violation{Condition::Rank, 0, 0, static_cast<int64_t>(rank),
                     static_cast<int64_t>(dims.size())};
  Dims sizes(rank, 0), seen(rank, 0);
  for (size_t i = 0; i < rank; ++i) {
    const auto from = wrapDim(dims[i], static_cast<int64_t>(rank));
    if (!from) return outOfRange(dims[i], rank);
    if (seen[static_cast<size_t>(*from)]++)
      return Violation{Condition::DistinctDimensions, 0, 0, kUnknown, *from};
    sizes[i] = shape.sizes()[static_cast<size_t>(*from)];
  }
  return PartialShape::of(std::move(sizes));
}

Inferred squeeze(const ShapeView& shape, int64_t dim) {
  if (!shape.hasRank()) return PartialShape();
  const auto at = wrapDim(dim, static_cast<int64_t>(shape.rank()));
  if (!at) return outOfRange(dim, shape.rank());
  PartialShape same(shape);
  if (shape.rank() == 0) return same;
  const int64_t size = shape.sizes()[static_cast<size_t>(*at)];
  if (!isKnown(size)) return PartialShape();
  return size == 1 ? select(shape, dim) : Inferred(std::move(same));
}

Inferred squeezeAll(const ShapeView& shape) {
  if (!shape.hasRank() || !std::ranges::all_of(shape.sizes(), isKnown)) return PartialShape();
  Dims sizes;
  for (int64_t size : shape.sizes())
    if (size != 1) sizes.push_back(size);
  return PartialShape::of(std::move(sizes));
}

Inferred unsqueeze(const ShapeView& shape, int64_t dim, int64_t size) {
  if (!shape.hasRank()) return PartialShape();
  const auto at = wrapDim(dim, static_cast<int64_t>(shape.rank()) + 1);
  if (!at) return outOfRange(dim, shape.rank() + 1);
  Dims sizes(shape.sizes());
  sizes.insert(static_cast<size_t>(*at), size);
  return PartialShape::of(std::move(sizes));
}

Inferred select(const ShapeView& shape, int64_t dim) {
  return changed(shape, dim, [](Dims& sizes, size_t at) { sizes.erase(at); });
}

Inferred withSize(const ShapeView& shape, int64_t dim, int64_t size) {
  return changed(shape, dim, [=](Dims& sizes, size_t at) { sizes[at] = size; });
}

std::optional<std::vector<int64_t>> splitSizes(int64_t size, int64_t each) {
  if (size > 0 && (each <= 0 || (size - 1) / each >= kMostParts)) return std::nullopt;
  std::vector<int64_t> sizes;
  for (int64_t left = size; left > 0; left -= sizes.back()) sizes.push_back(std::min(each, left));
  if (sizes.empty()) sizes.push_back(0);
  return sizes;
}

std::optional<std::vector<int64_t>> chunkSizes(int64_t size, int64_t chunks) {
  if (chunks <= 0) return std::nullopt;
  if (size == 0) {
    if (chunks > kMostParts) return std::nullopt;
    return std::vector<int64_t>(static_cast<size_t>(chunks), 0);
  }
  return splitSizes(size, (size - 1) / chunks + 1);
}

bool fitParts(std::span<const int64_t> sizes, int64_t size) {
  if (!isKnown(size) || !std::ranges::all_of(sizes, isKnown)) return true;
  for (const int64_t part : sizes) {
    if (part > size) return false;
    size -= part;
  }
  return size == 0;
}

}  // namespace ts::shape_rules
