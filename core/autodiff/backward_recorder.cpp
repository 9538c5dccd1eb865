#include "core/autodiff/backward_recorder.h"

#include <algorithm>

#include "core/autodiff/derivatives.h"
#include "core/autodiff/each_tensor.h"
#include "core/autodiff/tape.h"
#include "core/interp/interpreter.h"
#include "core/interp/marker_scope.h"
#include "core/ir/kinds.h"
#include "core/passes/common_subexpression_elimination.h"
#include "core/passes/dead_code_elimination.h"

namespace ts::autodiff {

BackwardRecorder::BackwardRecorder(const GraphGradient& gradient, std::span<const Tensor> gradients,
                                   std::span<const Tensor> saved, const std::vector<bool>& wanted,
                                   interp::Interpreter* plain)
    : gradient_(gradient),
      plain_(plain),
      call_([this](std::string_view name, std::initializer_list<IValue> arguments) {
        return plain_ != nullptr ? callTensor(name, arguments) : recorder_.call(name, arguments);
      }) {
  made_->wanted = wanted;
  made_->given.resize(gradient.outputs_.size());
  for (size_t i = 0; i < std::min(gradients.size(), made_->given.size()); ++i) {
    if (!gradients[i].defined()) continue;
    made_->given[i] = true;
    made_->gradients.push_back(i);
    gradients_[gradient.outputs_[i]] = ownTensor(gradients[i]);
  }
  for (size_t i = 0; i < saved.size(); ++i) {
    made_->saved.push_back(i);
    values_[gradient.savedValues_[i]] = ownTensor(saved[i]);
  }
}

// ---- calls

Tensor BackwardRecorder::ownTensor(const Tensor& tensor) {
  return plain_ != nullptr ? tensor : recorder_.addInput(tensor);
}

void BackwardRecorder::call(const RecordedOperator& at, interp::Stack& stack) {
  if (plain_ != nullptr) return autodiff::call(*at.schema, stack);
  recorder_.setOrigin(at.node);
  recorder_.call(*at.schema, stack);
}

IValue BackwardRecorder::run(const RecordedOperator& at, const ir::Function& function,
                             interp::Stack arguments) {
  if (plain_ != nullptr) return plain_->run(function, std::move(arguments));
  recorder_.setOrigin(at.node);
  interp::Interpreter& interpreter = tapeInterpreter();
  const interp::MarkerScope marked(interpreter, &recorder_);
  return interpreter.run(function, std::move(arguments));
}

// ---- values

Tensor BackwardRecorder::valueOf(const ir::Value* value) {
  if (const auto known = values_.find(value); known != values_.end()) return known->second;
  if (const types::Constant* constant = ir::constantOf(value))
    return interp::valueOf(*constant).toTensor();
  const RecordedOperator& maker = *gradient_.makers_.at(value);
  interp::Stack stack;
  for (size_t i = 0; i < maker.schema->arguments.size(); ++i) stack.push_back(argumentOf(maker, i));
  call(maker, stack);
  return values_[value] = stack.front().toTensor();
}

IValue BackwardRecorder::argumentOf(const RecordedOperator& at, size_t argument) {
  const std::vector<ir::Value*>& tensors = at.tensors[argument];
  const IValue& plain = at.arguments[argument];
  if (tensors.empty()) return plain;
  if (!plain.isList()) return valueOf(tensors[0]);
  std::vector<IValue> items;
  for (const ir::Value* value : tensors)
    items.push_back(value == nullptr ? IValue() : IValue(valueOf(value)));
  return tensor::makeList(plain.toList().element, std::move(items));
}

IValue BackwardRecorder::shapeOf(const RecordedOperator& at, size_t argument) {
  const auto likeness = [&](const ir::Value* value) {
    const GradientShape& shape = gradient_.recorder_.shapeOf(value);
    const Tensor zero = call_(
        "aten::zeros",
        {tensor::makeIntList({}), static_cast<int64_t>(shape.dtype), IValue(), IValue(), IValue()});
    return call_("aten::expand", {zero, tensor::makeIntList(shape.sizes), false});
  };
  const std::vector<ir::Value*>& tensors = at.tensors[argument];
  if (!at.arguments[argument].isList())
    return tensors.empty() ? IValue() : IValue(likeness(tensors[0]));
  std::vector<Tensor> all;
  for (const ir::Value* value : tensors) all.push_back(likeness(value));
  return tensor::makeTensorList(all);
}

IValue BackwardRecorder::gradientOf(const RecordedOperator& at, size_t result) {
  const auto tensorOf = [&](const ir::Value* value) {
    const auto known = gradients_.find(value);
    return known != gradients_.end() ? known->second
                                     : gradient_.recorder_.shapeOf(value).zeros(call_);
  };
  if (!at.schema->returns[result].type->str().ends_with("[]"))
    return tensorOf(at.results[result][0]);
  std::vector<Tensor> all;
  for (const ir::Value* value : at.results[result]) all.push_back(tensorOf(value));
  return tensor::makeTensorList(all);
}

IValue BackwardRecorder::parameterOf(const RecordedOperator& at, const Parameter& parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::Argument: return argumentOf(at, parameter.index);
    case Parameter::Kind::Shape: return shapeOf(at, parameter.index);
    case Parameter::Kind::Given:
      if (!gradients_.contains(at.results[parameter.index][0])) return IValue();
      [[fallthrough]];
    case Parameter::Kind::Gradient: return gradientOf(at, parameter.index);
    default: break;
  }
  const std::vector<ir::Value*>& results = at.results[parameter.index];
  if (!at.schema->returns[parameter.index].type->str().ends_with("[]")) return valueOf(results[0]);
  std::vector<Tensor> all;
  for (const ir::Value* value : results) all.push_back(valueOf(value));
  return tensor::makeTensorList(all);
}

