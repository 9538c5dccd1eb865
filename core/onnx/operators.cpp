// Calls of operators: known results, rows, writes and views.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/kernels/copy.h"
#include "core/kernels/dispatch.h"
#include "core/onnx/op.h"
#include "core/tensor/error.h"

namespace ts::onnx {

namespace {

using operator_facts::Kind;

// Larger results are computed by the model rather than stored in it, if they depend on no weights.
constexpr int64_t kMostFilled = 1 << 16;

// Views where strides allow it, else copies.
constexpr std::array<std::string_view, 5> kUncertainViews = {
    "aten::contiguous", "aten::flatten", "aten::ravel", "aten::reshape", "aten::reshape_as"};

bool contains(const std::vector<std::string>& all, const std::vector<std::string>& some) {
  return std::ranges::any_of(
      some, [&](const std::string& each) { return std::ranges::find(all, each) != all.end(); });
}

const std::vector<std::string>* aliasOf(const ops::Argument& argument) {
  if (!argument.alias) return nullptr;
  const ops::AliasInfo& alias =
      argument.alias->before.empty() && argument.alias->contained.size() == 1
          ? argument.alias->contained[0]
          : *argument.alias;
  return alias.before.empty() ? nullptr : &alias.before;
}

std::string withoutUnderscore(const std::string& name) {
  return name.ends_with('_') && !name.ends_with("__") ? name.substr(0, name.size() - 1) : name;
}

}  // namespace

std::vector<IValue> Lowering::runKernel(const ops::FunctionSchema& schema,
                                        std::vector<IValue> stack) {
  const kernels::KernelFunction kernel = interp::findOperator(schema);
  if (kernel == nullptr) refuse(fmt::format("`{}` has no kernel", schema.name));
  try {
    kernel(stack);
  } catch (const tensor::Error& error) {
    refuse(error.what());
  }
  return stack;
}

void Lowering::operatorCall(const ir::Node& node, Frame& frame) {
  const ops::FunctionSchema* schema = node.schema();
  if (schema == nullptr) refuse(fmt::format("`{}` has no ONNX form", node.kind().str()));
  const std::vector<Val> values = inputs(node, frame);
  const auto set = [&](const std::vector<Val>& results) {
    for (size_t i = 0; i < node.outputs().size(); ++i) {
      if (i >= results.size()) refuse(fmt::format("`{}` lacks a result", schema->name));
      frame[node.output(i)] = results[i];
    }
  };
  const Row* row = rowOf(schema->name, schema->overload);
  if (row != nullptr && row->isObject) {
    Op op(*this, *schema, values, row);
    if (!node.outputs().empty()) op.resultType = node.output(0)->type();
    row->emit(op);
    return set(op.results);
  }
  const auto isNumber = [](const Val& value) {
    const auto* atom = std::get_if<IValue>(&value);
    return std::holds_alternative<Number>(value) || (atom && atom->isNumber());
  };
  const bool isNumbers = !values.empty() && std::ranges::all_of(values, isNumber);
  const auto isOut = [&](const ops::Argument& argument) {
    return argument.keywordOnly && argument.alias && argument.alias->isWrite;
  };
  if (std::ranges::any_of(schema->arguments, isOut))
    refuse(fmt::format("`{}` writes into its argument `out`", schema->name));
  const bool writes = !schema->arguments.empty() && schema->arguments[0].alias &&
                      schema->arguments[0].alias->isWrite;
  if (!writes && fold(node, *schema, values, frame)) {
    ++counts.folded;
    return;
  }
  if (writes && changeKnown(*schema, values)) {
    ++counts.folded;
    return set({values[0]});
  }
  if (const Row* number = isNumbers ? numberRowOf(schema->name) : nullptr) {
    Op op(*this, *schema, values, number);
    number->emit(op);
    return set(op.results);
  }
  if (row == nullptr && writes) row = rowOf(withoutUnderscore(schema->name), schema->overload);
  if (row == nullptr)
    refuse(fmt::format("`{}` has no ONNX form: no row describes it", schema->nameWithOverload()));
  Op op(*this, *schema, values, row);
  if (writes && !std::holds_alternative<TensorPtr>(values[0]))
    refuse(fmt::format("`{}` writes to a value that is not a tensor", schema->name));
  const operator_facts::OperatorFacts* facts = operator_facts::factsOf(*schema);
  if (writes && facts && (facts->kind == Kind::View || facts->resizesArgument))
    refuse(fmt::format("`{}` changes the shape of a tensor in place", schema->name));
  ++counts.operators;
  row->emit(op);
  if (!writes) {
    makeViews(op, op.results);
    return set(op.results);
  }
  const TensorPtr self = std::get<TensorPtr>(values[0]);
  const auto* result = op.results.empty() ? nullptr : std::get_if<TensorPtr>(&op.results[0]);
  if (result == nullptr) refuse(fmt::format("`{}` lacks a result", schema->name));
  if (*result != self) {
    Wire wire = builder.cast(wireOf(*result), self->dtype);
    const bool isWhole = self->shape.elements() >= 0 && wire.shape.elements() >= 0 &&
                         std::ranges::equal(self->shape.sizes(), wire.shape.sizes());
    if (!isWhole && wire.shape.hasRank() && self->shape.hasRank() &&
        wire.shape.rank() < self->shape.rank())
      wire = builder.expand(wire, builder.shapeOf(wireOf(self)), self->shape);
    wire.shape = self->shape;
    write(self, wire);
  }
  set({values[0]});
}

// Computes a call whose arguments are known.
bool Lowering::fold(const ir::Node& node, const ops::FunctionSchema& schema,
                    const std::vector<Val>& values, Frame& frame) {
  if (node.isNondeterministic() || node.hasSideEffects()) return false;
  std::vector<IValue> stack;
  for (const Val& value : values) {
    std::optional<IValue> argument = known(value);
    if (!argument) return false;
    stack.push_back(std::move(*argument));
  }
  if (interp::findOperator(schema) == nullptr) return false;
  const operator_facts::OperatorFacts* facts = operator_facts::factsOf(schema);
  if (facts && facts->kind == Kind::Random) return false;
  Op op(*this, schema, values, rowOf(schema.name, schema.overload));
  const bool isTensors =
      std::ranges::any_of(stack, [](const IValue& each) { return each.isTensor(); });
  if (op.row && !isTensors && op.shape().elements() > kMostFilled) return false;
  std::vector<Val> results;
  for (const IValue& result : runKernel(schema, stack)) {
    // The result may be the argument itself.
    const auto same = std::ranges::find_if(stack, [&](const IValue& each) {
      return result.isTensor() && each.isTensor() && result.toTensor().same(each.toTensor());
    });
    if (same != stack.end())
      results.push_back(values[static_cast<size_t>(same - stack.begin())]);
    else
      results.push_back(fromKnown(result));
  }
  makeViews(op, results);
  for (size_t i = 0; i < node.outputs().size(); ++i) frame[node.output(i)] = results[i];
  return true;
}

// Writes to known elements.
bool Lowering::changeKnown(const ops::FunctionSchema& schema, const std::vector<Val>& values) {
  const auto* self = std::get_if<TensorPtr>(&values[0]);
  if (self == nullptr || !known(values[0])) return false;
  const operator_facts::OperatorFacts* facts = operator_facts::factsOf(schema);
  if (facts && (facts->kind == Kind::View || facts->kind == Kind::Random || facts->resizesArgument))
    return false;
  std::vector<TensorPtr> chain = {*self};
  while (chain.back()->view) {
    if (!chain.back()->view->isCertain || !chain.back()->view->apply) return false;
    chain.push_back(chain.back()->view->base);
  }
  const TensorPtr root = chain.back();
  if (!known(Val(root)) || !root->unwritable.empty()) return false;
  std::vector<IValue> stack;
  for (const Val& value : values) {
    std::optional<IValue> argument = known(value);
    if (!argument) return false;
    stack.push_back(std::move(*argument));
  }
  if (interp::findOperator(schema) == nullptr) return false;
  const Tensor changed = kernels::clone(*root->known);
  Tensor part = changed;
  for (size_t i = chain.size() - 1; i-- > 0;) part = chain[i]->view->apply(part);
  stack[0] = part;
  runKernel(schema, std::move(stack));
  refuseState(*root);
  touch(root);
  root->known = changed;
  root->wire = {};
  ++root->version;
  return true;
}

View Lowering::viewOf(const Op& op, size_t argument, size_t output, std::optional<size_t> element,
                      const TensorPtr& base) {
  View view;
  view.base = base;
  view.op = op.schema.name;
  view.isCertain = std::ranges::find(kUncertainViews, view.op) == kUncertainViews.end();
  const ops::FunctionSchema* schema = &op.schema;
  const Row* row = op.row;
  const std::vector<Val> values = op.arguments;
  const auto elementOf = [output, element](const std::vector<Val>& results) {
    const Val& result = results.at(output);
    return element ? std::get<ListPtr>(result)->items.at(*element) : result;
  };
  const auto repeated = [=, this](const Wire& wire) {
    std::vector<Val> arguments = values;
    arguments[argument] = newTensor(wire);
    return Op(*this, *schema, std::move(arguments), row);
  };
  view.read = [=, this](const Wire& wire) {
    if (row == nullptr) refuse(fmt::format("`{}` has no ONNX form", schema->name));
    Op again = repeated(wire);
    row->emit(again);
    return wireOf(elementOf(again.results));
  };
  if (row != nullptr && row->written != nullptr)
    view.write = [=](const Wire& wire, const Wire& part) {
      Op again = repeated(wire);
      return row->written(again, wire, part, element.value_or(output));
    };
  view.apply = [=, this](const Tensor& tensor) {
    std::vector<IValue> stack;
    for (size_t i = 0; i < values.size(); ++i) {
      const std::optional<IValue> known = i == argument ? IValue(tensor) : this->known(values[i]);
      if (!known) refuse(fmt::format("an argument of `{}` has changed", schema->name));
      stack.push_back(*known);
    }
    const IValue result = runKernel(*schema, std::move(stack)).at(output);
    return element ? result.toList().items.at(*element).toTensor() : result.toTensor();
  };
  return view;
}

// Links results that share memory with an argument.
void Lowering::makeViews(Op& op, std::vector<Val>& results) {
  for (size_t i = 0; i < results.size() && i < op.schema.returns.size(); ++i) {
    const auto* alias = aliasOf(op.schema.returns[i]);
    if (alias == nullptr) continue;
    for (size_t j = 0; j < op.arguments.size(); ++j) {
      const auto* argument = aliasOf(op.schema.arguments[j]);
      const auto* base = std::get_if<TensorPtr>(&op.arguments[j]);
      if (argument == nullptr || base == nullptr || !contains(*argument, *alias)) continue;
      const auto link = [&](const Val& result, std::optional<size_t> element) {
        const auto* cell = std::get_if<TensorPtr>(&result);
        if (cell == nullptr || *cell == *base || (*cell)->view || op.isCopy) return;
        (*cell)->view = viewOf(op, j, i, element, *base);
        TensorPtr root = *base;
        while (root->view) root = root->view->base;
        (*cell)->version = root->version;
      };
      if (const auto* list = std::get_if<ListPtr>(&results[i])) {
        for (size_t k = 0; k < (*list)->items.size(); ++k) link((*list)->items[k], k);
      } else {
        link(results[i], std::nullopt);
      }
      break;
    }
  }
}

}  // namespace ts::onnx
