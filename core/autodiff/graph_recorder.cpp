#include "core/autodiff/graph_recorder.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/autodiff/derivatives.h"
#include "core/autodiff/each_tensor.h"
#include "core/autodiff/region_rules.h"
#include "core/autodiff/tape.h"
#include "core/interp/interpreter.h"
#include "core/interp/state.h"
#include "core/kernels/copy.h"
#include "core/kernels/dispatch.h"
#include "core/operator_facts/facts.h"
#include "core/tensor/error.h"

namespace ts::autodiff {

Tensor GraphRecorder::addInput(const Tensor& tensor, bool requiresGrad) {
  const Tensor own = tensor::view(tensor, tensor.sizes(), tensor.strides(), tensor.offset());
  own.impl()->isWrappedNumber = tensor.impl()->isWrappedNumber;
  know(own, state_->graph.addInput(), requiresGrad);
  return own;
}

ir::Value* GraphRecorder::valueOf(const Tensor& tensor) const {
  const auto entry = state_->values.find(tensor.impl());
  return entry == state_->values.end() ? nullptr : entry->second;
}

Tensor GraphRecorder::tensorOf(const ir::Value* value) const {
  for (const Tensor& tensor : state_->tensors)
    if (valueOf(tensor) == value) return tensor;
  return {};
}

void GraphRecorder::know(const Tensor& tensor, ir::Value* value, bool requiresGrad) const {
  state_->values[tensor.impl()] = value;
  state_->tensors.push_back(tensor);
  state_->shapes.try_emplace(value, tensor);
  if (requiresGrad) state_->requiring.insert(value);
}

void GraphRecorder::refuse(std::string reason) const {
  state_->refusal = std::move(reason);
  tensor::fail("{}", state_->refusal);
}

void GraphRecorder::undo() const {
  for (auto at = state_->statistics.rbegin(); at != state_->statistics.rend(); ++at)
    callTensor("aten::copy_", {at->first, at->second, false});
}

void GraphRecorder::forgetTensors() {
  state_->statistics.clear();
  state_->values.clear();
  state_->tensors.clear();
}

bool GraphRecorder::requiresGrad(const IValue& argument) const {
  bool isRequired = false;
  eachTensor(argument, [&](const Tensor& tensor) {
    const ir::Value* value = valueOf(tensor);
    isRequired |= value != nullptr && requiresGrad(value);
  });
  return isRequired;
}

// ---- calls

Tensor GraphRecorder::call(std::string_view name, std::initializer_list<IValue> arguments) {
  const size_t dot = name.find('.');
  const std::string_view overload = dot == name.npos ? std::string_view() : name.substr(dot + 1);
  const ops::FunctionSchema* schema = ops::schema(Symbol::intern(name.substr(0, dot)), overload);
  if (schema == nullptr) refuse(fmt::format("PyTorch has no operator {}", name));
  std::vector<IValue> stack(arguments);
  call(*schema, stack);
  return stack.front().toTensor();
}

void GraphRecorder::call(const ops::FunctionSchema& schema, std::vector<IValue>& stack) {
  const kernels::KernelFunction cpu = kernels::find(schema);
  run(schema, kernels::hasDeviceKernels() ? kernels::kernelFor(schema, cpu, stack) : cpu, stack);
}

void GraphRecorder::run(const ops::FunctionSchema& schema, kernels::KernelFunction kernel,
                        kernels::Stack& stack) const {
  if (endsRecording(schema)) refuse(fmt::format("{} changes or reads elements", schema.name));
  const size_t base = stack.size() - schema.arguments.size();
  const std::vector<IValue> arguments(stack.begin() + static_cast<ptrdiff_t>(base), stack.end());
  const bool isRequired = std::ranges::any_of(
      arguments, [&](const IValue& argument) { return requiresGrad(argument); });
  if (isRequired && isDifferentiated(schema)) {
    const Derivative* derivative = derivativeOf(schema);
    if (derivative != nullptr && derivative->parts)
      return runParts(schema, *derivative, *this, stack);
  }
  if (fillsWithRandomNumbers(schema) && !isNew(arguments[0].toTensor()))
    refuse(fmt::format("{} changes a tensor", schema.name));
  for (size_t i = 0; i < arguments.size(); ++i)
    if (schema.arguments[i].name.starts_with("running_") && arguments[i].isTensor()) {
      const Tensor running = arguments[i].toTensor();
      const ir::Value* value = valueOf(running);
      if (value != nullptr && value->node() != state_->graph.paramNode())
        refuse(fmt::format("{} changes a result of the region", schema.name));
      state_->statistics.emplace_back(running, kernels::clone(running));
    }
  kernel(stack);
  record(schema, arguments, std::span(stack).subspan(base));
}

// True for the result of an operator such as torch.empty(), which nothing has read.
bool GraphRecorder::isNew(const Tensor& tensor) const {
  const ir::Value* value = valueOf(tensor);
  const ops::FunctionSchema* maker = value == nullptr ? nullptr : value->node()->schema();
  const auto* facts = maker == nullptr ? nullptr : operator_facts::factsOf(*maker);
  return facts != nullptr && facts->kind == operator_facts::Kind::Factory && !value->hasUses();
}

// ---- the graph

ir::Value* GraphRecorder::constant(const IValue& value) const {
  std::optional<types::Constant> literal;
  if (value.isTensor())
    literal = interp::tensorConstant(value.toTensor());
  else
    literal = interp::constantOf(value);
  if (!literal) refuse(fmt::format("a graph has no constants of type {}", nameOf(value.tag())));
  return state_->graph.insertConstant(*literal);
}

ir::Value* GraphRecorder::argument(const IValue& value, types::TypePtr type,
                                   RecordedOperator& recorded) const {
  std::vector<ir::Value*>& tensors = recorded.tensors.emplace_back();
  const auto known = [&](const Tensor& tensor) {
    ir::Value* own = valueOf(tensor);
    if (own == nullptr) know(tensor, own = constant(tensor), false);
    return own;
  };
  if (value.isTensor()) {
    recorded.arguments.emplace_back();
    return tensors.emplace_back(known(value.toTensor()));
  }
  const auto isTensor = [](const IValue& item) { return item.isTensor(); };
  if (!value.isList() || std::ranges::none_of(value.toList().items, isTensor)) {
    recorded.arguments.push_back(value);
    ir::Value* own = constant(value);
    // An untyped None would fit other overloads.
    if (value.isNone()) own->setType(type);
    return own;
  }
  const tensor::ListValue& list = value.toList();
  recorded.arguments.push_back(tensor::makeList(list.element, {}));
  std::vector<ir::Value*> items;
  for (const IValue& item : list.items) {
    tensors.push_back(item.isTensor() ? known(item.toTensor()) : nullptr);
    items.push_back(item.isTensor() ? tensors.back() : constant(item));
  }
  return state_->graph.insertNode(state_->graph.createList(list.element, items))->output();
}

void GraphRecorder::record(const ops::FunctionSchema& schema, std::span<const IValue> arguments,
                           std::span<const IValue> results) const {
  bool isNew = fillsWithRandomNumbers(schema);  // others may return their argument
  for (const IValue& result : results)
    eachTensor(result, [&](const Tensor& tensor) { isNew |= valueOf(tensor) == nullptr; });
  if (!isNew) return;
  RecordedOperator recorded{&schema, {}, {}, {}, nullptr};
  const ir::WithInsertPoint end(state_->graph.block());
  std::vector<ir::Value*> inputs;
  bool isRequired = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    inputs.push_back(argument(arguments[i], schema.arguments[i].type, recorded));
    isRequired |= requiresGrad(arguments[i]);
  }
  isRequired &= isDifferentiated(schema);
  if (isRequired && derivativeOf(schema) == nullptr)
    refuse(fmt::format("{} has no derivative", schema.name));
  const ir::Node* origin = state_->origin != nullptr ? state_->origin : interp::runningNode();
  const auto add = [&](ir::Node* node) {
    if (origin != nullptr) {
      node->setRange(origin->range());
      node->setCallStack(origin->callStack());
    }
    return state_->graph.insertNode(node);
  };
  recorded.node = add(state_->graph.create(schema.symbol(), inputs, schema.returns.size()));
  for (size_t i = 0; i < schema.returns.size(); ++i)
    recorded.node->output(i)->setType(schema.returns[i].type);
  if (recorded.node->schema() != &schema)
    refuse(fmt::format("{} can't be called in a graph", schema.nameWithOverload()));
  const auto knowResult = [&](const Tensor& tensor, ir::Value* value) {
    recorded.results.back().push_back(value);
    know(tensor, value, isRequired && mayRequireGradient(tensor));
  };
  for (size_t i = 0; i < results.size(); ++i) {
    recorded.results.emplace_back();
    if (results[i].isTensor()) {
      knowResult(results[i].toTensor(), recorded.node->output(i));
    } else if (results[i].isList()) {
      const std::vector<IValue>& items = results[i].toList().items;
      ir::Node* unpack =
          add(state_->graph.createListUnpack(recorded.node->output(i), items.size()));
      for (size_t k = 0; k < items.size(); ++k) knowResult(items[k].toTensor(), unpack->output(k));
    }
  }
  state_->operators.push_back(std::move(recorded));
}

}  // namespace ts::autodiff
