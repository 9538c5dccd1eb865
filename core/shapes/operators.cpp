// Rules for operators. A rule finds its operands by their names in the schema, so that it serves
// all overloads.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/ir/kinds.h"
#include "core/shape_rules/rules.h"
#include "core/shapes/walk.h"

namespace ts::shapes {

using ir::Node;
using ir::Value;
using Apply = void (*)(Walk& walk, const Node& node);

using diag::Rule;

namespace {

namespace rules = shape_rules;

// The operand for an argument of the schema; null when the operator has no such argument.
const Value* argument(const Node& node, std::string_view name) {
  const ops::FunctionSchema* schema = node.schema();
  if (!schema) return nullptr;
  for (size_t i = 0; i < schema->arguments.size() && i < node.inputs().size(); ++i) {
    if (schema->arguments[i].name == name) return node.input(i);
  }
  return nullptr;
}

bool isTensor(const Value* value) { return value->type()->is(types::TypeKind::Tensor); }

// The value of a constant bool; null for others.
std::optional<bool> flag(const Value* value) {
  const types::Constant* constant = value ? ir::constantOf(value) : nullptr;
  return constant && constant->isBool() ? std::optional(constant->toBool()) : std::nullopt;
}

// False, with a diagnostic, when the shape has no dimension `dim`. A shape without dimensions
// accepts 0 and -1. extra: 1 for operators that add a dimension.
bool checkDimension(Walk& walk, const Node& node, const Shape& shape, int64_t dim,
                    size_t extra = 0) {
  if (!shape.hasRank()) return true;
  if (rules::wrapDim(dim, static_cast<int64_t>(shape.rank() + extra))) return true;
  walk.report(Rule::DimensionOutOfRange, node,
              fmt::format("a tensor of shape {1} has no dimension {0}", dim, shape.str()),
              {&shape});
  return false;
}

// Sets the shape that a rule inferred from `source`, unless the rule found a violation.
void setInferred(Walk& walk, const Node& node, rules::Inferred&& inferred, const Shape& source) {
  if (inferred) walk.set(node, Shape(std::move(inferred.shape)).from(source));
}

void same(Walk& walk, const Node& node) {
  if (!node.inputs().empty() && isTensor(node.input(0))) walk.set(node, walk.shape(node.input(0)));
}

Shape shapeOf(const Ints& numbers) {
  Dims sizes;
  for (auto number : numbers) sizes.push_back(number && *number >= 0 ? *number : kUnknown);
  return Shape(Shape::of(std::move(sizes)));
}

void factory(Walk& walk, const Node& node) {
  const Value* size = argument(node, "size");
  auto numbers = size ? walk.numbers(size) : std::nullopt;
  if (numbers) walk.set(node, shapeOf(*numbers), fmt::format("torch.{}", node.kind().name()));
}

void range(Walk& walk, const Node& node) {
  const Value* end = argument(node, "end");
  auto number = end && !argument(node, "start") ? walk.number(end) : std::nullopt;
  walk.set(node, shapeOf({number}), "torch.arange");
}

void pointwise(Walk& walk, const Node& node) {
  if (node.inputs().size() < 2 || !isTensor(node.input(0))) return same(walk, node);
  if (!isTensor(node.input(1))) return same(walk, node);
  const Shape& a = walk.shape(node.input(0));
  const Shape& b = walk.shape(node.input(1));
  rules::Inferred inferred = rules::broadcast(a, b);
  if (const rules::Violation& violation = inferred.violation)
    walk.report(
        Rule::BroadcastMismatch, node,
        fmt::format("tensors of shapes {} and {} can't be broadcast: dimension {} is {} and {}",
                    a.str(), b.str(), violation.dim, violation.expected, violation.actual),
        {&a, &b});
  setInferred(walk, node, std::move(inferred), a.isUnknown() ? b : a);
}

// "matrices of shapes ... can't be multiplied"
void reportInner(Walk& walk, const Node& node, const Shape& a, const Shape& b,
                 const rules::Violation& violation) {
  walk.report(Rule::MatmulMismatch, node,
              fmt::format("matrices of shapes {} and {} can't be multiplied: {} columns meet {} "
                          "rows",
                          a.str(), b.str(), violation.expected, violation.actual),
              {&a, &b});
}

void matmul(Walk& walk, const Node& node) {
  const Shape& a = walk.shape(node.input(0));
  const Shape& b = walk.shape(node.input(1));
  rules::Inferred inferred = rules::matmul(a, b);
  if (inferred.violation.condition == rules::Condition::Inner)
    return reportInner(walk, node, a, b, inferred.violation);
  // The shape of a product with vectors or batches stays unknown.
  if (!inferred || !a.hasRank() || a.rank() != 2 || b.rank() != 2) return;
  walk.set(node, std::move(inferred.shape), std::string(node.range().text()));
}

// mm and bmm do not broadcast.
void strictMatmul(Walk& walk, const Node& node) {
  const Shape& a = walk.shape(node.input(0));
  const Shape& b = walk.shape(node.input(1));
  const size_t rank = node.kind().name() == "bmm" ? 3 : 2;
  rules::Inferred inferred = rules::matrixProduct(a, b, rank);
  const rules::Violation& violation = inferred.violation;
  if (violation.condition == rules::Condition::Rank) {
    const Shape& operand = violation.operand == 0 ? a : b;
    walk.report(Rule::MatmulMismatch, node,
                fmt::format("{} takes matrices of {} dimensions, and is given the shape {}",
                            node.kind().name(), rank, operand.str()),
                {&operand});
  } else if (violation.condition == rules::Condition::Inner) {
    reportInner(walk, node, a, b, violation);
  } else if (violation) {
    walk.report(Rule::MatmulMismatch, node,
                fmt::format("batches of {} and {} matrices can't be multiplied", violation.expected,
                            violation.actual),
                {&a, &b});
  } else {
    walk.set(node, std::move(inferred.shape), std::string(node.range().text()));
  }
}

// The shapes of a list of tensors that is constructed for this use; empty for other lists.
std::vector<const Shape*> shapesOf(Walk& walk, const Value* value) {
  std::vector<const Shape*> shapes;
  const Node* list = walk.list(value);
  if (!list) return shapes;
  for (const Value* element : list->inputs()) shapes.push_back(&walk.shape(element));
  return shapes;
}

// PyTorch skips tensors of shape [0]. The shape may turn out to be [0].
bool mayBeSkipped(const Shape& shape) {
  return (!shape.hasRank() || shape.rank() == 1) && shape.fromEnd(1) <= 0;
}

void cat(Walk& walk, const Node& node) {
  auto shapes = shapesOf(walk, node.input(0));
  auto dim = walk.number(node.input(1));
  if (shapes.empty() || !dim) return;
  if (std::ranges::any_of(shapes, [](const Shape* shape) { return mayBeSkipped(*shape); })) return;
  const Shape& first = *shapes[0];
  if (!checkDimension(walk, node, first, *dim)) return;
  const auto joined = first.position(*dim);
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
    rules::Joining joining(*dim);
    if (joining.add(first)) return;
    if (joining.add(*shape).condition == rules::Condition::Joined) {
      // The text tells the last dimension that differs.
      size_t i = 1;
      while (i == *joined || !rules::differ(first.fromEnd(i), shape->fromEnd(i))) ++i;
      walk.report(
          Rule::CatMismatch, node,
          fmt::format("tensors of shapes {} and {} can't be joined along dimension {}: "
                      "dimension -{} is {} and {}",
                      first.str(), shape->str(), *dim, i, first.fromEnd(i), shape->fromEnd(i)),
          {&first, shape});
      return;
    }
    total = rules::plus(total, shape->size(*dim));
  }
  if (!joined) return;
  Shape made = first;
  made.setFromEnd(*joined, total);
  walk.set(node, std::move(made), "torch.cat");
}

void stack(Walk& walk, const Node& node) {
  auto shapes = shapesOf(walk, node.input(0));
  if (shapes.empty()) return;
  const Shape& first = *shapes[0];
  for (const Shape* shape : shapes) {
    if (!rules::checkEqual(first, *shape)) continue;
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
  if (std::ranges::count(*numbers, std::optional<int64_t>(-1)) > 1) return;
  Shape result = shapeOf(*numbers);
  const bool certain =
      std::ranges::all_of(*numbers, [](auto number) { return number && *number >= -1; });
  if (certain) {
    // Unknown sizes are now only those to infer.
    const int64_t elements = shape.elements();
    rules::Inferred inferred = rules::view(result.sizes(), elements);
    if (inferred.violation.condition == rules::Condition::Elements) {
      walk.report(Rule::ViewMismatch, node,
                  fmt::format("{} elements of shape {} don't fit into the shape [{}]", elements,
                              shape.str(), fmt::join(result.sizes(), ", ")),
                  {&shape});
      return;
    }
    if (inferred) result = Shape(std::move(inferred.shape));
  }
  walk.set(node, std::move(result), std::string(node.range().text()));
}

void flatten(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  if (!shape.hasRank() || node.inputs().size() != 3) return;
  auto begin = walk.number(node.input(1)), end = walk.number(node.input(2));
  if (!begin || !end || shape.rank() == 0) return;
  if (!checkDimension(walk, node, shape, *begin) || !checkDimension(walk, node, shape, *end))
    return;
  setInferred(walk, node, rules::flatten(shape, *begin, *end), shape);
}

void transpose(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  if (node.inputs().size() != 3) return;
  auto a = walk.number(node.input(1)), b = walk.number(node.input(2));
  if (!a || !b) return;
  if (!checkDimension(walk, node, shape, *a) || !checkDimension(walk, node, shape, *b)) return;
  setInferred(walk, node, rules::transpose(shape, *a, *b), shape);
}

// t and numpy_T
void reverseDimensions(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  if (!shape.hasRank()) return;
  Dims sizes = shape.sizes();
  std::ranges::reverse(sizes);
  walk.set(node, Shape(Shape::of(std::move(sizes))).from(shape));
}

void permute(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  auto numbers = node.inputs().size() == 2 ? walk.numbers(node.input(1)) : std::nullopt;
  if (!numbers || !shape.hasRank() || numbers->size() != shape.rank()) return;
  Dims dims;
  for (auto dim : *numbers) {
    if (!dim || !checkDimension(walk, node, shape, *dim)) return;
    dims.push_back(*dim);
  }
  setInferred(walk, node, rules::permute(shape, dims), shape);
}

void unsqueeze(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  auto dim = walk.number(node.input(1));
  if (!dim || !checkDimension(walk, node, shape, *dim, 1)) return;
  setInferred(walk, node, rules::unsqueeze(shape, *dim), shape);
}

// Operators that remove one dimension.
void select(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  const Value* at = argument(node, "dim");
  auto dim = at ? walk.number(at) : std::nullopt;
  if (!dim || shape.isRank(0) || !checkDimension(walk, node, shape, *dim)) return;
  setInferred(walk, node, rules::select(shape, *dim), shape);
}

void slice(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  const Value* at = argument(node, "dim");
  auto dim = at ? walk.number(at) : std::nullopt;
  if (!dim || !checkDimension(walk, node, shape, *dim)) return;
  setInferred(walk, node, rules::withSize(shape, *dim, kUnknown), shape);
}

void reduce(Walk& walk, const Node& node) {
  const Shape& shape = walk.shape(node.input(0));
  const Value* at = argument(node, "dim");
  if (!at) {
    if (node.inputs().size() <= 2 && isTensor(node.output(0)))
      walk.set(node, Shape(Shape::of({})).from(shape));
    return;
  }
  auto keep = flag(argument(node, "keepdim"));
  Ints numbers;
  if (auto one = walk.number(at)) {
    numbers = {one};
  } else if (auto several = walk.numbers(at)) {
    numbers = *several;
  }
  if (!keep || numbers.empty() || !shape.hasRank() || shape.rank() == 0) return;
  Dims dims;
  for (auto dim : numbers) {
    if (!dim || !checkDimension(walk, node, shape, *dim)) return;
    dims.push_back(*dim);
  }
  const rules::ReductionDims reduced = rules::reductionDims(dims, shape.rank());
  if (reduced.violation) return;
  const Shape result(Shape::of(rules::reduce(shape.sizes(), reduced.dims, *keep)));
  for (size_t i = 0; i < node.outputs().size(); ++i)
    walk.setOutput(node, i, Shape(result).from(shape));
}

// softmax(x, dim): the shape stays.
void along(Walk& walk, const Node& node) {
  const Value* at = argument(node, "dim");
  auto dim = at ? walk.number(at) : std::nullopt;
  if (dim && !checkDimension(walk, node, walk.shape(node.input(0)), *dim)) return;
  same(walk, node);
}

// x.size(1)
void sizeOf(Walk& walk, const Node& node) {
  if (node.inputs().size() != 2) return;
  auto dim = walk.number(node.input(1));
  if (!dim) return;
  int64_t size = walk.shape(node.input(0)).size(*dim);
  if (size != kUnknown) walk.setNumber(node.output(0), size);
}

// x.size()[1] and x.shape[1]
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
// A row has the names of its operators, separated by spaces.
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
    {"t numpy_T", reverseDimensions},
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
