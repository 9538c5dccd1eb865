// Operators: their rows in core/operator_facts give the results' shapes. This file finds the
// operands in the graph, and words the conditions that they violate.
#include <fmt/format.h>

#include <algorithm>

#include "core/ir/kinds.h"
#include "core/operator_facts/results.h"
#include "core/shape_rules/rules.h"
#include "core/shapes/walk.h"

namespace ts::shapes {

using diag::Rule;
using ir::Node;
using ir::Value;
using operator_facts::Operand;
using operator_facts::OperatorFacts;
using ShapeOf = operator_facts::Shape;

namespace {

namespace rules = shape_rules;
using tensor::DType;
using types::TypeKind;

// The arguments of a node with a schema.
class NodeCall : public operator_facts::Call {
 public:
  NodeCall(const Walk& walk, const Node& node) : walk_(walk), node_(node) {}

  size_t count() const override {
    return std::min(node_.schema()->arguments.size(), node_.inputs().size());
  }
  std::string_view name(size_t i) const override { return node_.schema()->arguments[i].name; }

  Operand operand(size_t i) const override { return operandOf(node_.input(i)); }
  std::optional<std::vector<Operand>> operands(size_t i) const override {
    const types::TypePtr type = node_.input(i)->type();
    if (!type->is(TypeKind::List) || !mayBeTensor(type->contained()[0])) return std::nullopt;
    const Node* list = walk_.list(node_.input(i));
    if (!list) return std::nullopt;
    std::vector<Operand> all;
    for (const Value* element : list->inputs()) all.push_back(operandOf(element));
    return all;
  }
  std::optional<operator_facts::Ints> ints(size_t i) const override {
    if (auto number = walk_.number(node_.input(i))) return operator_facts::Ints{number};
    return walk_.numbers(node_.input(i));
  }
  std::optional<operator_facts::Reals> reals(size_t i) const override {
    const types::Constant* constant = ir::constantOf(node_.input(i));
    if (constant && constant->isReal()) return operator_facts::Reals{constant->toReal()};
    operator_facts::Reals all;
    const auto numbers = ints(i);
    if (!numbers) return std::nullopt;
    for (const auto& number : *numbers)
      all.push_back(number ? std::optional(static_cast<double>(*number)) : std::nullopt);
    return all;
  }
  std::optional<bool> flag(size_t i) const override {
    const types::Constant* constant = ir::constantOf(node_.input(i));
    return constant && constant->isBool() ? std::optional(constant->toBool()) : std::nullopt;
  }
  std::optional<std::string_view> text(size_t i) const override {
    const types::Constant* constant = ir::constantOf(node_.input(i));
    return constant && constant->isString() ? std::optional<std::string_view>(constant->toString())
                                            : std::nullopt;
  }

 private:
  static bool mayBeTensor(types::TypePtr type) {
    return type->is(TypeKind::Tensor) ||
           (type->is(TypeKind::Optional) && mayBeTensor(type->contained()[0]));
  }
  Operand operandOf(const Value* value) const {
    switch (value->type()->kind()) {
      case TypeKind::Tensor: return {Operand::Kind::Tensor, walk_.shape(value)};
      case TypeKind::None: return {Operand::Kind::None};
      case TypeKind::Bool: return {Operand::Kind::Number, {}, DType::Bool};
      case TypeKind::Int: return {Operand::Kind::Number, {}, DType::Int64};
      case TypeKind::Float: return {Operand::Kind::Number, {}, tensor::defaultDType()};
      case TypeKind::Number: return {Operand::Kind::Number};
      case TypeKind::Optional: return {Operand::Kind::Unknown};
      default: return {Operand::Kind::Other};
    }
  }

  const Walk& walk_;
  const Node& node_;
};

// Words the violation of one node's operands.
class Reporter {
 public:
  Reporter(Walk& walk, const Node& node, const OperatorFacts& facts,
           const operator_facts::Call& call, const operator_facts::Results& results)
      : walk_(walk), node_(node), facts_(facts), call_(call), results_(results) {}

  void report() const {
    if (violation().condition == rules::Condition::DimensionInRange) return dimension();
    switch (facts_.shape.rule) {
      case ShapeOf::Broadcast: return broadcast();
      case ShapeOf::Matmul:
      case ShapeOf::Matrices:
      case ShapeOf::BatchSum: return matrices();
      case ShapeOf::Cat: return joined();
      case ShapeOf::Stack: return stacked();
      case ShapeOf::View: return view();
      default: return;
    }
  }

 private:
  const rules::Violation& violation() const { return results_.violation; }
  const Shape& shape(size_t operand) const {
    return walk_.shape(node_.input(results_.operands[operand]));
  }
  const Shape& element(size_t i) const {
    return walk_.shape(walk_.list(node_.input(results_.operands[0]))->input(i));
  }
  void say(Rule rule, std::string message, std::initializer_list<const Shape*> operands) const {
    walk_.report(rule, node_, std::move(message), operands);
  }

  void dimension() const {
    const bool isList = call_.operands(results_.operands[0]).has_value();
    const Shape& operand = isList ? element(violation().operand) : shape(0);
    say(Rule::DimensionOutOfRange,
        fmt::format("a tensor of shape {1} has no dimension {0}", violation().actual,
                    operand.str()),
        {&operand});
  }

  void broadcast() const {
    if (violation().condition != rules::Condition::Broadcast) return;
    // An earlier operand has the size that does not fit.
    size_t earlier = 0;
    const auto at = static_cast<size_t>(-violation().dim);
    while (earlier + 1 < violation().operand && shape(earlier).fromEnd(at) != violation().expected)
      ++earlier;
    const Shape &a = shape(earlier), &b = shape(violation().operand);
    say(Rule::BroadcastMismatch,
        fmt::format("tensors of shapes {} and {} can't be broadcast: dimension {} is {} and {}",
                    a.str(), b.str(), violation().dim, violation().expected, violation().actual),
        {&a, &b});
  }

