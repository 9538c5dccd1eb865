// Copies, conversions, and operators that bring elements to other places; new tensors.
#include <algorithm>
#include <numeric>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace arrangement {
namespace {

// The argument itself, unless its dtype changes.
void converted(Op& op) {
  const Wire self = op.wire("self");
  const DType dtype = op.dtype();
  if (dtype == self.dtype && op.flag("copy") != true) return giveArgument(op);
  op.isCopy = true;
  op.give(op.b.cast(self, dtype));
}

void cloned(Op& op) { op.give(op.wire("self")); }

// The elements of the other tensor, in the shape of this one.
void copied(Op& op) {
  const Wire self = op.wire("self"), from = op.wire("src", self.dtype);
  op.give(op.b.expand(from, op.b.shapeOf(self), self.shape));
}

void filled(Op& op) {
  const Wire self = op.wire("self");
  const Wire value = op.name().starts_with("aten::zero") ? op.b.scalar(0, self.dtype)
                                                         : op.wire("value", self.dtype);
  op.give(op.b.expand(value, op.b.shapeOf(self), self.shape));
}

void joined(Op& op) {
  const auto* list = std::get_if<ListPtr>(&op.arguments[0]);
  const bool isStack = op.name() == "aten::stack";
  if (list && (*list)->sequence) {
    const Wire& all = *(*list)->sequence;
    const int64_t rank = op.needRank(all) + (isStack ? 1 : 0);
    const int64_t dim = Op::wrap(op.needInteger("dim"), rank);
    Dims sizes(all.shape.sizes());
    if (isStack)
      sizes.insert(static_cast<size_t>(dim), shape_rules::kUnknown);
    else
      sizes[static_cast<size_t>(dim)] = shape_rules::kUnknown;
    return op.give(op.b.add("ConcatFromSequence", {all}, all.dtype,
                            PartialShape::of(std::move(sizes)),
                            {{"axis", dim}, {"new_axis", int64_t{isStack}}}));
  }
  Wires wires = op.wires("tensors", op.dtype());
  if (isStack) {
    const int64_t dim = Op::wrap(op.needInteger("dim"), op.needRank(wires[0]) + 1);
    for (Wire& wire : wires) wire = op.b.unsqueeze(wire, {dim});
    return op.give(op.b.concat(wires, dim));
  }
  // Tensors of the shape [0] join tensors of any other shape.
  if (wires.size() > 1)
    std::erase_if(wires, [&](const Wire& wire) {
      return wire.shape.isRank(1) && wire.shape.size(0) == 0 && wires.size() > 1;
    });
  if (wires.empty()) return op.give(op.wires("tensors", op.dtype())[0]);
  if (wires.size() == 1) return op.give(op.b.unary("Identity", wires[0]));
  op.give(op.b.concat(wires, op.dim("dim", wires[0])));
}

void stackedAlong(Op& op) {
  Wires wires = op.wires("tensors", op.dtype());
  const bool isRows = op.name() == "aten::vstack";
  for (Wire& wire : wires) {
    const int64_t rank = op.needRank(wire);
    if (rank == 0) wire = op.b.unsqueeze(wire, {0});
    if (isRows && rank <= 1) wire = op.b.unsqueeze(wire, {0});
  }
  op.give(op.b.concat(wires, isRows || wires[0].rank() == 1 ? 0 : 1));
}

void padded(Op& op) {
  const Wire self = op.wire("self");
  const auto rank = static_cast<size_t>(op.needRank(self));
  const std::string_view argument = op.has("pad") ? "pad" : "padding";
  std::string_view mode = op.row->op;
  if (const auto* text = std::get_if<IValue>(&op.value("mode")); text && text->isString())
    mode = text->toString();
  mode = mode == "replicate" ? "edge" : mode == "circular" ? "wrap" : mode;
  if (mode == "wrap" && op.b.opset() < 19) op.refuse("circular padding needs --opset 19");
  const auto* list = std::get_if<ListPtr>(&op.value(argument));
  if (list == nullptr || (*list)->sequence) op.refuse("the padding is not a list of known length");
  const auto pads = std::make_shared<ListCell>();
  pads->element = types::intType();
  pads->items.assign(2 * rank, IValue(int64_t{0}));
  const size_t given = std::min((*list)->items.size() / 2, rank);
  for (size_t i = 0; i < given; ++i) {
    pads->items[rank - 1 - i] = (*list)->items[2 * i];
    pads->items[2 * rank - 1 - i] = (*list)->items[2 * i + 1];
  }
  Wires inputs = {self, op.lowering.integersWire(pads)};
  if (mode == "constant")
    inputs.push_back(op.isNone("value") ? op.b.scalar(0, self.dtype)
                                        : op.wire("value", self.dtype));
  op.give(op.b.add("Pad", inputs, self.dtype, op.shape(), {{"mode", std::string(mode)}}));
}

void repeated(Op& op) {
  Wire self = op.wire("self");
  const Val& factors = op.value(op.has("repeats") ? "repeats" : "dims");
  Wire all = op.lowering.integersWire(factors);
  const int64_t rank = op.needRank(self), count = all.shape.size(0);
  if (count < 0) op.refuse("the number of its factors is not known");
  std::vector<int64_t> axes(static_cast<size_t>(std::max<int64_t>(0, count - rank)));
  std::iota(axes.begin(), axes.end(), 0);
  self = op.b.unsqueeze(self, axes);
  if (count < rank)
    all = op.b.concat(
        {op.b.integers(std::vector<int64_t>(static_cast<size_t>(rank - count), 1)), all}, 0);
  op.give(op.b.add("Tile", {self, all}, self.dtype, op.shape()));
}

// Each element several times.
void repeatedEach(Op& op) {
  Builder& b = op.b;
  Wire self = op.wire("self");
  const auto factor = op.integer("repeats");
  if (op.isTensor("repeats") || !factor) op.refuse("the factors are a tensor");
  int64_t dim = 0;
  if (op.isNone("dim"))
    self = b.reshape(self, std::vector<int64_t>{-1});
  else
    dim = op.dim("dim", self);
  const int64_t rank = op.needRank(self);
  const Wire wide = b.unsqueeze(self, {dim + 1});
  std::vector<int64_t> factors(static_cast<size_t>(rank + 1), 1);
  factors[static_cast<size_t>(dim + 1)] = *factor;
  const Wire tiled =
      b.add("Tile", {wide, b.integers(std::span<const int64_t>(factors))}, self.dtype, {});
  const Wires parts = {b.sizesFrom(self, 0, dim), b.integers({-1}),
                       b.sizesFrom(self, dim + 1, rank)};
  op.give(b.reshape(tiled, b.concat(parts, 0), op.shape()));
}

void flipped(Op& op) {
  const Wire self = op.wire("self");
  const std::vector<int64_t> dims = op.name() == "aten::fliplr"   ? std::vector<int64_t>{1}
                                    : op.name() == "aten::flipud" ? std::vector<int64_t>{0}
                                                                  : op.dims("dims", self);
  const std::vector<int64_t> begins(dims.size(), -1), ends(dims.size(), -INT64_MAX),
      steps(dims.size(), -1);
  if (dims.empty()) return op.give(self);
  const auto list = [&](const std::vector<int64_t>& all) {
    return op.b.integers(std::span<const int64_t>(all));
  };
  op.give(op.b.add("Slice", {self, list(begins), list(ends), list(dims), list(steps)}, self.dtype,
                   self.shape));
}

void rolled(Op& op) {
  Wire result = op.wire("self");
  const Wire self = result;
  const std::vector<int64_t> shifts = op.needIntegers("shifts");
  std::vector<int64_t> dims = op.needIntegers("dims");
  const bool isFlat = dims.empty();
  if (isFlat) {
    result = op.b.reshape(result, std::vector<int64_t>{-1});
    dims = {0};
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t dim = Op::wrap(dims[i], result.rank()), size = result.shape.size(dim);
    int64_t shift = shifts[i];
    if (size > 0) shift = (shift % size + size) % size;
    if (shift == 0) continue;
    // The last `shift` elements come first.
    result = op.b.concat(
        {op.b.slice(result, dim, -shift, INT64_MAX), op.b.slice(result, dim, 0, -shift)}, dim);
    if (result.shape.size(dim) < 0)
      result.shape.setFromEnd(static_cast<size_t>(result.rank() - dim), size);
  }
  if (isFlat) result = op.b.reshape(result, op.b.shapeOf(self), self.shape);
  op.give(result);
}

void triangle(Op& op) {
  if (op.b.opset() < 14) op.refuse("it needs --opset 14");
  const Wire self = op.wire("self");
  const bool isUpper = op.name() == "aten::triu";
  const bool isBool = self.dtype == DType::Bool;
  const Wire from = isBool ? op.b.cast(self, DType::Int64) : self;
  op.give(op.b.add("Trilu", {from, op.wire("diagonal", DType::Int64)}, from.dtype, self.shape,
                   {{"upper", int64_t{isUpper}}}));
}

void pixelShuffled(Op& op) {
  const Wire self = op.wire("self");
  if (op.needRank(self) != 4) op.refuse("the input does not have four dimensions");
  op.give(
      op.b.add("DepthToSpace", {self}, self.dtype, op.shape(),
               {{"blocksize", op.needInteger("upscale_factor")}, {"mode", std::string("CRD")}}));
}

void pixelUnshuffled(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  const int64_t factor = op.needInteger("downscale_factor");
  if (op.needRank(self) != 4) op.refuse("the input does not have four dimensions");
  const int64_t channels = self.shape.size(1), height = self.shape.size(2),
                width = self.shape.size(3);
  if (channels < 0 || height < 0 || width < 0) op.refuse("the sizes of the image are not known");
  const Wire blocks = b.reshape(
      self, std::vector<int64_t>{-1, channels, height / factor, factor, width / factor, factor});
  const Wire ordered = b.transpose(blocks, {0, 1, 3, 5, 2, 4});
  op.give(b.reshape(ordered, std::vector<int64_t>{-1, channels * factor * factor, height / factor,
                                                  width / factor}));
}

void channelsShuffled(Op& op) {
  Builder& b = op.b;
  const Wire self = op.wire("self");
  const int64_t groups = op.needInteger("groups"), channels = self.shape.size(1),
                rank = op.needRank(self);
  if (channels < 0) op.refuse("the number of channels is not known");
  const Wires parts = {b.sizesFrom(self, 0, 1), b.integers({groups, channels / groups}),
                       b.sizesFrom(self, 2, rank)};
  const Wire grouped = b.reshape(self, b.concat(parts, 0), PartialShape::endingIn({}));
  std::vector<int64_t> order(static_cast<size_t>(rank + 1));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[1], order[2]);
  op.give(b.reshape(b.transpose(grouped, order), b.shapeOf(self), self.shape));
}

