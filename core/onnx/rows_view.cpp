// Views, and the writes to their bases that follow from writes to them.
#include <algorithm>
#include <numeric>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace views {
namespace {

// The sizes of a view or of a repetition, in one dimension. One size that is not known becomes -1,
// which stands for the rest.
Wire viewSizes(Op& op, std::string_view name) {
  const auto sizes = op.ints(*op.find(name));
  if (!sizes) return op.lowering.integersWire(op.value(name));
  std::vector<int64_t> all;
  size_t unknown = 0;
  for (const auto& size : *sizes) {
    if (!size || *size < 0) ++unknown;
    all.push_back(size.value_or(-1));
  }
  const bool hasZero = std::ranges::find(all, 0) != all.end();
  if (unknown > 1 || (unknown == 1 && hasZero)) return op.lowering.integersWire(op.value(name));
  return op.b.integers(std::span<const int64_t>(all));
}

void reshaped(Op& op) {
  const std::string_view name = op.has("size") ? "size" : "shape";
  if (!op.isNone("dtype")) op.refuse("it reads elements as another dtype");
  const Wire self = op.wire("self");
  const Wire sizes = viewSizes(op, name);
  PartialShape shape = op.shape();
  if (const auto* known = op.b.integersOf(sizes)) return op.give(op.b.reshape(self, *known));
  op.give(op.b.reshape(self, sizes, shape));
}

void reshapedAs(Op& op) {
  const Wire other = op.wire("other");
  op.give(op.b.reshape(op.wire("self"), op.b.shapeOf(other), other.shape));
}

Wire reshapedBack(Op& op, const Wire& base, const Wire& view, size_t) {
  return op.b.reshape(view, op.b.shapeOf(base), base.shape);
}

void flattened(Op& op) {
  const Wire self = op.wire("self");
  const int64_t rank = op.needRank(self);
  if (rank == 0) return op.give(op.b.unsqueeze(self, {0}));
  const int64_t first = op.has("start_dim") ? op.dim("start_dim", self) : 0,
                last = op.has("end_dim") ? op.dim("end_dim", self) : rank - 1;
  if (first == last) return op.give(Val(op.arguments[0]));
  const PartialShape shape = op.shape();
  std::vector<int64_t> sizes;
  size_t unknown = 0;
  for (const int64_t size : shape.sizes()) {
    sizes.push_back(size);
    unknown += size < 0 ? 1 : 0;
  }
  if (shape.hasRank() && unknown <= 1) return op.give(op.b.reshape(self, sizes));
  Wires parts = {op.b.sizesFrom(self, 0, first), op.b.integers({-1}),
                 op.b.sizesFrom(self, last + 1, rank)};
  op.give(op.b.reshape(self, op.b.concat(parts, 0), shape));
}

void unflattened(Op& op) {
  const Wire self = op.wire("self");
  const int64_t dim = op.dim("dim", self), rank = op.needRank(self);
  const Wires parts = {op.b.sizesFrom(self, 0, dim), viewSizes(op, "sizes"),
                       op.b.sizesFrom(self, dim + 1, rank)};
  const PartialShape shape = op.shape();
  if (shape.elements() >= 0) return op.give(op.b.reshape(self, shape.sizes()));
  op.give(op.b.reshape(self, op.b.concat(parts, 0), shape));
}

void unsqueezed(Op& op) {
  const Wire self = op.wire("self");
  op.give(op.b.unsqueeze(self, {Op::wrap(op.needInteger("dim"), op.needRank(self) + 1)}));
}

void squeezed(Op& op) {
  const Wire self = op.wire("self");
  std::vector<int64_t> axes, asked = op.dims("dim", self);
  if (!op.has("dim")) {
    asked.resize(static_cast<size_t>(op.needRank(self)));
    std::iota(asked.begin(), asked.end(), 0);
  }
  if (op.needRank(self) == 0) return op.give(Val(op.arguments[0]));
  for (const int64_t dim : asked) {
    if (self.shape.size(dim) < 0)
      op.refuse("the size of a dimension is not known, so that it could be 1");
    if (self.shape.size(dim) == 1) axes.push_back(dim);
  }
  if (axes.empty()) return op.give(op.b.unary("Identity", self));
  op.give(op.b.squeeze(self, axes));
}

// The order of dimensions in the result.
std::vector<int64_t> orderOf(Op& op, const Wire& self) {
  const int64_t rank = op.needRank(self);
  std::vector<int64_t> order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  const std::string name = op.name();
  if (rank < 2) return order;
  if (op.has("dims")) {
    order = op.needIntegers("dims");
    for (int64_t& dim : order) dim = Op::wrap(dim, rank);
  } else if (op.has("dim0")) {
    std::swap(order[static_cast<size_t>(op.dim("dim0", self))],
              order[static_cast<size_t>(op.dim("dim1", self))]);
  } else if (op.has("source")) {
    std::vector<int64_t> from = op.needIntegers("source"), to = op.needIntegers("destination");
    std::vector<int64_t> result(order.size(), -1);
    for (size_t i = 0; i < from.size(); ++i)
      result[static_cast<size_t>(Op::wrap(to[i], rank))] = from[i] = Op::wrap(from[i], rank);
    size_t at = 0;
    for (const int64_t dim : order) {
      if (std::ranges::find(from, dim) != from.end()) continue;
      while (result[at] >= 0) ++at;
      result[at] = dim;
    }
    order = result;
  } else if (name == "aten::numpy_T") {
    std::ranges::reverse(order);
  } else {  // t, mT, adjoint
    std::swap(order[order.size() - 1], order[order.size() - 2]);
  }
  return order;
}

void transposed(Op& op) {
  const Wire self = op.wire("self");
  const std::vector<int64_t> order = orderOf(op, self);
  if (std::ranges::is_sorted(order)) return op.give(op.b.unary("Identity", self));
  op.give(op.b.transpose(self, order));
}

Wire transposedBack(Op& op, const Wire& base, const Wire& view, size_t) {
  const std::vector<int64_t> order = orderOf(op, base);
  std::vector<int64_t> back(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  return op.b.transpose(view, back);
}

void expanded(Op& op) {
  const Wire self = op.wire("self");
  const auto* list = std::get_if<ListPtr>(&op.value("size"));
  if (list == nullptr || (*list)->sequence) {
    return op.give(op.b.expand(self, op.lowering.integersWire(op.value("size")), op.shape()));
  }
  // -1 keeps a size, as 1 does in ONNX.
  const auto sizes = std::make_shared<ListCell>(**list);
  for (Val& size : sizes->items) {
    const auto* known = std::get_if<IValue>(&size);
    if (known && known->isInt() && known->toInt() == -1) size = IValue(int64_t{1});
  }
  op.give(op.b.expand(self, op.lowering.integersWire(sizes), op.shape()));
}

void expandedAs(Op& op) {
  const Wire other = op.wire("other");
  op.give(op.b.expand(op.wire("self"), op.b.shapeOf(other), other.shape));
}

// An index from the start, as one element; a known negative one counts from the end.
Wire indexFrom(Op& op, const Wire& base, int64_t dim, const Val& index) {
  const auto* known = std::get_if<IValue>(&index);
  if (known && known->isInt() && known->toInt() < 0) {
    const int64_t size = base.shape.size(dim);
    if (size >= 0) return op.b.integers({std::max<int64_t>(0, known->toInt() + size)});
    const Wire end = op.b.unsqueeze(op.b.sizeOf(base, dim), {0});
    return op.b.binary("Add", end, op.b.integers({known->toInt()}));
  }
  return oneElement(op, index);
}

void selected(Op& op) {
  const Wire self = op.wire("self");
  op.give(op.b.gather(self, op.wire("index", DType::Int64), op.dim("dim", self)));
}

Wire selectedBack(Op& op, const Wire& base, const Wire& view, size_t) {
  const int64_t dim = op.dim("dim", base);
  const Wire begin = indexFrom(op, base, dim, op.value("index"));
  const Wire end = op.b.binary("Add", begin, op.b.integers({1}));
  return replaced(op, base, op.b.unsqueeze(view, {dim}), dim, begin, end);
}

void sliced(Op& op) {
  const Wire self = op.wire("self");
  const int64_t dim = op.dim("dim", self), step = op.needInteger("step");
  const auto start = op.isNone("start") ? std::optional<int64_t>(0) : op.integer("start"),
             end = op.isNone("end") ? std::optional<int64_t>(INT64_MAX) : op.integer("end");
  if (start && end) return op.give(op.b.slice(self, dim, *start, *end, step));
  const Wire from = start ? op.b.integers({*start}) : oneElement(op, op.value("start")),
             to = end ? op.b.integers({*end}) : oneElement(op, op.value("end"));
  op.give(op.b.slice(self, dim, from, to, step));
}

Wire slicedBack(Op& op, const Wire& base, const Wire& view, size_t) {
  const int64_t dim = op.dim("dim", base);
  if (op.needInteger("step") != 1) op.refuse("a slice with a step is written to");
  const Wire begin =
      op.isNone("start") ? op.b.integers({0}) : indexFrom(op, base, dim, op.value("start"));
  const Wire end =
      op.isNone("end") ? op.b.integers({INT64_MAX}) : indexFrom(op, base, dim, op.value("end"));
  return replaced(op, base, view, dim, begin, end);
}

void narrowed(Op& op) {
  const Wire self = op.wire("self");
  const int64_t dim = op.dim("dim", self);
  const auto start = op.integer("start"), length = op.integer("length");
  if (start && length && *start >= 0)
    return op.give(op.b.slice(self, dim, *start, *start + *length));
  const Wire begin = indexFrom(op, self, dim, op.value("start"));
  const Wire end = op.b.binary("Add", begin, oneElement(op, op.value("length")));
  op.give(op.b.slice(self, dim, begin, end, 1, length.value_or(shape_rules::kUnknown)));
}

Wire narrowedBack(Op& op, const Wire& base, const Wire& view, size_t) {
  const int64_t dim = op.dim("dim", base);
  const Wire begin = indexFrom(op, base, dim, op.value("start"));
  return replaced(op, base, view, dim, begin,
                  op.b.binary("Add", begin, oneElement(op, op.value("length"))));
}

// The sizes of the parts of split() and chunk() along a dimension of known size.
std::vector<int64_t> partSizes(Op& op, const Wire& self, int64_t dim) {
  const int64_t size = self.shape.size(dim);
  const std::string name = op.name();
  if (op.has("split_sizes")) return op.needIntegers("split_sizes");
  if (op.has("split_size") && op.ints("split_size") && op.ints("split_size")->size() != 1)
    return op.needIntegers("split_size");
  if (size < 0) op.refuse("the size of the dimension is not known, nor is the number of parts");
  std::vector<int64_t> parts;
  if (name == "aten::tensor_split" && op.has("indices")) {
    int64_t begin = 0;
    std::vector<int64_t> ends = op.needIntegers("indices");
    ends.push_back(size);
    for (int64_t end : ends) {
      end = std::clamp<int64_t>(end < 0 ? end + size : end, begin, size);
      parts.push_back(end - begin);
      begin = end;
    }
    return parts;
  }
  if (name == "aten::tensor_split") {
    const int64_t count = op.needInteger("sections");
    for (int64_t i = 0; i < count; ++i) parts.push_back(size / count + (i < size % count ? 1 : 0));
    return parts;
  }
  int64_t each = name == "aten::unbind" ? 1
                 : op.has("chunks")
                     ? (size + op.needInteger("chunks") - 1) / op.needInteger("chunks")
                     : op.needInteger("split_size");
  if (each <= 0) each = std::max<int64_t>(size, 1);
  for (int64_t begin = 0; begin < size; begin += each)
    parts.push_back(std::min(each, size - begin));
  if (parts.empty()) parts.push_back(0);
  return parts;
}

// Sizes that depend on the input, in a list of known length.
const ListPtr* computedSizes(Op& op) {
  const std::string_view name = op.has("split_sizes") ? "split_sizes" : "split_size";
  const auto* list = std::get_if<ListPtr>(&op.value(name));
  if (list == nullptr || (*list)->sequence) return nullptr;
  return std::ranges::any_of((*list)->items,
                             [](const Val& item) { return std::holds_alternative<Number>(item); })
             ? list
             : nullptr;
}

void divided(Op& op) {
  const Wire self = op.wire("self");
  const int64_t dim = op.dim("dim", self);
  if (const ListPtr* list = computedSizes(op)) {
    Dims sizes(self.shape.sizes());
    sizes[static_cast<size_t>(dim)] = shape_rules::kUnknown;
    const Wires types((*list)->items.size(), {{}, self.dtype, PartialShape::of(std::move(sizes))});
    const Wire inputs[] = {self, op.lowering.integersWire(*list)};
    if (types.size() == 1) return op.giveList({op.b.unary("Identity", self)});
    return op.giveList(op.b.addMany("Split", inputs, types, {{"axis", dim}}));
  }
  const std::vector<int64_t> parts = partSizes(op, self, dim);
  if (parts.size() == 1) return op.giveList({op.b.unary("Identity", self)});
  Wires types;
  for (const int64_t part : parts) {
    Dims sizes(self.shape.sizes());
    sizes[static_cast<size_t>(dim)] = part;
    types.push_back({{}, self.dtype, PartialShape::of(std::move(sizes))});
  }
  const Wire inputs[] = {self, op.b.integers(std::span<const int64_t>(parts))};
  op.giveList(op.b.addMany("Split", inputs, types, {{"axis", dim}}));
}

void unbound(Op& op) {
  const Wire self = op.wire("self");
  const int64_t dim = op.dim("dim", self), size = self.shape.size(dim);
  if (size < 0) op.refuse("the size of the dimension is not known");
  Wires all;
  for (int64_t i = 0; i < size; ++i)
    all.push_back(op.b.gather(self, op.b.scalar(static_cast<double>(i), DType::Int64), dim));
  op.giveList(all);
}

Wire dividedBack(Op& op, const Wire& base, const Wire& view, size_t part) {
  const int64_t dim = op.dim("dim", base);
  const std::vector<int64_t> parts = partSizes(op, base, dim);
  const int64_t begin =
      std::accumulate(parts.begin(), parts.begin() + static_cast<long>(part), int64_t{0});
  const bool isUnbound = op.name() == "aten::unbind";
  return replaced(op, base, isUnbound ? op.b.unsqueeze(view, {dim}) : view, dim,
                  op.b.integers({begin}), op.b.integers({begin + parts[part]}));
}

void diagonal(Op& op) {
  const Wire self = op.wire("self");
  const int64_t rank = op.needRank(self);
  const int64_t first = op.dim("dim1", self), second = op.dim("dim2", self),
                offset = op.needInteger("offset");
  const int64_t rows = self.shape.size(first), columns = self.shape.size(second);
  if (rows < 0 || columns < 0) op.refuse("the sizes of the matrices are not known");
  std::vector<int64_t> order;
  for (int64_t i = 0; i < rank; ++i)
    if (i != first && i != second) order.push_back(i);
  const auto batch = static_cast<int64_t>(order.size());
  order.push_back(first);
  order.push_back(second);
  const Wire last = op.b.transpose(self, order);
  Wires parts = {op.b.sizesFrom(last, 0, batch), op.b.integers({rows * columns})};
  const Wire lines = op.b.reshape(last, op.b.concat(parts, 0), {});
  std::vector<int64_t> places;
  for (int64_t i = 0; i < rows; ++i)
    if (i + offset >= 0 && i + offset < columns) places.push_back(i * columns + i + offset);
  op.give(op.b.add("Gather", {lines, op.b.integers(std::span<const int64_t>(places))}, self.dtype,
                   op.shape(), {{"axis", batch}}));
}

// The argument itself, as another object.
void viewed(Op& op) { op.give(op.b.unary("Identity", op.wire("self"))); }
Wire viewedBack(Op&, const Wire&, const Wire& view, size_t) { return view; }

constexpr Row kRows[] = {
    {"aten::_reshape_alias", reshaped, {}, reshapedBack},
    {"aten::_unsafe_view", reshaped, {}, reshapedBack},
    {"aten::alias", viewed, {}, viewedBack},
    {"aten::chunk", divided, {}, dividedBack},
    {"aten::contiguous", viewed, {}, viewedBack},
    {"aten::detach", viewed, {}, viewedBack},
    {"aten::diagonal", diagonal},
    {"aten::expand", expanded},
    {"aten::expand_as", expandedAs},
    {"aten::flatten", flattened, {}, reshapedBack},
    {"aten::mT", transposed, {}, transposedBack},
    {"aten::movedim", transposed, {}, transposedBack},
    {"aten::moveaxis", transposed, {}, transposedBack},
    {"aten::narrow", narrowed, {}, narrowedBack},
    {"aten::numpy_T", transposed, {}, transposedBack},
    {"aten::permute", transposed, {}, transposedBack},
    {"aten::ravel", flattened, {}, reshapedBack},
    {"aten::reshape", reshaped, {}, reshapedBack},
    {"aten::reshape_as", reshapedAs, {}, reshapedBack},
    {"aten::select", selected, {}, selectedBack},
    {"aten::slice", sliced, {}, slicedBack},
    {"aten::split", divided, {}, dividedBack},
    {"aten::split_with_sizes", divided, {}, dividedBack},
    {"aten::squeeze", squeezed, {}, reshapedBack},
    {"aten::swapaxes", transposed, {}, transposedBack},
    {"aten::swapdims", transposed, {}, transposedBack},
    {"aten::t", transposed, {}, transposedBack},
    {"aten::tensor_split.indices", divided, {}, dividedBack},
    {"aten::tensor_split.sections", divided, {}, dividedBack},
    {"aten::transpose", transposed, {}, transposedBack},
    {"aten::unbind", unbound, {}, dividedBack},
    {"aten::unflatten", unflattened, {}, reshapedBack},
    {"aten::unsqueeze", unsqueezed, {}, reshapedBack},
    {"aten::unsafe_chunk", divided},
    {"aten::unsafe_split", divided},
    {"aten::unsafe_split_with_sizes", divided},
    {"aten::view", reshaped, {}, reshapedBack},
    {"aten::view_as", reshapedAs, {}, reshapedBack},
};

}  // namespace
}  // namespace views

std::span<const Row> viewRows() { return views::kRows; }

Wire oneElement(Op& op, const Val& number) {
  if (const auto* known = std::get_if<IValue>(&number); known && known->isInt())
    return op.b.integers({known->toInt()});
  return op.b.unsqueeze(op.b.cast(op.lowering.wireOf(number), DType::Int64), {0});
}

Wire replaced(Op& op, const Wire& base, const Wire& part, int64_t dim, const Wire& begin,
              const Wire& end) {
  Builder& b = op.b;
  const auto *from = b.integersOf(begin), *to = b.integersOf(end);
  const int64_t size = base.shape.size(dim);
  Wires parts;
  if (from == nullptr || from->front() != 0)
    parts.push_back(b.slice(base, dim, b.integers({0}), begin, 1,
                            from ? from->front() : shape_rules::kUnknown));
  parts.push_back(part);
  if (to == nullptr || size < 0 || to->front() < size)
    parts.push_back(b.slice(base, dim, end, b.integers({INT64_MAX}), 1,
                            to && size >= 0 ? size - to->front() : shape_rules::kUnknown));
  Wire whole = b.concat(parts, dim);
  whole.shape = base.shape;
  return whole;
}

}  // namespace ts::onnx
