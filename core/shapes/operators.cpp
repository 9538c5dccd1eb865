// A rule an operator. Operands are found by their names in the schema, so one rule serves all
// overloads.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/ir/kinds.h"
#include "core/shapes/walk.h"

namespace ts::shapes {

using ir::Node;
using ir::Value;
using Apply = void (*)(Walk& walk, const Node& node);

using diag::Rule;

namespace {

const Value* argument(const Node& node, std::string_view name) {
  const ops::FunctionSchema* schema = node.schema();
  if (!schema) return nullptr;
  for (size_t i = 0; i < schema->arguments.size() && i < node.inputs().size(); ++i) {
    if (schema->arguments[i].name == name) return node.input(i);
  }
  return nullptr;
}

bool isTensor(const Value* value) { return value->type()->is(types::TypeKind::Tensor); }

std::optional<bool> flag(const Value* value) {
  const types::Constant* constant = value ? ir::constantOf(value) : nullptr;
  return constant && constant->isBool() ? std::optional(constant->toBool()) : std::nullopt;
}

// A dimension that there isn't raises; -1 and 0 can be given for a number.
bool checkDimension(Walk& walk, const Node& node, const Shape& shape, int64_t dim,
                    size_t extra = 0) {
  if (!shape.hasRank()) return true;
  auto count = static_cast<int64_t>(std::max<size_t>(shape.rank() + extra, 1));
  if (dim >= -count && dim < count) return true;
  walk.report(Rule::DimensionOutOfRange, node,
              fmt::format("there is no dimension {} in a tensor of shape {}", dim, shape.str()),
              {&shape});
  return false;
}

void same(Walk& walk, const Node& node) {
  if (!node.inputs().empty() && isTensor(node.input(0))) walk.set(node, walk.shape(node.input(0)));
}

std::vector<int64_t> sizesOf(const Ints& numbers) {
  std::vector<int64_t> sizes;
  for (auto number : numbers) sizes.push_back(number && *number >= 0 ? *number : kUnknown);
  return sizes;
}

void factory(Walk& walk, const Node& node) {
  const Value* size = argument(node, "size");
  auto numbers = size ? walk.numbers(size) : std::nullopt;
  if (numbers)
    walk.set(node, Shape::of(sizesOf(*numbers)), fmt::format("torch.{}", node.kind().name()));
}

void range(Walk& walk, const Node& node) {
  const Value* end = argument(node, "end");
  auto number = end && !argument(node, "start") ? walk.number(end) : std::nullopt;
  walk.set(node, Shape::of({number && *number >= 0 ? *number : kUnknown}), "torch.arange");
}

Shape broadcast(const Shape& a, const Shape& b) {
  bool hasRank = a.hasRank() && b.hasRank();
  // Where one has more dimensions than are known of the other, they say nothing for sure.
  size_t count =
      hasRank ? std::max(a.rank(), b.rank()) : std::max(a.sizes().size(), b.sizes().size());
  std::vector<int64_t> sizes(count, kUnknown);
  for (size_t i = 1; i <= count; ++i) {
    auto sizeOf = [&](const Shape& shape) {
      return shape.hasRank() && i > shape.rank() ? 1 : shape.fromEnd(i);
    };
    int64_t x = sizeOf(a), y = sizeOf(b);
    // One that is neither 1 nor unknown wins over whatever the other is.
    sizes[count - i] = x > 1 || x == 0   ? x
                       : y > 1 || y == 0 ? y
                       : x == 1          ? y
                       : y == 1          ? x
                                         : kUnknown;
  }
  Shape made = hasRank ? Shape::of(std::move(sizes)) : Shape::endingIn(std::move(sizes));
  return std::move(made).from(a.isUnknown() ? b : a);
}

void pointwise(Walk& walk, const Node& node) {
  if (node.inputs().size() < 2 || !isTensor(node.input(0))) return same(walk, node);
  if (!isTensor(node.input(1))) return same(walk, node);
  const Shape& a = walk.shape(node.input(0));
  const Shape& b = walk.shape(node.input(1));
  size_t count = std::min(a.sizes().size(), b.sizes().size());
  for (size_t i = 1; i <= count; ++i) {
    int64_t x = a.fromEnd(i), y = b.fromEnd(i);
    if (x == kUnknown || y == kUnknown || x == y || x == 1 || y == 1) continue;
    walk.report(
        Rule::BroadcastMismatch, node,
        fmt::format("tensors of shapes {} and {} can't be broadcast: dimension -{} is {} and {}",
                    a.str(), b.str(), i, x, y),
        {&a, &b});
    return;
  }
  walk.set(node, broadcast(a, b));
}

void matmul(Walk& walk, const Node& node) {
  const Shape& a = walk.shape(node.input(0));
  const Shape& b = walk.shape(node.input(1));
  // What the second gives up is its last but one dimension, or its only one.
  if (!b.hasRank() || b.rank() == 0) return;
  bool isVector = b.rank() == 1;
  int64_t x = a.fromEnd(1), y = b.fromEnd(isVector ? 1 : 2);
  if (x != kUnknown && y != kUnknown && x != y) {
    walk.report(
        Rule::MatmulMismatch, node,
        fmt::format("matrices of shapes {} and {} can't be multiplied: {} columns meet {} rows",
                    a.str(), b.str(), x, y),
        {&a, &b});
    return;
  }
  if (isVector || !a.hasRank() || a.rank() < 2) return;
  if (a.rank() == 2 && b.rank() == 2)
    walk.set(node, Shape::of({a.fromEnd(2), b.fromEnd(1)}), std::string(node.range().text()));
}

// mm and bmm: as many dimensions as it says, and no broadcasting.
void strictMatmul(Walk& walk, const Node& node) {
  const Shape& a = walk.shape(node.input(0));
  const Shape& b = walk.shape(node.input(1));
  const size_t rank = node.kind().name() == "bmm" ? 3 : 2;
  for (const Shape* operand : {&a, &b}) {
    if (!operand->hasRank() || operand->rank() == rank) continue;
    walk.report(Rule::MatmulMismatch, node,
                fmt::format("{} takes matrices of {} dimensions, and is given the shape {}",
                            node.kind().name(), rank, operand->str()),
                {operand});
    return;
  }
  const int64_t x = a.fromEnd(1), y = b.fromEnd(2);
  const int64_t p = a.fromEnd(3), q = b.fromEnd(3);
  const bool meet = x == kUnknown || y == kUnknown || x == y;
  if (!meet || (rank == 3 && p != kUnknown && q != kUnknown && p != q)) {
    walk.report(
        Rule::MatmulMismatch, node,
        meet ? fmt::format("batches of {} and {} matrices can't be multiplied", p, q)
             : fmt::format(
                   "matrices of shapes {} and {} can't be multiplied: {} columns meet {} rows",
                   a.str(), b.str(), x, y),
        {&a, &b});
    return;
  }
  std::vector<int64_t> sizes{a.fromEnd(2), b.fromEnd(1)};
  if (rank == 3) sizes.insert(sizes.begin(), p == kUnknown ? q : p);
  walk.set(node, Shape::of(std::move(sizes)), std::string(node.range().text()));
}

// The shapes of a list of tensors that is written here; empty: not known.
std::vector<const Shape*> shapesOf(Walk& walk, const Value* value) {
  std::vector<const Shape*> shapes;
  const Node* list = walk.list(value);
  if (!list) return shapes;
  for (const Value* element : list->inputs()) shapes.push_back(&walk.shape(element));
  return shapes;
}

bool isLegacyEmpty(const Shape& shape) { return !shape.hasRank() || shape.rank() == 1; }

void cat(Walk& walk, const Node& node) {
  auto shapes = shapesOf(walk, node.input(0));
  auto dim = walk.number(node.input(1));
  if (shapes.empty() || !dim) return;
  // An empty tensor of one dimension goes with anything.
  bool certain = std::ranges::none_of(
      shapes, [](const Shape* shape) { return isLegacyEmpty(*shape) && shape->fromEnd(1) <= 0; });
  if (!certain) return;
  const Shape& first = *shapes[0];
  if (!checkDimension(walk, node, first, *dim)) return;
  int64_t total = 0;
  for (const Shape* shape : shapes) {
    if (first.hasRank() && shape->hasRank() && first.rank() != shape->rank()) {
      walk.report(
          Rule::CatMismatch, node,
          fmt::format("tensors of shapes {} and {} can't be joined: they have {} and {} dimensions",
                      first.str(), shape->str(), first.rank(), shape->rank()),
          {&first, shape});
      return;
    }
    auto joined = first.position(*dim);
    size_t count = joined ? std::min(first.sizes().size(), shape->sizes().size()) : 0;
    for (size_t i = 1; i <= count; ++i) {
      int64_t x = first.fromEnd(i), y = shape->fromEnd(i);
      if (i == *joined || x == kUnknown || y == kUnknown || x == y) continue;
      walk.report(Rule::CatMismatch, node,
                  fmt::format("tensors of shapes {} and {} can't be joined along dimension {}: "
                              "dimension -{} is {} and {}",
                              first.str(), shape->str(), *dim, i, x, y),
                  {&first, shape});
      return;
    }
    int64_t size = shape->size(*dim);
    total = size == kUnknown || total == kUnknown ? kUnknown : total + size;
  }
  if (auto joined = first.position(*dim)) {
    Shape made = first;
    made.setFromEnd(*joined, total);
    walk.set(node, std::move(made), "torch.cat");
  }
}

void stack(Walk& walk, const Node& node) {
  auto shapes = shapesOf(walk, node.input(0));
  if (shapes.empty()) return;
  const Shape& first = *shapes[0];
  for (const Shape* shape : shapes) {
    bool ranks = first.hasRank() && shape->hasRank() && first.rank() != shape->rank();
    size_t count = std::min(first.sizes().size(), shape->sizes().size());
    bool differs = ranks;
    for (size_t i = 1; i <= count; ++i) {
      int64_t x = first.fromEnd(i), y = shape->fromEnd(i);
      differs |= x != kUnknown && y != kUnknown && x != y;
    }
    if (!differs) continue;
    walk.report(Rule::CatMismatch, node,
                fmt::format("tensors of shapes {} and {} can't be stacked: they differ",
                            first.str(), shape->str()),
                {&first, shape});
    return;
  }
}

void view(Walk& walk, const Node& node) {
  const Value* size = argument(node, node.kind().name() == "reshape" ? "shape" : "size");
  auto numbers = size ? walk.numbers(size) : std::nullopt;
  if (!numbers) return;
  const Shape& shape = walk.shape(node.input(0));
  auto elements = shape.elements();
  int64_t product = 1;
  std::optional<size_t> open;
  bool certain = true;
  for (size_t i = 0; i < numbers->size(); ++i) {
    auto number = (*numbers)[i];
    if (!number || *number < -1) {
      certain = false;
    } else if (*number == -1) {
      if (open) return;
      open = i;
    } else {
      product = product > (int64_t{1} << 40) ? product : product * *number;
    }
  }
  std::vector<int64_t> sizes = sizesOf(*numbers);
  if (certain && elements) {
    bool fits = open ? product != 0 && *elements % product == 0 : product == *elements;
    if (!fits && !(open && product == 0)) {
      std::string wanted = "[";
      for (size_t i = 0; i < numbers->size(); ++i)
        wanted += fmt::format("{}{}", i ? ", " : "", *(*numbers)[i]);
      walk.report(Rule::ViewMismatch, node,
                  fmt::format("{} elements of shape {} don't fit into the shape {}]", *elements,
                              shape.str(), wanted),
                  {&shape});
      return;
    }
    if (open && product != 0) sizes[*open] = *elements / product;
  }
  walk.set(node, Shape::of(std::move(sizes)), std::string(node.range().text()));
}

void flatten(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  if (!shape.hasRank() || node.inputs().size() != 3) return;
  auto begin = walk.number(node.input(1)), end = walk.number(node.input(2));
  if (!begin || !end || shape.rank() == 0) return;
  if (!checkDimension(walk, node, shape, *begin) || !checkDimension(walk, node, shape, *end))
    return;
  size_t from = shape.rank() - *shape.position(*begin), to = shape.rank() - *shape.position(*end);
  if (from > to) return;
  walk.set(node, shape.flattened(from, to));
}

void transpose(Walk& walk, const Node& node) {
  Shape shape = walk.shape(node.input(0));
  if (node.inputs().size() != 3) return;
  auto a = walk.number(node.input(1)), b = walk.number(node.input(2));
  if (!a || !b) return;
  if (!checkDimension(walk, node, shape, *a) || !checkDimension(walk, node, shape, *b)) return;
  auto i = shape.position(*a), j = shape.position(*b);
  if (!i || !j) return;
  int64_t x = shape.fromEnd(*i), y = shape.fromEnd(*j);
  shape.setFromEnd(*i, y);
  shape.setFromEnd(*j, x);
  walk.set(node, std::move(shape));
}

void transposed(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  if (!shape.hasRank()) return;
  std::vector<int64_t> sizes(shape.sizes().rbegin(), shape.sizes().rend());
  walk.set(node, Shape::of(std::move(sizes)).from(shape));
}

void permute(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  auto dims = node.inputs().size() == 2 ? walk.numbers(node.input(1)) : std::nullopt;
  if (!dims || !shape.hasRank() || dims->size() != shape.rank()) return;
  std::vector<int64_t> sizes;
  for (auto dim : *dims) {
    if (!dim || !checkDimension(walk, node, shape, *dim)) return;
    sizes.push_back(shape.size(*dim));
  }
  walk.set(node, Shape::of(std::move(sizes)).from(shape));
}

void unsqueeze(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  auto dim = walk.number(node.input(1));
  if (!dim || !shape.hasRank() || !checkDimension(walk, node, shape, *dim, 1)) return;
  auto at = *dim < 0 ? *dim + static_cast<int64_t>(shape.rank()) + 1 : *dim;
  std::vector<int64_t> sizes = shape.sizes();
  sizes.insert(sizes.begin() + at, 1);
  walk.set(node, Shape::of(std::move(sizes)).from(shape));
}

// Operators that take one dimension away.
void select(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  const Value* at = argument(node, "dim");
  auto dim = at ? walk.number(at) : std::nullopt;
  if (!dim || !shape.hasRank() || shape.rank() == 0 || !checkDimension(walk, node, shape, *dim))
    return;
  std::vector<int64_t> sizes = shape.sizes();
  sizes.erase(sizes.end() - static_cast<ptrdiff_t>(*shape.position(*dim)));
  walk.set(node, Shape::of(std::move(sizes)).from(shape));
}

void slice(Walk& walk, const Node& node) {
  Shape shape = walk.shape(node.input(0));
  const Value* at = argument(node, "dim");
  auto dim = at ? walk.number(at) : std::nullopt;
  if (!dim || !shape.hasRank() || !checkDimension(walk, node, shape, *dim)) return;
  auto i = shape.position(*dim);
  if (!i) return;
  shape.setFromEnd(*i, kUnknown);
  walk.set(node, std::move(shape));
}

void reduce(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  const Value* at = argument(node, "dim");
  if (!at) {
    if (node.inputs().size() <= 2 && isTensor(node.output(0)))
      walk.set(node, Shape::of({}).from(shape));
    return;
  }
  auto keep = flag(argument(node, "keepdim"));
  Ints dims;
  if (auto one = walk.number(at)) {
    dims = {one};
  } else if (auto several = walk.numbers(at)) {
    dims = *several;
  }
  if (!keep || dims.empty() || !shape.hasRank() || shape.rank() == 0) return;
  std::vector<bool> reduced(shape.rank());
  for (auto dim : dims) {
    if (!dim || !checkDimension(walk, node, shape, *dim)) return;
    reduced[shape.rank() - *shape.position(*dim)] = true;
  }
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < shape.rank(); ++i) {
    if (!reduced[i]) sizes.push_back(shape.sizes()[i]);
    if (reduced[i] && *keep) sizes.push_back(1);
  }
  for (size_t i = 0; i < node.outputs().size(); ++i)
    walk.setOutput(node, i, Shape::of(sizes).from(shape));
}

// softmax(x, dim): the shape stays.
void along(Walk& walk, const Node& node) {
  const Value* at = argument(node, "dim");
  auto dim = at ? walk.number(at) : std::nullopt;
  if (dim && !checkDimension(walk, node, walk.shape(node.input(0)), *dim)) return;
  same(walk, node);
}

// x.size(1), and x.shape[1], which is an element of the list that size() gives.
void sizeOf(Walk& walk, const Node& node) {
  if (node.inputs().size() != 2) return;
  auto dim = walk.number(node.input(1));
  if (!dim) return;
  int64_t size = walk.shape(node.input(0)).size(*dim);
  if (size != kUnknown) walk.setNumber(node.output(0), size);
}

void element(Walk& walk, const Node& node) {
  static const Symbol kSize = Symbol::intern("aten::size");
  const Node& list = *node.input(0)->node();
  auto index = walk.number(node.input(1));
  if (!list.is(kSize) || list.inputs().size() != 1 || !index) return;
  int64_t size = walk.shape(list.input(0)).size(*index);
  if (size != kUnknown) walk.setNumber(node.output(0), size);
}

struct Row {
  std::string_view names;
  Apply apply;
};
// Names of operators with a space between them.
constexpr Row kTable[] = {
    {"zeros ones empty rand randn full", factory},
    {"arange", range},
    {"relu relu_ relu6 sigmoid tanh exp log log1p expm1 neg abs sqrt rsqrt square sin cos tan "
     "floor ceil round sign erf gelu silu "
     "leaky_relu elu selu celu hardswish hardsigmoid hardtanh softplus mish logsigmoid dropout "
     "dropout_ clamp clamp_min clamp_max "
     "reciprocal clone contiguous detach to float double half long int type_as zeros_like "
     "ones_like rand_like randn_like "
     "empty_like full_like logical_not bitwise_not isnan alpha_dropout feature_dropout masked_fill "
     "fill_ zero_ nan_to_num",
     same},
    {"add sub mul div pow maximum minimum atan2 fmod remainder eq ne lt le gt ge logical_and "
     "logical_or logical_xor true_divide "
     "floor_divide",
     pointwise},
    {"matmul", matmul},
    {"mm bmm", strictMatmul},
    {"cat concat", cat},
    {"stack", stack},
    {"view reshape", view},
    {"flatten", flatten},
    {"transpose swapaxes swapdims", transpose},
    {"t numpy_T", transposed},
    {"permute", permute},
    {"unsqueeze", unsqueeze},
    {"select", select},
    {"slice", slice},
    {"sum mean prod amax amin max min argmax argmin any all logsumexp std var median", reduce},
    {"softmax log_softmax cumsum cumprod", along},
    {"size", sizeOf},
    {"__getitem__", element},
};

SymbolMap<Apply> makeRules() {
  SymbolMap<Apply> rules;
  for (const Row& row : kTable) {
    std::string_view names = row.names;
    while (!names.empty()) {
      size_t end = std::min(names.find(' '), names.size());
      rules.insert(Symbol::intern(fmt::format("aten::{}", names.substr(0, end))), row.apply);
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  }
  return rules;
}

}  // namespace

bool applyOperator(Walk& walk, const Node& node) {
  static const SymbolMap<Apply> kRules = makeRules();
  const Apply* rule = kRules.find(node.kind());
  if (!rule || node.outputs().empty()) return false;
  (*rule)(walk, node);
  return true;
}

bool changesShapeInPlace(const Node& node) {
  static const SymbolSet kChanges(std::array<std::string_view, 13>{
      "aten::resize_", "aten::resize_as_", "aten::set_", "aten::t_", "aten::transpose_",
      "aten::swapaxes_", "aten::swapdims_", "aten::squeeze_", "aten::unsqueeze_",
      "aten::as_strided_", "aten::resize", "aten::resize_as", "aten::set_data"});
  return kChanges.contains(node.kind());
}

}  // namespace ts::shapes