void grid(Op& op) {
  Builder& b = op.b;
  Wires tensors = op.wires("tensors");
  const auto* indexing = std::get_if<IValue>(&op.value("indexing"));
  const bool isXy =
      indexing && indexing->isString() && indexing->toString() == "xy" && tensors.size() > 1;
  if (isXy) std::swap(tensors[0], tensors[1]);
  const auto rank = static_cast<int64_t>(tensors.size());
  Wires sizes;
  Dims shape;
  for (Wire& tensor : tensors) {
    tensor = b.reshape(tensor, std::vector<int64_t>{-1});
    sizes.push_back(b.shapeOf(tensor));
    shape.push_back(tensor.shape.size(0));
  }
  const Wire all = b.concat(sizes, 0);
  Wires results;
  for (int64_t i = 0; i < rank; ++i) {
    std::vector<int64_t> axes;
    for (int64_t j = 0; j < rank; ++j)
      if (j != i) axes.push_back(j);
    Wire result = b.expand(b.unsqueeze(tensors[static_cast<size_t>(i)], axes), all,
                           PartialShape::of(Dims(shape)));
    results.push_back(isXy ? b.swap(result, 0, 1) : result);
  }
  if (isXy) std::swap(results[0], results[1]);
  op.giveList(results);
}

// ---- new tensors

