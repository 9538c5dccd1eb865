// Views of all elements, and views of a part.
#include <algorithm>

#include "core/operator_facts/inference.h"

namespace ts::operator_facts {
namespace {

// The numbers of a list; null when one is unknown.
std::optional<std::vector<int64_t>> certain(const std::optional<Ints>& sizes) {
  if (!sizes) return std::nullopt;
  std::vector<int64_t> numbers;
  for (const auto& number : *sizes) {
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

// view and reshape with sizes of which some may be unknown.
Inferred viewWith(const Ints& wanted, int64_t elements) {
  if (std::ranges::count(wanted, std::optional<int64_t>(-1)) > 1)
    return rules::Violation{rules::Condition::OneInferred};
  if (const auto sizes = certain(wanted)) return rules::view(*sizes, elements);
  Dims sizes;
  for (const auto& number : wanted) sizes.push_back(number && *number >= 0 ? *number : kUnknown);
  return PartialShape::of(std::move(sizes));
}

void inferViewed(Inference& in) {
  const PartialShape shape = in.shape(0);
  if (const auto sizes = in.call().ints(in.name(1))) in.set(viewWith(*sizes, shape.elements()));
}

void inferUnflatten(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto dim = in.integer("dim", std::nullopt);
  const auto sizes = in.call().ints("sizes");
  if (!shape.hasRank() || !dim || !sizes) return;
  const auto at = rules::wrapDim(*dim, static_cast<int64_t>(shape.rank()));
  if (!at || shape.rank() == 0) return;
  const Inferred parts = viewWith(*sizes, shape.size(*dim));
  if (!parts) return;
  Dims result = shape.sizes();
  result.erase(static_cast<size_t>(*at));
  for (size_t i = 0; i < parts.shape.rank(); ++i)
    result.insert(static_cast<size_t>(*at) + i, parts.shape.sizes()[i]);
  in.set(0, PartialShape::of(std::move(result)));
}

void inferReverse(Inference& in) {
  const PartialShape shape = in.shape(0);
  if (!shape.hasRank() || shape.rank() > static_cast<size_t>(in.rule().number)) return;
  Dims sizes = shape.sizes();
  std::ranges::reverse(sizes);
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferPermute(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto order = in.call().ints("dims");
  if (const auto dims = certain(order))
    in.set(rules::permute(shape, *dims));
  else if (order)
    in.set(0, PartialShape::of(Dims(order->size(), kUnknown)));
}

void inferMoveDims(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto from = certain(in.call().ints("source")), to = certain(in.call().ints("destination"));
  if (!shape.hasRank() || !from || !to || from->size() != to->size()) return;
  const auto rank = static_cast<int64_t>(shape.rank());
  constexpr int64_t kFree = -2;
  Dims result(shape.rank(), kFree);
  rules::DimSet moved;
  for (size_t i = 0; i < from->size(); ++i) {
    const auto source = rules::wrapDim((*from)[i], rank), target = rules::wrapDim((*to)[i], rank);
    if (!source || !target || rank == 0)
      return in.set(0, rank == 0 ? PartialShape(shape) : PartialShape());
    moved.add(static_cast<size_t>(*source));
    result[static_cast<size_t>(*target)] = shape.size(*source);
  }
  size_t next = 0;
  for (int64_t& size : result) {
    if (size != kFree) continue;
    while (next < shape.rank() && moved.has(next)) ++next;
    if (next == shape.rank()) return;
    size = shape.sizes()[next++];
  }
  in.set(0, PartialShape::of(std::move(result)));
}

void inferSqueeze(Inference& in) {
  const PartialShape shape = in.shape(0);
  if (!in.call().has("dim")) return in.set(rules::squeezeAll(shape));
  auto dims = certain(in.call().ints("dim"));
  if (!dims || !shape.hasRank()) return;
  if (dims->size() == 1) return in.set(rules::squeeze(shape, dims->front()));
  rules::DimSet chosen;
  for (const int64_t dim : *dims) {
    const auto at = rules::wrapDim(dim, static_cast<int64_t>(shape.rank()));
    if (!at) return;
    chosen.add(static_cast<size_t>(*at));
  }
  Dims sizes;
  for (size_t i = 0; i < shape.rank(); ++i) {
    const int64_t size = shape.sizes()[i];
    if (chosen.has(i) && !rules::isKnown(size)) return;
    if (!chosen.has(i) || size != 1) sizes.push_back(size);
  }
  in.set(0, PartialShape::of(std::move(sizes)));
}

// The elements of range(start, end, step) in a dimension; start and end count as in Python.
int64_t sliceSize(int64_t size, int64_t start, int64_t end, int64_t step) {
  if (!rules::isKnown(size) || step <= 0) return kUnknown;
  const auto place = [&](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
  };
  const int64_t first = place(start), last = std::max(first, place(end));
  return (last - first + step - 1) / step;
}

void inferSlice(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto dim = in.integer("dim", 0), start = in.integer("start", 0),
             end = in.integer("end", INT64_MAX), step = in.integer("step", 1);
  if (!dim) return;
  const bool isKnown = start && end && step;
  in.set(rules::withSize(shape, *dim,
                         isKnown ? sliceSize(shape.size(*dim), *start, *end, *step) : kUnknown));
}

void inferIndexSelect(Inference& in) {
  const PartialShape shape = in.shape(0), index = in.call().operand("index").shape;
  const auto dim = in.integer("dim", std::nullopt);
  if (!dim) return;
  if (shape.isRank(0)) return in.set(0, PartialShape(shape));
  in.set(rules::withSize(shape, *dim, index.elements()));
}

void inferNarrow(Inference& in) {
  const PartialShape shape = in.shape(0);
  if (const auto dim = in.integer("dim", std::nullopt))
    in.set(rules::withSize(shape, *dim, in.integer("length", std::nullopt).value_or(kUnknown)));
}

void inferUnfold(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto dim = in.integer("dimension", std::nullopt), size = in.integer("size", std::nullopt),
             step = in.integer("step", std::nullopt);
  if (!shape.hasRank() || shape.rank() == 0 || !dim) return;
  const auto count =
      rules::windowPositions(shape.size(*dim), {size.value_or(kUnknown), step.value_or(kUnknown)});
  Inferred result = rules::withSize(shape, *dim, count.value_or(kUnknown));
  if (result) result.shape.append(size.value_or(kUnknown));
  in.set(std::move(result));
}

void inferExpand(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto wanted = in.call().ints(in.name(1));
  if (!wanted) return;
  std::vector<int64_t> sizes;
  for (const auto& size : *wanted) sizes.push_back(size.value_or(-1));
  Inferred result = rules::expand(shape, sizes);
  for (size_t i = 1; result && i <= sizes.size(); ++i) {
    const int64_t own = shape.hasRank() && i <= shape.rank() ? shape.fromEnd(i) : kUnknown;
    // A size other than 1 stays.
    if (!(*wanted)[sizes.size() - i]) result.shape.setFromEnd(i, own == 1 ? kUnknown : own);
  }
  in.set(std::move(result));
}

}  // namespace

bool inferView(Inference& in) {
  const auto unit = [&](Inferred (*rule)(const rules::ShapeView&, int64_t), std::string_view name,
                        std::optional<int64_t> otherwise) {
    const PartialShape shape = in.shape(0);
    if (const auto dim = in.integer(name, otherwise)) in.set(rule(shape, *dim));
  };
  const auto two = [&](auto rule, std::string_view a, std::string_view b,
                       std::optional<int64_t> first, std::optional<int64_t> second) {
    const PartialShape shape = in.shape(0);
    const auto p = in.integer(a, first), q = in.integer(b, second);
    if (p && q) in.set(rule(shape, *p, *q));
  };
  switch (in.rule().rule) {
    case Shape::View: inferViewed(in); return true;
    case Shape::Flatten: two(rules::flatten, in.name(1), in.name(2), 0, -1); return true;
    case Shape::Ravel: in.set(rules::flatten(in.shape(0), 0, -1)); return true;
    case Shape::Unflatten: inferUnflatten(in); return true;
    case Shape::Transpose: two(rules::transpose, in.name(1), in.name(2), {}, {}); return true;
    case Shape::Reverse: inferReverse(in); return true;
    case Shape::SwapLast:
      if (const PartialShape shape = in.shape(0); shape.hasRank())
        in.set(0, shape.rank() == 0 ? PartialShape(shape)
                                    : shapeOrUnknown(rules::transpose(shape, -1, -2)));
      return true;
    case Shape::Permute: inferPermute(in); return true;
    case Shape::MoveDims: inferMoveDims(in); return true;
    case Shape::Squeeze: inferSqueeze(in); return true;
    case Shape::Unsqueeze:
      unit([](const rules::ShapeView& shape, int64_t dim) { return rules::unsqueeze(shape, dim); },
           "dim", {});
      return true;
    case Shape::Select: unit(rules::select, in.name(1), {}); return true;
    case Shape::Slice: inferSlice(in); return true;
    case Shape::Narrow: inferNarrow(in); return true;
    case Shape::IndexSelect: inferIndexSelect(in); return true;
    case Shape::Unfold: inferUnfold(in); return true;
    case Shape::Expand: inferExpand(in); return true;
    case Shape::AppendTwo: {
      PartialShape shape = in.shape(0);
      if (shape.hasRank()) shape.append(2);
      if (shape.hasRank()) in.set(0, std::move(shape));
      return true;
    }
    case Shape::DropTwo: in.set(0, shapeOrUnknown(rules::select(in.shape(0), -1))); return true;
    default: return false;
  }
}

}  // namespace ts::operator_facts
