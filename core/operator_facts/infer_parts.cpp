// Operators that split a tensor, and operators that join or compare tensors of a list.
#include <algorithm>

#include "core/operator_facts/inference.h"

namespace ts::operator_facts {
namespace {

void setParts(Inference& in, const PartialShape& shape, int64_t dim,
              const std::vector<int64_t>& sizes) {
  std::vector<PartialShape> parts;
  for (const int64_t size : sizes) {
    Inferred part = rules::withSize(shape, dim, size);
    if (!part) return in.fail(part.violation);
    parts.push_back(std::move(part.shape));
  }
  in.setList(std::move(parts));
}

void inferChunk(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto dim = in.integer("dim", 0), chunks = in.integer("chunks", std::nullopt);
  if (!dim || !chunks || *chunks <= 0) return;
  if (const int64_t size = shape.size(*dim); rules::isKnown(size))
    if (const auto sizes = rules::chunkSizes(size, *chunks)) setParts(in, shape, *dim, *sizes);
}

void inferSplit(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto dim = in.integer("dim", 0);
  const auto at =
      in.call().find("split_size") ? in.call().find("split_size") : in.call().find("split_sizes");
  const auto partSizes = at ? in.call().ints(*at) : std::nullopt;
  if (!dim || !partSizes) return;
  if (in.call().operand(*at).isNumber()) {
    const int64_t size = shape.size(*dim);
    const int64_t each = partSizes->front().value_or(0);
    if (const auto sizes = rules::splitSizes(size, each); sizes && rules::isKnown(size) && each > 0)
      setParts(in, shape, *dim, *sizes);
    return;
  }
  std::vector<int64_t> sizes;
  for (const auto& size : *partSizes) sizes.push_back(size.value_or(kUnknown));
  if (shape.hasRank() && rules::fitParts(sizes, shape.size(*dim))) setParts(in, shape, *dim, sizes);
}

void inferTensorSplit(Inference& in) {
  const PartialShape shape = in.shape(0);
  std::optional<int64_t> dim = in.integer(in.name(1), 0);
  // hsplit, vsplit and dsplit: the dimension with this number; the only one of a vector for hsplit.
  if (in.rule().number > 0)
    dim = in.rule().number == 1 ? (shape.isRank(1) ? 0 : 1) : in.rule().number == 2 ? 0 : 2;
  if (!dim || !shape.hasRank()) return;
  const int64_t size = shape.size(*dim);
  std::vector<int64_t> sizes;
  if (const auto sections = in.integer("sections", std::nullopt)) {
    if (!rules::isKnown(size) || *sections <= 0 || *sections > rules::kMostParts) return;
    for (int64_t i = 0; i < *sections; ++i)
      sizes.push_back(size / *sections + (i < size % *sections ? 1 : 0));
  } else if (const auto indices = in.call().ints("indices")) {
    int64_t start = 0;
    const auto cut = [&](std::optional<int64_t> at) {
      if (!at || !rules::isKnown(size) || start == kUnknown) {
        start = kUnknown;
        return sizes.push_back(kUnknown);
      }
      const int64_t end = std::clamp<int64_t>(*at < 0 ? *at + size : *at, 0, size);
      sizes.push_back(std::max<int64_t>(end - start, 0));
      start = end;
    };
    for (const auto& index : *indices) cut(index);
    cut(size);
  } else {
    return;
  }
  setParts(in, shape, *dim, sizes);
}

void inferUnbind(Inference& in) {
  const PartialShape shape = in.shape(0);
  const auto dim = in.integer("dim", 0);
  if (!dim || !shape.hasRank()) return;
  const Inferred part = rules::select(shape, *dim);
  if (!part) return in.fail(part.violation);
  if (const int64_t count = shape.size(*dim); rules::isKnown(count) && count <= 4096)
    in.setList(std::vector(static_cast<size_t>(count), part.shape));
}

// ---- lists

// PyTorch skips tensors of shape [0] when it joins; this shape may turn out to be [0].
bool mayBeSkipped(const PartialShape& shape) {
  const bool mayBeVector = !shape.hasRank() || shape.rank() == 1;
  return mayBeVector && shape.fromEnd(1) <= 0 && !shape.isRank(1);
}

void joinAlong(Inference& in, const std::vector<PartialShape>& shapes, int64_t dim) {
  rules::Joining joining(dim);
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (mayBeSkipped(shapes[i]) || (shapes[i].isRank(1) && !rules::isKnown(shapes[i].fromEnd(1)) &&
                                    shapes.size() > 1 && !shapes[0].isRank(1)))
      return;
    if (rules::Violation violation = joining.add(shapes[i])) {
      violation.operand = i;
      return in.fail(violation);
    }
  }
  in.set(0, std::move(joining).take());
}

std::optional<std::vector<PartialShape>> shapesOf(Inference& in) {
  const auto tensors = in.list(0);
  if (!tensors || tensors->empty()) return std::nullopt;
  std::vector<PartialShape> shapes;
  for (const Operand& tensor : *tensors) shapes.push_back(tensor.shape);
  return shapes;
}

void inferCat(Inference& in) {
  const auto shapes = shapesOf(in);
  const auto dim = in.integer("dim", 0);
  if (shapes && dim) joinAlong(in, *shapes, *dim);
}

void inferStack(Inference& in) {
  const auto shapes = shapesOf(in);
  const auto dim = in.integer("dim", 0);
  if (!shapes || !dim) return;
  PartialShape common = shapes->front();
  for (size_t i = 1; i < shapes->size(); ++i) {
    const PartialShape& other = (*shapes)[i];
    if (rules::Violation violation = rules::checkEqual(shapes->front(), other)) {
      violation.operand = i;
      return in.fail(violation);
    }
    if (!common.hasRank()) common = other;
    for (size_t k = 1; k <= other.sizes().size(); ++k)
      if (!rules::isKnown(common.fromEnd(k))) common.setFromEnd(k, other.fromEnd(k));
  }
  in.set(rules::unsqueeze(common, *dim, static_cast<int64_t>(shapes->size())));
}

// The shape with at least `rank` dimensions: [n] becomes [1, n] and [1, n, 1].
PartialShape atLeast(const PartialShape& shape, size_t rank) {
  if (!shape.hasRank() || shape.rank() >= rank) return shape;
  Dims sizes = shape.sizes();
  if (sizes.empty()) return PartialShape::of(Dims(rank, 1));
  if (rank >= 2 && sizes.size() == 1) sizes.insert(0, 1);
  if (rank >= 3 && sizes.size() == 2) sizes.push_back(1);
  return PartialShape::of(std::move(sizes));
}

void inferAtLeast(Inference& in) {
  const auto rank = static_cast<size_t>(in.rule().number);
  const auto at = in.argument(0);
  if (!at || !in.call().operands(*at)) return in.set(0, atLeast(in.shape(0), rank));
  std::vector<PartialShape> all;
  const auto tensors = in.list(0);
  for (const Operand& tensor : *tensors) all.push_back(atLeast(tensor.shape, rank));
  in.setList(std::move(all));
}

void inferStackAlong(Inference& in) {
  auto shapes = shapesOf(in);
  if (!shapes) return;
  const bool isFlat = shapes->front().hasRank() && shapes->front().rank() <= 1;
  if (in.rule().number == 1 && !shapes->front().hasRank()) return;
  for (PartialShape& shape : *shapes) shape = atLeast(shape, static_cast<size_t>(in.rule().number));
  joinAlong(in, *shapes, in.rule().number == 1 ? (isFlat ? 0 : 1) : in.rule().number == 2 ? 0 : 2);
}

void inferGrid(Inference& in) {
  const auto tensors = in.list(0);
  if (!tensors) return;
  Dims sizes;
  for (const Operand& tensor : *tensors) sizes.push_back(tensor.shape.elements());
  const auto at = in.call().find("indexing");
  const auto indexing = at ? in.call().text(*at) : std::optional<std::string_view>("ij");
  if (!indexing) return;
  if (*indexing == "xy" && sizes.size() >= 2) std::swap(sizes[0], sizes[1]);
  in.setList(std::vector(tensors->size(), PartialShape::of(std::move(sizes))));
}

void inferBroadcastAll(Inference& in) {
  const auto tensors = in.list(0);
  if (!tensors) return;
  PartialShape common = PartialShape::of({});
  for (const Operand& tensor : *tensors) {
    Inferred next = rules::broadcast(common, tensor.shape);
    if (!next) return in.fail(next.violation);
    common = std::move(next.shape);
  }
  in.setList(std::vector(tensors->size(), common));
}

}  // namespace

bool inferParts(Inference& in) {
  switch (in.rule().rule) {
    case Shape::Chunk: inferChunk(in); return true;
    case Shape::Split: inferSplit(in); return true;
    case Shape::TensorSplit: inferTensorSplit(in); return true;
    case Shape::Unbind: inferUnbind(in); return true;
    case Shape::Cat: inferCat(in); return true;
    case Shape::Stack: inferStack(in); return true;
    case Shape::StackAlong: inferStackAlong(in); return true;
    case Shape::AtLeast: inferAtLeast(in); return true;
    case Shape::Grid: inferGrid(in); return true;
    case Shape::BroadcastAll: inferBroadcastAll(in); return true;
    default: return false;
  }
}

}  // namespace ts::operator_facts