void constantOf(Op& op, const Wire& value) {
  const bool isLike = op.has("self") && !op.has("size");
  const Wire sizes =
      isLike ? op.b.shapeOf(op.wire("self")) : op.lowering.integersWire(op.value("size"));
  op.give(op.b.expand(value, sizes, op.shape()));
}
void zeros(Op& op) { constantOf(op, op.b.scalar(0, op.dtype())); }
void ones(Op& op) { constantOf(op, op.b.scalar(1, op.dtype())); }
void full(Op& op) { constantOf(op, op.wire("fill_value", op.dtype())); }

void range(Op& op) {
  const DType dtype = op.knownDtype().value_or(DType::Int64);
  const bool isReal = tensor::isFloating(dtype);
  const DType compute = isReal ? dtype : DType::Int64;
  const Wire begin = op.isNone("start") ? op.b.scalar(0, compute) : op.wire("start", compute),
             step = op.isNone("step") ? op.b.scalar(1, compute) : op.wire("step", compute);
  op.give(op.b.cast(op.b.add("Range", {begin, op.wire("end", compute), step}, compute,
                             op.shape().isRank(1) ? op.shape() : PartialShape::of({-1})),
                    dtype));
}

// A tensor with the elements of a list.
void tensorOf(Op& op) {
  const Val& data = op.arguments[0];
  const DType dtype = op.knownDtype().value_or(DType::Int64);
  if (const auto* list = std::get_if<ListPtr>(&data)) {
    if ((*list)->sequence && !(*list)->sequence->isSequence)
      return op.give(op.b.cast(*(*list)->sequence, dtype));
    Wires parts;
    for (const Val& item : (*list)->items) {
      if (std::holds_alternative<ListPtr>(item)) op.refuse("the list contains lists");
      parts.push_back(op.b.unsqueeze(op.b.cast(op.lowering.wireOf(item), dtype), {0}));
    }
    return op.give(op.b.concat(parts, 0));
  }
  op.give(op.b.cast(op.lowering.wireOf(data), dtype));
}