  void matrices() const {
    const Shape &a = shape(0), &b = shape(1);
    if (violation().condition == rules::Condition::Inner) {
      say(Rule::MatmulMismatch,
          fmt::format("matrices of shapes {} and {} can't be multiplied: {} columns meet {} rows",
                      a.str(), b.str(), violation().expected, violation().actual),
          {&a, &b});
    } else if (violation().condition == rules::Condition::Rank) {
      const Shape& operand = shape(violation().operand);
      say(Rule::MatmulMismatch,
          fmt::format("{} takes matrices of {} dimensions, and is given the shape {}",
                      node_.kind().name(), violation().expected, operand.str()),
          {&operand});
    } else if (violation().condition == rules::Condition::Batch) {
      say(Rule::MatmulMismatch,
          fmt::format("batches of {} and {} matrices can't be multiplied", violation().expected,
                      violation().actual),
          {&a, &b});
    }
  }

  void joined() const {
    const Shape &first = element(0), &other = element(violation().operand);
    if (violation().condition == rules::Condition::Rank) {
      say(Rule::CatMismatch,
          fmt::format("tensors of shapes {} and {} can't be joined: they have {} and {} dimensions",
                      first.str(), other.str(), first.rank(), other.rank()),
          {&first, &other});
      return;
    }
    const auto dim = call_.integer("dim");
    const auto at = dim ? first.position(*dim) : std::nullopt;
    if (violation().condition != rules::Condition::Joined || !at) return;
    // The text tells the last dimension that differs.
    size_t i = 1;
    while (i <= first.sizes().size() &&
           (i == *at || !rules::differ(first.fromEnd(i), other.fromEnd(i))))
      ++i;
    if (i > first.sizes().size()) return;
    say(Rule::CatMismatch,
        fmt::format("tensors of shapes {} and {} can't be joined along dimension {}: dimension -{} "
                    "is {} and {}",
                    first.str(), other.str(), *dim, i, first.fromEnd(i), other.fromEnd(i)),
        {&first, &other});
  }

  void stacked() const {
    const Shape &first = element(0), &other = element(violation().operand);
    say(Rule::CatMismatch,
        fmt::format("tensors of shapes {} and {} can't be stacked: they differ", first.str(),
                    other.str()),
        {&first, &other});
  }

  void view() const {
    if (violation().condition != rules::Condition::Elements) return;
    const Shape& from = shape(0);
    std::vector<int64_t> sizes;
    const auto wanted = call_.ints(facts_.shape.operands[1]);
    for (const auto& size : *wanted) sizes.push_back(*size);
    say(Rule::ViewMismatch,
        fmt::format("{} elements of shape {} don't fit into the shape [{}]", violation().expected,
                    from.str(), fmt::join(sizes, ", ")),
        {&from});
  }

  Walk& walk_;
  const Node& node_;
  const OperatorFacts& facts_;
  const operator_facts::Call& call_;
  const operator_facts::Results& results_;
};

// The expression that made the shape, when it is not that of an operand.
std::string producerOf(const Node& node, const OperatorFacts& facts) {
  using operator_facts::Kind;
  switch (facts.shape.rule) {
    case ShapeOf::Sizes:
    case ShapeOf::Arange:
    case ShapeOf::Length:
    case ShapeOf::Eye:
    case ShapeOf::Cat:
    case ShapeOf::Stack: return fmt::format("torch.{}", node.kind().name());
    case ShapeOf::View: return std::string(node.range().text());
    default: return facts.kind == Kind::Product ? std::string(node.range().text()) : std::string();
  }
}

void applyFacts(Walk& walk, const Node& node, const OperatorFacts& facts) {
  const NodeCall call(walk, node);
  operator_facts::Results results = operator_facts::resultsOf(
      facts, call, operator_facts::isInPlace(node.kind().name()), node.outputs().size());
  if (results.violation) return Reporter(walk, node, facts, call, results).report();
  if (results.isList) return;
  const std::string producer = producerOf(node, facts);
  // The shape comes from that of the first operand of known shape.
  const Shape* source = nullptr;
  for (const size_t operand : results.operands) {
    const Shape& shape = walk.shape(node.input(operand));
    if (!source || source->isUnknown()) source = &shape;
  }
  for (size_t i = 0; i < node.outputs().size(); ++i) {
    Shape shape(std::move(results.each[i].shape));
    if (producer.empty() && source)
      walk.setOutput(node, i, std::move(shape).from(*source));
    else if (i == 0)
      walk.set(node, std::move(shape), producer);
  }
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

}  // namespace

bool applyOperator(Walk& walk, const Node& node) {
  static const Symbol kSize = Symbol::intern("aten::size"),
                      kElement = Symbol::intern("aten::__getitem__");
  const ops::FunctionSchema* schema = node.schema();
  if (!schema || node.outputs().empty()) return false;
  if (node.is(kSize))
    sizeOf(walk, node);
  else if (node.is(kElement))
    element(walk, node);
  else if (const OperatorFacts* facts = operator_facts::factsOf(*schema))
    applyFacts(walk, node, *facts);
  else
    return false;
  return true;
}

bool changesShapeInPlace(const Node& node) {
  const ops::FunctionSchema* schema = node.schema();
  const OperatorFacts* facts = schema ? operator_facts::factsOf(*schema) : nullptr;
  if (!facts) return false;
  const bool isView =
      facts->kind == operator_facts::Kind::View && facts->shape.rule != ShapeOf::Same;
  return facts->resizesArgument || (isView && operator_facts::isInPlace(schema->name));
}

}  // namespace ts::shapes
