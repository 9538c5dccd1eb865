// Elements at places that a tensor tells.
#include <algorithm>
#include <numeric>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace lookup {
namespace {

void embedded(Op& op) {
  op.give(op.b.gather(op.wire("weight"), op.wire("indices", DType::Int64), 0));
}

void chosen(Op& op) {
  const Wire self = op.wire("self");
  const int64_t dim = op.dim("dim", self);
  const Wire index = op.wire("index", DType::Int64);
  op.give(op.b.gather(self, index.shape.isRank(0) ? op.b.unsqueeze(index, {0}) : index, dim));
}

void gathered(Op& op) {
  const Wire self = op.wire("self"), index = op.wire("index", DType::Int64);
  if (op.needRank(self) == 0) op.refuse("the tensor has no dimensions");
  op.give(op.b.add("GatherElements", {self, index}, self.dtype, index.shape,
                   {{"axis", op.dim("dim", self)}}));
}

void scattered(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self"), index = op.wire("index", DType::Int64);
  if (op.needRank(self) == 0) op.refuse("the tensor has no dimensions");
  const bool isNumber = op.has("value");
  Wire source = op.wire(isNumber ? "value" : "src", self.dtype);
  if (isNumber) {
    source = b.expand(source, b.shapeOf(index), index.shape);
  } else {
    // PyTorch reads as many elements as the index has.
    for (int64_t i = 0; i < op.needRank(index); ++i) {
      if (source.shape.size(i) >= 0 && source.shape.size(i) == index.shape.size(i)) continue;
      source = b.slice(source, i, b.integers({0}), b.unsqueeze(b.sizeOf(index, i), {0}), 1,
                       index.shape.size(i));
    }
  }
  std::string reduction = "none";
  if (op.name() == "aten::scatter_add") reduction = "add";
  if (op.has("reduce")) {
    const auto* text = std::get_if<IValue>(&op.value("reduce"));
    const std::string asked = text && text->isString() ? text->toString() : "";
    reduction = asked == "sum" || asked == "add"         ? "add"
                : asked == "prod" || asked == "multiply" ? "mul"
                : asked == "amax"                        ? "max"
                : asked == "amin"                        ? "min"
                                                         : "";
    if (reduction.empty() || op.flag("include_self") == false)
      op.refuse("its reduction is not one of ONNX");
  }
  Attributes attributes = {{"axis", op.dim("dim", self)}};
  if (reduction != "none") {
    if (b.opset() < (reduction == "max" || reduction == "min" ? 18 : 16))
      op.refuse("its reduction needs --opset 18");
    attributes.push_back({"reduction", reduction});
  }
  op.give(b.add("ScatterElements", {self, index, source}, self.dtype, self.shape, attributes));
}

// The indices of aten::index: integers, one tensor for each of the first dimensions. A mask becomes
// the indices of its true elements.
struct Indices {
  std::vector<int64_t> dims;  // ascending
  Wires tensors;
};
Indices indicesOf(Op& op) {
  Builder& b = op.b;
  const auto* list = std::get_if<ListPtr>(&op.value("indices"));
  if (list == nullptr || (*list)->sequence) op.refuse("the number of indices is not known");
  Indices result;
  int64_t dim = 0;
  for (const Val& item : (*list)->items) {
    if (isNone(item)) {
      ++dim;
      continue;
    }
    const Wire index = op.lowering.wireOf(item);
    if (index.dtype != DType::Bool && index.dtype != DType::UInt8) {
      result.dims.push_back(dim++);
      result.tensors.push_back(b.cast(index, DType::Int64));
      continue;
    }
    const int64_t rank = op.needRank(index);
    const Wire mask = b.cast(index, DType::Bool);
    if (rank == 0) op.refuse("an index is a bool without dimensions");
    const Wire places = b.add("NonZero", {mask}, DType::Int64, PartialShape::of({rank, -1}));
    for (int64_t i = 0; i < rank; ++i) {
      result.dims.push_back(dim++);
      result.tensors.push_back(b.gather(places, b.scalar(static_cast<double>(i), DType::Int64), 0));
    }
  }
  return result;
}

// Indices of the same shape, in the last dimension of one tensor.
Wire joinedIndices(Op& op, const Indices& indices) {
  Builder& b = op.b;
  Wire whole = indices.tensors[0];
  for (const Wire& each : std::span(indices.tensors).subspan(1))
    whole = b.binary("Add", whole, each);
  const Wire sizes = b.shapeOf(whole);
  Wires columns;
  for (const Wire& each : indices.tensors) {
    const Wire wide = indices.tensors.size() == 1 ? each : b.expand(each, sizes, whole.shape);
    columns.push_back(b.unsqueeze(wide, {op.needRank(whole)}));
  }
  return b.concat(columns, op.needRank(whole));
}

bool areAdjacent(const std::vector<int64_t>& dims) {
  return dims.empty() || dims.back() - dims.front() + 1 == std::ssize(dims);
}

// The indexed dimensions first.
std::vector<int64_t> indexedFirst(const std::vector<int64_t>& dims, int64_t rank) {
  std::vector<int64_t> order = dims;
  for (int64_t i = 0; i < rank; ++i)
    if (std::ranges::find(dims, i) == dims.end()) order.push_back(i);
  return order;
}

void indexed(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  const int64_t rank = op.needRank(self);
  const Indices indices = indicesOf(op);
  if (indices.dims.empty()) return op.give(self);
  if (indices.dims.size() == 1) return op.give(b.gather(self, indices.tensors[0], indices.dims[0]));
  const Wire places = joinedIndices(op, indices);
  const int64_t indexRank = op.needRank(places) - 1;
  const Wire first = b.transpose(self, indexedFirst(indices.dims, rank));
  Dims sizes(places.shape.sizes());
  sizes.resize(static_cast<size_t>(indexRank));
  for (int64_t i = std::ssize(indices.dims); i < rank; ++i) sizes.push_back(first.shape.size(i));
  Wire result = b.add("GatherND", {first, places}, self.dtype, PartialShape::of(std::move(sizes)));
  // Adjacent indexed dimensions stay at their place.
  if (areAdjacent(indices.dims) && indices.dims[0] > 0) {
    std::vector<int64_t> order;
    const int64_t before = indices.dims[0];
    for (int64_t i = 0; i < before; ++i) order.push_back(indexRank + i);
    for (int64_t i = 0; i < indexRank; ++i) order.push_back(i);
    for (int64_t i = indexRank + before; i < result.rank(); ++i) order.push_back(i);
    result = b.transpose(result, order);
  }
  op.give(result);
}

void indexPut(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  const int64_t rank = op.needRank(self);
  Wire values = op.wire("values", self.dtype);
  const auto* list = std::get_if<ListPtr>(&op.value("indices"));
  // A mask of the whole tensor and one value.
  if (list && !(*list)->sequence && (*list)->items.size() == 1 && op.flag("accumulate") != true &&
      values.shape.elements() == 1) {
    if (const auto* mask = std::get_if<TensorPtr>(&(*list)->items[0]);
        mask && (*mask)->dtype == DType::Bool) {
      Wire condition = op.lowering.wireOf(*mask);
      std::vector<int64_t> axes;
      for (int64_t i = op.needRank(condition); i < rank; ++i) axes.push_back(i);
      condition = b.unsqueeze(condition, axes);
      return op.give(b.where(condition, b.reshape(values, std::span<const int64_t>()), self));
    }
  }
  const Indices indices = indicesOf(op);
  if (indices.dims.empty()) return op.give(b.expand(values, b.shapeOf(self), self.shape));
  const Wire places = joinedIndices(op, indices);
  const int64_t indexRank = op.needRank(places) - 1;
  const std::vector<int64_t> order = indexedFirst(indices.dims, rank);
  const Wire first = b.transpose(self, order);
  const auto count = std::ssize(indices.dims);
  if (areAdjacent(indices.dims) && indices.dims[0] > 0 && op.needRank(values) > indexRank) {
    // The values have the indices' dimensions at the place of the indexed ones.
    const int64_t wanted = rank - count + indexRank;
    std::vector<int64_t> axes(static_cast<size_t>(wanted - values.rank()));
    std::iota(axes.begin(), axes.end(), 0);
    values = b.unsqueeze(values, axes);
    std::vector<int64_t> valueOrder;
    for (int64_t i = 0; i < indexRank; ++i) valueOrder.push_back(indices.dims[0] + i);
    for (int64_t i = 0; i < wanted; ++i)
      if (i < indices.dims[0] || i >= indices.dims[0] + indexRank) valueOrder.push_back(i);
    values = b.transpose(values, valueOrder);
  }
  const Wires sizes = {b.sizesFrom(places, 0, indexRank), b.sizesFrom(first, count, rank)};
  const Wire updates = b.expand(values, b.concat(sizes, 0), {});
  Attributes attributes;
  if (op.flag("accumulate") == true) {
    if (b.opset() < 16) op.refuse("accumulating needs --opset 16");
    attributes.push_back({"reduction", std::string("add")});
  }
  const Wire result =
      b.add("ScatterND", {first, places, updates}, self.dtype, first.shape, attributes);
  std::vector<int64_t> back(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  op.give(b.transpose(result, back));
}

void unique(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  const Wire one{{}, DType::Int64, PartialShape::of({-1})};
  const Wires results =
      b.addMany("Unique", {&self, 1}, {{{}, self.dtype, one.shape}, one, one, one});
  op.give(results[0]);
  op.give(b.reshape(results[2], b.shapeOf(self), self.shape));
  op.give(results[3]);
}

// self with elements of the source added to, or in place of, those at an index of a dimension.
void indexWritten(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  const bool isSum = op.name() == "aten::index_add";
  if (isSum && b.opset() < 16) op.refuse("it needs --opset 16");
  const int64_t rank = op.needRank(self), dim = op.dim("dim", self);
  if (rank == 0) op.refuse("the tensor has no dimensions");
  Wire source = op.wire("source", self.dtype);
  if (isSum && op.real("alpha") != 1.0)
    source = b.binary("Mul", source, op.wire("alpha", self.dtype));
  std::vector<int64_t> axes;
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim) axes.push_back(i);
  Wire index = b.reshape(op.wire("index", DType::Int64), std::vector<int64_t>{-1});
  index = b.expand(b.unsqueeze(index, axes), b.shapeOf(source), source.shape);
  Attributes attributes = {{"axis", dim}};
  if (isSum) attributes.push_back({"reduction", std::string("add")});
  op.give(b.add("ScatterElements", {self, index, source}, self.dtype, self.shape, attributes));
}

void nonzero(Op& op) {
  const Wire self = op.wire("self");
  const int64_t rank = op.needRank(self);
  const Wire places = op.b.add("NonZero", {self}, DType::Int64, PartialShape::of({rank, -1}));
  op.give(op.b.transpose(places, {1, 0}));
}

void nonzeroEach(Op& op) {
  const Wire self = op.lowering.wireOf(op.arguments[0]);
  const int64_t rank = op.needRank(self);
  const Wire places = op.b.add("NonZero", {self}, DType::Int64, PartialShape::of({rank, -1}));
  Wires all;
  for (int64_t i = 0; i < rank; ++i)
    all.push_back(op.b.gather(places, op.b.scalar(static_cast<double>(i), DType::Int64), 0));
  op.giveList(all);
}

void masked(Op& op) {
  Builder& b = op.b;
  Wire self = op.wire("self"), mask = op.wire("mask", DType::Bool);
  const Wire both = b.where(mask, self, self);
  mask = b.expand(mask, b.shapeOf(both), both.shape);
  const Wire flat = b.reshape(both, std::vector<int64_t>{-1}),
             flatMask = b.reshape(mask, std::vector<int64_t>{-1});
  op.give(b.add("Compress", {flat, flatMask}, self.dtype, PartialShape::of({-1}),
                {{"axis", int64_t{0}}}));
}

void oneHot(Op& op) {
  const Wire self = op.wire("self");
  const auto classes = op.integer("num_classes");
  if (!classes || *classes < 0) op.refuse("the number of classes is not known");
  op.give(op.b.add("OneHot", {self, op.b.integers({*classes}), op.b.integers({0, 1})}, DType::Int64,
                   op.shape(), {{"axis", int64_t{-1}}}));
}

void indexFilled(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  const int64_t dim = op.dim("dim", self), size = self.shape.size(dim);
  if (size < 0) op.refuse("the size of the dimension is not known");
  const Wire index = b.reshape(op.wire("index", DType::Int64), std::vector<int64_t>{-1});
  const Wire none =
      b.expand(b.scalar(0, DType::Int64), b.integers({size}), PartialShape::of({size}));
  const Wire ones = b.expand(b.scalar(1, DType::Int64), b.shapeOf(index), index.shape);
  Wire mask = b.cast(b.add("ScatterElements", {none, index, ones}, DType::Int64, none.shape,
                           {{"axis", int64_t{0}}}),
                     DType::Bool);
  std::vector<int64_t> axes;
  for (int64_t i = dim + 1; i < op.needRank(self); ++i) axes.push_back(i - dim);
  mask = b.unsqueeze(mask, axes);
  op.give(b.where(mask, op.wire("value", self.dtype), self));
}

constexpr Row kRows[] = {
    {"aten::_unique2", unique},         {"aten::argwhere", nonzero},
    {"aten::embedding", embedded},      {"aten::gather", gathered},
    {"aten::index", indexed},           {"aten::index_add", indexWritten},
    {"aten::index_copy", indexWritten}, {"aten::index_fill", indexFilled},
    {"aten::index_put", indexPut},      {"aten::_index_put_impl", indexPut},
    {"aten::index_select", chosen},     {"aten::masked_select", masked},
    {"aten::nonzero", nonzero},         {"aten::nonzero_numpy", nonzeroEach},
    {"aten::one_hot", oneHot},          {"aten::scatter", scattered},
    {"aten::scatter_add", scattered},   {"aten::scatter_reduce", scattered},
    {"aten::where", nonzeroEach},
};

}  // namespace
}  // namespace lookup

std::span<const Row> lookupRows() { return lookup::kRows; }

}  // namespace ts::onnx