constexpr Row kRows[] = {
    {"aten::_cast_Float", converted},
    {"aten::_cast_Long", converted},
    {"aten::_pad_enum", padded},
    {"aten::_to_copy", cloned},
    {"aten::bool", converted},
    {"aten::cat", joined},
    {"aten::channel_shuffle", channelsShuffled},
    {"aten::clone", cloned},
    {"aten::concat", joined},
    {"aten::concatenate", joined},
    {"aten::constant_pad_nd", padded, "constant"},
    {"aten::copy", copied},
    {"aten::cpu", giveArgument},
    {"aten::cuda", giveArgument},
    {"aten::double", converted},
    {"aten::fill", filled},
    {"aten::flip", flipped},
    {"aten::fliplr", flipped},
    {"aten::flipud", flipped},
    {"aten::float", converted},
    {"aten::half", converted},
    {"aten::hstack", stackedAlong},
    {"aten::int", converted},
    {"aten::lift_fresh", giveArgument},
    {"aten::long", converted},
    {"aten::meshgrid", grid},
    {"aten::native_channel_shuffle", channelsShuffled},
    {"aten::pad", padded},
    {"aten::pixel_shuffle", pixelShuffled},
    {"aten::pixel_unshuffle", pixelUnshuffled},
    {"aten::reflection_pad1d", padded, "reflect"},
    {"aten::reflection_pad2d", padded, "reflect"},
    {"aten::reflection_pad3d", padded, "reflect"},
    {"aten::repeat", repeated},
    {"aten::repeat_interleave", repeatedEach},
    {"aten::replication_pad1d", padded, "edge"},
    {"aten::replication_pad2d", padded, "edge"},
    {"aten::replication_pad3d", padded, "edge"},
    {"aten::roll", rolled},
    {"aten::stack", joined},
    {"aten::tile", repeated},
    {"aten::to", converted},
    {"aten::tril", triangle},
    {"aten::triu", triangle},
    {"aten::type_as", converted},
    {"aten::vstack", stackedAlong},
    {"aten::zero", filled},
};

constexpr Row kFactories[] = {
    {"aten::arange", range},           {"aten::as_tensor", tensorOf}, {"aten::empty", zeros},
    {"aten::empty_like", zeros},       {"aten::full", full},          {"aten::full_like", full},
    {"aten::new_empty", zeros},        {"aten::new_full", full},      {"aten::new_ones", ones},
    {"aten::new_zeros", zeros},        {"aten::ones", ones},          {"aten::ones_like", ones},
    {"aten::scalar_tensor", tensorOf}, {"aten::tensor", tensorOf},    {"aten::zeros", zeros},
    {"aten::zeros_like", zeros},
};

}  // namespace
}  // namespace arrangement

std::span<const Row> arrangementRows() { return arrangement::kRows; }
std::span<const Row> factoryRows() { return arrangement::kFactories; }

}  // namespace ts::onnx
