#include "core/shapes/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/ir/kinds.h"
#include "core/shapes/walk.h"

namespace ts::shapes {

using ir::Block;
using ir::Node;
using ir::Value;
namespace prim = ir::prim;

namespace {

template <typename F>
bool anyNode(const Block& block, F&& holds) {
  for (const Node* node : block.nodes()) {
    if (holds(*node)) return true;
    for (const Block* inner : node->blocks()) {
      if (anyNode(*inner, holds)) return true;
    }
  }
  return false;
}

bool leaves(const Node& node) {
  return node.is(prim::ReturnStmt) || node.is(prim::BreakStmt) || node.is(prim::ContinueStmt) ||
         node.is(prim::RaiseException);
}

// True when the value may depend on a tensor's contents or shape. `is None` does not; a loaded
// variable may, because its assignments are not followed.
bool dependsOnTensor(const Value* value, int depth = 0) {
  static const Symbol kIs = Symbol::intern("aten::__is__"),
                      kIsNot = Symbol::intern("aten::__isnot__");
  const Node& node = *value->node();
  if (node.is(kIs) || node.is(kIsNot) || node.is(prim::Constant) || node.is(prim::Param))
    return false;
  if (node.is(prim::Load) || node.is(prim::GetAttr))
    return value->type()->is(types::TypeKind::Tensor) || node.is(prim::Load);
  if (depth > 20 || !node.blocks().empty()) return true;
  return std::ranges::any_of(node.inputs(), [&](const Value* input) {
    return types::isSubtype(input->type(), types::tensorType()) ||
           dependsOnTensor(input, depth + 1);
  });
}

}  // namespace

const Shape& Walk::shape(const Value* value) const {
  static const Shape kNothing;
  auto entry = facts_.find(value);
  return entry == facts_.end() ? kNothing : entry->second.shape;
}

std::optional<int64_t> Walk::number(const Value* value) const {
  if (const types::Constant* constant = ir::constantOf(value)) {
    return constant->isInt() ? std::optional(constant->toInt()) : std::nullopt;
  }
  auto entry = facts_.find(value);
  return entry == facts_.end() ? std::nullopt : entry->second.number;
}

const Node* Walk::list(const Value* value) const {
  return value->node()->is(prim::ListConstruct) && value->uses().size() == 1 ? value->node()
                                                                             : nullptr;
}

std::optional<Ints> Walk::numbers(const Value* value) const {
  Ints all;
  if (const types::Constant* constant = ir::constantOf(value);
      constant && constant->isContainer()) {
    for (const types::Constant& element : constant->elements()) {
      all.push_back(element.isInt() ? std::optional(element.toInt()) : std::nullopt);
    }
    return all;
  }
  const Node* maker = list(value);
  if (!maker) return std::nullopt;
  for (const Value* element : maker->inputs()) all.push_back(number(element));
  return all;
}

void Walk::setOutput(const Node& node, size_t output, Shape shape) {
  if (shape.isUnknown()) return;
  if (!shape.origin) shape.origin = node.range();
  facts_[node.output(output)].shape = std::move(shape);
}

void Walk::set(const Node& node, Shape shape, std::string producer) {
  if (!producer.empty()) {
    shape.origin = node.range();
    shape.producer = std::move(producer);
  }
  setOutput(node, 0, std::move(shape));
}

void Walk::refine(const Value* value, Shape shape) {
  Facts& facts = facts_[value];
  facts.shape = shape;
  if (isCertain_ && facts.input) {
    if (requiredInputs_.size() <= *facts.input) requiredInputs_.resize(*facts.input + 1);
    requiredInputs_[*facts.input] = shape;
  }
  auto loaded = loadedFrom_.find(value);
  if (loaded == loadedFrom_.end()) return;
  // The shape holds for the variable, and for every value loaded since its last assignment.
  for (const auto& [other, name] : loadedFrom_) {
    if (name == loaded->second) facts_[other].shape = shape;
  }
  variables_[loaded->second].shape = std::move(shape);
}

void Walk::report(diag::Rule rule, const Node& node, std::string message,
                  std::initializer_list<const Shape*> operands) {
  if (muted_) return;
  diag::Diagnostic diagnostic{
      rule, diag::info(rule).severity, node.range(), std::move(message), {}, {}, {}};
  for (const Shape* operand : operands) {
    std::string_view source = operand->origin && operand->producer.empty()
                                  ? operand->origin.text()
                                  : std::string_view(operand->producer);
    if (source.size() > 40 || source.find('\n') != source.npos) source = "this";
    diagnostic.note(
        fmt::format("the shape {} comes from {}", operand->str(), source.empty() ? "here" : source),
        operand->origin);
  }
  report_(diagnostic);
}

void Walk::block(const Block& block) {
  for (const Node* each : block.nodes()) {
    if (each->blocks().empty()) {
      node(*each);
      continue;
    }
    const bool wasCertain = std::exchange(isCertain_, false);
    node(*each);
    isCertain_ = wasCertain && std::ranges::none_of(each->blocks(), [](const Block* inner) {
                   return anyNode(*inner, leaves);
                 });
  }
}

Summary Walk::function(const ir::Graph& graph) {
  for (size_t i = 0; i < graph.inputs().size(); ++i) facts_[graph.inputs()[i]].input = i;
  block(*graph.block());
  return {std::move(requiredInputs_), std::move(result_).value_or(Shape())};
}

void Walk::node(const Node& node) {
  if (node.is(prim::Load)) {
    if (auto variable = variables_.find(node.variable()); variable != variables_.end())
      facts_[node.output()] = variable->second;
    loadedFrom_[node.output()] = node.variable();
    return;
  }
  if (node.is(prim::Store)) {
    Facts& variable = variables_[node.variable()];
    variable.shape = shape(node.input(0));
    variable.number = number(node.input(0));
    auto stored = facts_.find(node.input(0));
    variable.input = stored == facts_.end() ? std::nullopt : stored->second.input;
    for (auto& [value, name] : loadedFrom_) {
      if (name == node.variable()) name = nullptr;
    }
    std::erase_if(loadedFrom_, [](const auto& entry) { return !entry.second; });
    return;
  }
  if (node.is(prim::ReturnStmt)) {
    const Shape returned = node.inputs().empty() ? Shape() : shape(node.input(0));
    result_ = result_ ? result_->joined(returned) : returned;
    return;
  }
  if (node.is(prim::If)) return branch(node);
  if (node.is(prim::Loop)) return loop(node);
  if (node.is(prim::CallMethod)) return applyMethod(*this, node);
  if (node.is(prim::CallFunction)) return applyFunction(*this, node);
  if (!applyOperator(*this, node)) {
    for (const Block* inner : node.blocks()) {
      // A closure or the body of a with statement. Its assignments are not followed.
      forgetStored(*inner);
      Walk::block(*inner);
      forgetStored(*inner);
    }
  }
}

void Walk::branch(const Node& node) {
  bool uncertain = dependsOnTensor(node.input(0));
  muted_ += uncertain;
  Variables before = variables_;
  std::vector<Variables> after;
  for (const Block* side : node.blocks()) {
    variables_ = before;
    // A refined shape holds on this side only.
    auto facts = facts_;
    block(*side);
    if (!anyNode(*side, leaves)) after.push_back(std::move(variables_));
    facts_ = std::move(facts);
  }
  muted_ -= uncertain;
  // The code after the branch does not run when a side returns, breaks or raises.
  if (uncertain && anyNode(*node.block(0), leaves)) ++muted_;
  if (uncertain && node.blocks().size() > 1 && anyNode(*node.block(1), leaves)) ++muted_;
  variables_ = after.empty() ? std::move(before) : std::move(after[0]);
  for (size_t i = 1; i < after.size(); ++i) {
    for (auto& [name, facts] : variables_) {
      auto other = after[i].find(name);
      if (other == after[i].end()) {
        facts = {};
        continue;
      }
      facts.shape = facts.shape.joined(other->second.shape);
      if (facts.number != other->second.number) facts.number = std::nullopt;
      if (facts.input != other->second.input) facts.input = std::nullopt;
    }
  }
}

void Walk::loop(const Node& node) {
  for (const Block* inner : node.blocks()) forgetStored(*inner);
  for (const Block* inner : node.blocks()) block(*inner);
  for (const Block* inner : node.blocks()) forgetStored(*inner);
}

void Walk::forgetStored(const Block& block) {
  anyNode(block, [&](const Node& node) {
    if (node.is(prim::Store)) variables_.erase(node.variable());
    return false;
  });
}

Summary check(const ir::Graph& graph, const Summaries& summaries,
              const std::function<void(const diag::Diagnostic&)>& report) {
  if (anyNode(*graph.block(), changesShapeInPlace)) return {};
  return Walk(summaries, report).function(graph);
}

}  // namespace ts::shapes
