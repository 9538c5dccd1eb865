// Diagonals, repetitions, padding, and elements that a tensor chooses.
#include <algorithm>
#include <cstdlib>

#include "core/operator_facts/inference.h"

namespace ts::operator_facts {
namespace {

void inferDiagonalOf(Inference& in, const PartialShape& shape, int64_t first, int64_t second,
                     std::string_view offsetName) {
  const auto offset = in.integer(offsetName, 0);
  const auto a = in.integer("dim1", first), b = in.integer("dim2", second);
  if (!shape.hasRank() || shape.rank() < 2 || !a || !b) return;
  const auto rank = static_cast<int64_t>(shape.rank());
  const auto rows = rules::wrapDim(*a, rank), columns = rules::wrapDim(*b, rank);
  if (!rows || !columns || *rows == *columns) return;
  int64_t length = kUnknown;
  if (int64_t p = shape.size(*rows), q = shape.size(*columns);
      offset && rules::isKnown(p) && rules::isKnown(q)) {
    (*offset >= 0 ? q : p) -= std::abs(*offset);
    length = std::max<int64_t>(std::min(p, q), 0);
  }
  Dims sizes = shape.sizes();
  sizes.erase(static_cast<size_t>(std::max(*rows, *columns)));
  sizes.erase(static_cast<size_t>(std::min(*rows, *columns)));
  sizes.push_back(length);
  in.set(0, PartialShape::of(std::move(sizes)));
}

// A vector becomes a diagonal of a matrix; a matrix gives its diagonal.
void inferDiag(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto offset = in.integer("diagonal", 0);
  if (shape.isRank(2)) return inferDiagonalOf(in, shape, 0, 1, "diagonal");
  if (!shape.isRank(1)) return;
  const int64_t size = rules::plus(shape.fromEnd(1), offset ? std::abs(*offset) : kUnknown);
  in.set(0, PartialShape::of({size, size}));
}

void inferDiagEmbed(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto offset = in.integer("offset", 0);
  const auto a = in.integer("dim1", -2), b = in.integer("dim2", -1);
  if (!shape.hasRank() || shape.rank() == 0 || !a || !b) return;
  const auto rank = static_cast<int64_t>(shape.rank()) + 1;
  const auto first = rules::wrapDim(*a, rank), second = rules::wrapDim(*b, rank);
  if (!first || !second || *first == *second) return;
  const int64_t size = rules::plus(shape.fromEnd(1), offset ? std::abs(*offset) : kUnknown);
  Dims sizes = shape.sizes();
  sizes.erase(sizes.size() - 1);
  sizes.insert(static_cast<size_t>(std::min(*first, *second)), size);
  sizes.insert(static_cast<size_t>(std::max(*first, *second)), size);
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferDiagFlat(Inference& in) {
  const auto offset = in.integer("offset", 0);
  const int64_t size = rules::plus(in.shape(0).elements(), offset ? std::abs(*offset) : kUnknown);
  in.set(0, PartialShape::of({size, size}));
}

void inferRepeat(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto repeats = in.call().ints(in.name(1));
  if (!repeats || !shape.hasRank()) return;
  if (repeats->size() < shape.rank() && in.rule().number == 0) return;
  Dims sizes(std::max(repeats->size(), shape.rank()), 1);
  for (size_t i = 1; i <= sizes.size(); ++i)
    sizes[sizes.size() - i] =
        rules::times(i <= shape.rank() ? shape.fromEnd(i) : 1,
                     i <= repeats->size() ? (*repeats)[repeats->size() - i].value_or(kUnknown) : 1);
  in.set(0, PartialShape::of(std::move(sizes)));
}

void inferRepeatEach(Inference& in) {
  const std::optional<int64_t> total = in.integer("output_size", std::nullopt);
  if (!in.call().has("self")) return in.set(0, PartialShape::of({total.value_or(kUnknown)}));
  const PartialShape shape = in.call().operand("self").shape;
  const int64_t times = in.integer("repeats", std::nullopt).value_or(kUnknown);
  const bool isOfDim = in.call().operand("dim").isGiven();
  if (!isOfDim)
    return in.set(0, PartialShape::of({total.value_or(rules::times(shape.elements(), times))}));
  const auto dim = in.integer("dim", std::nullopt);
  if (!dim || shape.isRank(0)) return;
  in.set(0, shapeOrUnknown(rules::withSize(shape, *dim,
                                           total.value_or(rules::times(shape.size(*dim), times)))));
}

void inferRotate(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto turns = in.integer("k", 1);
  const auto dims = in.call().ints("dims");
  if (!turns || !dims || dims->size() != 2) return;
  const auto a = (*dims)[0], b = (*dims)[1];
  if (*turns % 2 == 0)
    in.set(0, PartialShape(shape));
  else if (a && b)
    in.set(rules::transpose(shape, *a, *b));
}

// A pair of amounts for each dimension, the last dimension first.
void inferPad(Inference& in) {
  PartialShape shape = in.shape(0);
  const auto amounts = in.call().ints(in.name(1));
  if (!shape.hasRank() || !amounts || amounts->size() > 2 * shape.rank()) return;
  for (size_t i = 0; i + 1 < amounts->size(); i += 2) {
    const auto before = (*amounts)[i], after = (*amounts)[i + 1];
    const int64_t size = shape.fromEnd(i / 2 + 1);
    const bool isKnown = rules::isKnown(size) && before && after;
    shape.setFromEnd(i / 2 + 1, isKnown ? std::max(size + *before + *after, kUnknown) : kUnknown);
  }
  in.set(0, std::move(shape));
}

void inferOneHot(Inference& in) {
  PartialShape shape = in.shape(0);
  const auto classes = in.integer("num_classes", std::nullopt);
  if (!shape.hasRank()) return;
  shape.append(classes && *classes >= 0 ? *classes : kUnknown);
  in.set(0, std::move(shape));
}

void inferNonzero(Inference& in) {
  const PartialShape shape = in.shape(0);
  if (shape.hasRank()) in.set(0, PartialShape::of({kUnknown, static_cast<int64_t>(shape.rank())}));
}

// Tensors of integers choose elements; their common shape replaces the dimensions that they index,
// or comes first when these are not neighbours.
void inferIndex(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto at = in.call().find("indices");
  const auto indices = at ? in.call().operands(*at) : std::nullopt;
  if (!shape.hasRank() || !indices || indices->size() > shape.rank()) return;
  PartialShape chosen = PartialShape::of({});
  std::optional<size_t> first, last;
  bool areNeighbours = true;
  Dims kept;
  for (size_t i = 0; i < shape.rank(); ++i) {
    const Operand index = i < indices->size() ? (*indices)[i] : Operand{Operand::Kind::None};
    if (index.kind == Operand::Kind::None) {
      kept.push_back(shape.sizes()[i]);
      continue;
    }
    if (!index.isTensor() || !index.dtype || *index.dtype == DType::Bool ||
        *index.dtype == DType::UInt8)
      return;
    Inferred common = rules::broadcast(chosen, index.shape);
    if (!common || !common.shape.hasRank()) return;
    chosen = std::move(common.shape);
    areNeighbours &= !last || *last + 1 == i;
    if (!first) first = i;
    last = i;
  }
  if (!first) return in.set(0, PartialShape(shape));
  const size_t place = areNeighbours ? *first : 0;
  Dims sizes(std::span<const int64_t>(kept).first(place));
  for (const int64_t size : chosen.sizes()) sizes.push_back(size);
  for (const int64_t size : std::span<const int64_t>(kept).subspan(place)) sizes.push_back(size);
  in.set(0, PartialShape::of(std::move(sizes)));
}

}  // namespace

bool inferArrangement(Inference& in) {
  switch (in.rule().rule) {
    case Shape::Diagonal: {
      const bool isLast = in.name(0) == "A";
      inferDiagonalOf(in, in.shape(0), isLast ? -2 : 0, isLast ? -1 : 1, "offset");
      return true;
    }
    case Shape::Diag: inferDiag(in); return true;
    case Shape::DiagEmbed: inferDiagEmbed(in); return true;
    case Shape::DiagFlat: inferDiagFlat(in); return true;
    case Shape::Repeat: inferRepeat(in); return true;
    case Shape::RepeatEach: inferRepeatEach(in); return true;
    case Shape::Rotate: inferRotate(in); return true;
    case Shape::Pad: inferPad(in); return true;
    case Shape::OneHot: inferOneHot(in); return true;
    case Shape::Nonzero: inferNonzero(in); return true;
    case Shape::Index: inferIndex(in); return true;
    default: return false;
  }
}

}  // namespace ts::operator_facts