// ---- the walk

void BackwardRecorder::add(const ir::Value* value, const Tensor& gradient) {
  const auto [known, isNew] = gradients_.try_emplace(value, gradient);
  if (!isNew) known->second = call_("aten::add.Tensor", {known->second, gradient, 1});
}

void BackwardRecorder::differentiate(const RecordedOperator& at) {
  for (const Formula& formula : derivativeOf(*at.schema)->formulas) {
    const std::vector<ir::Value*>& tensors = at.tensors[formula.argument];
    if (std::ranges::none_of(tensors, [&](const ir::Value* v) { return needed_.contains(v); }))
      continue;
    const auto shapeOf = [&](size_t i) { return gradient_.recorder_.shapeOf(tensors[i]); };
    if (formula.isZero) {
      for (size_t i = 0; i < tensors.size(); ++i)
        if (needed_.contains(tensors[i])) add(tensors[i], shapeOf(i).zeros(call_));
      continue;
    }
    interp::Stack arguments;
    for (const Parameter& parameter : formula.parameters)
      arguments.push_back(parameterOf(at, parameter));
    const IValue result = run(at, functionOf(formula), std::move(arguments));
    size_t next = 0;
    eachTensor(result, [&](const Tensor& gradient) {
      while (next < tensors.size() && tensors[next] == nullptr) ++next;
      if (next < tensors.size() && needed_.contains(tensors[next]))
        add(tensors[next], shapeOf(next).fit(gradient, call_));
      ++next;
    });
  }
}

// The values through which gradients flow to wanted inputs.
void BackwardRecorder::findNeeded() {
  for (size_t i = 0; i < gradient_.inputs_.size(); ++i)
    if (made_->wanted[i]) needed_.insert(gradient_.inputs_[i]);
  for (const RecordedOperator& at : gradient_.recorder_.operators()) {
    const bool isNeeded = std::ranges::any_of(at.tensors, [&](const auto& argument) {
      return std::ranges::any_of(argument, [&](const ir::Value* value) {
        return value != nullptr && needed_.contains(value);
      });
    });
    if (!isNeeded) continue;
    for (const auto& result : at.results)
      for (const ir::Value* value : result)
        if (gradient_.recorder_.requiresGrad(value)) needed_.insert(value);
  }
}

std::vector<Tensor> BackwardRecorder::compute() {
  findNeeded();
  const auto& operators = gradient_.recorder_.operators();
  for (auto at = operators.rbegin(); at != operators.rend(); ++at) {
    bool isReached = false;
    for (const auto& result : at->results)
      for (const ir::Value* value : result)
        isReached |= gradients_.contains(value) && needed_.contains(value);
    if (!isReached) continue;
    recorder_.setOrigin(at->node);
    differentiate(*at);
  }
  std::vector<Tensor> results(gradient_.inputs_.size());
  for (size_t i = 0; i < results.size(); ++i) {
    const auto found = gradients_.find(gradient_.inputs_[i]);
    if (made_->wanted[i] && found != gradients_.end()) results[i] = found->second;
  }
  return results;
}

std::unique_ptr<BackwardGraph> BackwardRecorder::record(std::vector<Tensor>& results) {
  results = compute();
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].defined()) continue;
    ir::Value* const value = recorder_.valueOf(results[i]);
    if (value == nullptr) recorder_.refuse("a gradient is a constant");
    made_->results.push_back(i);
    graph_->registerOutput(value);
  }
  simplify();
  made_->graph = graph_;
  return std::move(made_);
}

// Removes dead parts, and the inputs that only they read.
void BackwardRecorder::simplify() {
  passes::eliminateCommonSubexpressions(*graph_);
  passes::eliminateDeadCode(*graph_);
  const auto erase = [&](std::vector<size_t>& indices, size_t first) {
    for (size_t i = indices.size(); i-- > 0;) {
      if (graph_->inputs()[first + i]->hasUses()) continue;
      graph_->eraseInput(first + i);
      indices.erase(indices.begin() + static_cast<ptrdiff_t>(i));
    }
  };
  erase(made_->saved, made_->gradients.size());
  erase(made_->gradients, 0);
}

}  // namespace ts::autodiff
