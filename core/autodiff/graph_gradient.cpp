#include "core/autodiff/graph_gradient.h"

#include <algorithm>

#include "core/autodiff/backward_recorder.h"
#include "core/autodiff/derivatives.h"
#include "core/autodiff/tape.h"
#include "core/interp/interpreter.h"
#include "core/interp/marker_scope.h"
#include "core/ir/kinds.h"
#include "core/operator_facts/facts.h"
#include "core/passes/dead_code_elimination.h"
#include "core/tensor/error.h"

namespace ts::autodiff {
namespace {

// A value is computed again by at most so many operators in a row.
constexpr int kMostSteps = 8;

bool contains(std::span<ir::Value* const> values, const ir::Value* value) {
  return std::ranges::find(values, value) != values.end();
}
size_t indexIn(std::span<ir::Value* const> values, const ir::Value* value) {
  return static_cast<size_t>(std::ranges::find(values, value) - values.begin());
}

}  // namespace

GraphGradient::GraphGradient(const ir::GraphPtr& region, std::span<const IValue> inputs,
                             const std::vector<bool>& requiresGrad) {
  try {
    record(region, inputs, requiresGrad);
  } catch (...) {
    recorder_.undo();
    tapeInterpreter().forgetPrograms();
    throw;
  }
  recorder_.forgetTensors();
  // The region runs there only once.
  tapeInterpreter().forgetPrograms();
}

void GraphGradient::record(const ir::GraphPtr& region, std::span<const IValue> inputs,
                           const std::vector<bool>& requiresGrad) {
  interp::Stack arguments;
  std::vector<size_t> origins;  // of the recorder's inputs, among those of the region
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].isTensor()) {
      const Tensor own = recorder_.addInput(inputs[i].toTensor(), requiresGrad[origins.size()]);
      inputs_.push_back(recorder_.valueOf(own));
      origins.push_back(i);
      arguments.emplace_back(own);
    } else {
      arguments.push_back(inputs[i]);
    }
  }
  interp::Stack values;
  {
    interp::Interpreter& interpreter = tapeInterpreter();
    const interp::MarkerScope marked(interpreter, &recorder_);
    values = interpreter.run(region, std::move(arguments));
  }
  for (const IValue& value : values) {
    const Tensor tensor = value.isTensor() ? value.toTensor() : Tensor();
    ir::Value* known = tensor.defined() ? recorder_.valueOf(tensor) : nullptr;
    if ((tensor.defined() && known == nullptr) || value.counted() != tensor.impl())
      recorder_.refuse("a result is not the tensor of an operator");
    if (known == nullptr || known->node()->is(ir::prim::Constant)) {
      results_.push_back({Result::Kind::Constant, 0, value});
    } else if (contains(inputs_, known)) {
      results_.push_back({Result::Kind::Input, origins[indexIn(inputs_, known)]});
    } else {
      if (!contains(outputs_, known)) {
        outputs_.push_back(known);
        recorded_.push_back(tensor);
      }
      results_.push_back({Result::Kind::Output, indexIn(outputs_, known)});
    }
  }
  for (size_t i = 0; i < recorded_.size(); ++i) {
    const auto shares = [&](const Tensor& other) {
      return other.storage() == recorded_[i].storage();
    };
    const auto others = std::span(recorded_).subspan(i + 1);
    const bool isShared = std::ranges::any_of(others, shares) ||
                          std::ranges::any_of(inputs, [&](const IValue& input) {
                            return input.isTensor() && shares(input.toTensor());
                          });
    if (isShared) recorder_.refuse("a result shares memory with another value");
  }
  for (const RecordedOperator& at : recorder_.operators())
    for (const auto& result : at.results)
      for (const ir::Value* value : result) makers_[value] = &at;
  planSaved();
  returnSaved();
  nameOutputs();
}

void GraphGradient::nameOutputs() {
  for (const ir::Value* output : outputs_) {
    const RecordedOperator& maker = *makers_.at(output);
    size_t number = 0;
    for (const auto& result : maker.results) {
      if (contains(result, output)) {
        number += indexIn(result, output);
        break;
      }
      number += result.size();
    }
    Ranks ranks;
    ranks.fill(-1);
    for (size_t i = 0; i < std::min(ranks.size(), maker.tensors.size()); ++i)
      if (maker.tensors[i].size() == 1 && !maker.arguments[i].isList())
        ranks[i] = std::ssize(recorder_.shapeOf(maker.tensors[i][0]).sizes);
    names_.push_back({gradientName(*maker.schema, ranks), number});
  }
}

bool GraphGradient::mayRecompute(const RecordedOperator& at) const {
  const auto* facts = operator_facts::factsOf(*at.schema);
  return facts != nullptr && facts->kind == operator_facts::Kind::ElementWise &&
         at.results.size() == 1 && at.results[0].size() == 1;
}

// The values that derivatives read. Those that cheap operators compute from others of them are
// computed again: the others may not change either.
void GraphGradient::planSaved() {
  std::unordered_set<const ir::Value*> reached, needed;
  std::vector<ir::Value*> order;
  const auto need = [&](ir::Value* value) {
    if (value != nullptr && needed.insert(value).second) order.push_back(value);
  };
  for (ir::Value* output : outputs_)
    if (recorder_.requiresGrad(output)) reached.insert(output);
  const auto& operators = recorder_.operators();
  for (auto at = operators.rbegin(); at != operators.rend(); ++at) {
    bool isReached = false;
    for (const auto& result : at->results)
      for (const ir::Value* value : result) isReached |= reached.contains(value);
    if (!isReached) continue;
    for (const auto& argument : at->tensors)
      for (ir::Value* value : argument)
        if (value != nullptr && recorder_.requiresGrad(value)) reached.insert(value);
    for (const Formula& formula : derivativeOf(*at->schema)->formulas) {
      const bool isWanted =
          std::ranges::any_of(at->tensors[formula.argument], [&](const ir::Value* value) {
            return value != nullptr && recorder_.requiresGrad(value);
          });
      if (!isWanted) continue;
      for (const Parameter& parameter : formula.parameters) {
        if (parameter.kind == Parameter::Kind::Argument)
          std::ranges::for_each(at->tensors[parameter.index], need);
        else if (parameter.kind == Parameter::Kind::Result)
          std::ranges::for_each(at->results[parameter.index], need);
      }
    }
  }
  const auto isKept = [&](const ir::Value* value) {
    return needed.contains(value) || value->node()->is(ir::prim::Constant);
  };
  const auto isComputable = [&](const auto& self, const ir::Value* value, int steps) -> bool {
    const auto maker = makers_.find(value);
    if (steps == 0 || maker == makers_.end() || !mayRecompute(*maker->second)) return false;
    for (const auto& argument : maker->second->tensors)
      for (const ir::Value* read : argument)
        if (read != nullptr && !isKept(read) && !self(self, read, steps - 1)) return false;
    return true;
  };
  for (ir::Value* value : order) {
    if (value->node()->is(ir::prim::Constant)) continue;
    if (!contains(outputs_, value) && isComputable(isComputable, value, kMostSteps))
      recomputed_.insert(value);
    else
      savedValues_.push_back(value);
  }
}

// Makes saved values outputs.
void GraphGradient::returnSaved() {
  for (ir::Value* value : savedValues_) {
    if (contains(inputs_, value)) {
      saved_.push_back({true, indexIn(inputs_, value)});
      continue;
    }
    if (!contains(outputs_, value)) {
      outputs_.push_back(value);
      recorded_.push_back(recorder_.tensorOf(value));
    }
    saved_.push_back({false, indexIn(outputs_, value)});
  }
  for (ir::Value* output : outputs_) graph_->registerOutput(output);
  forward_ = graph_->copy();
  passes::eliminateDeadCode(*forward_);
}

const BackwardGraph& GraphGradient::backward(std::span<const Tensor> gradients,
                                             std::span<const Tensor> saved,
                                             const std::vector<bool>& wanted,
                                             std::optional<std::vector<Tensor>>& results) {
  std::vector<bool> given(outputs_.size());
  for (size_t i = 0; i < std::min(given.size(), gradients.size()); ++i)
    given[i] = gradients[i].defined();
  const std::lock_guard lock(mutex_);
  for (const auto& known : backwards_)
    if (known->given == given && known->wanted == wanted) return *known;
  try {
    std::vector<Tensor> found;
    BackwardRecorder recorder(*this, gradients, saved, wanted);
    backwards_.push_back(recorder.record(found));
    results = std::move(found);
  } catch (const tensor::Error&) {
    backwards_.push_back(std::make_unique<BackwardGraph>(BackwardGraph{given, wanted}));
  } catch (const interp::Exception&) {
    backwards_.push_back(std::make_unique<BackwardGraph>(BackwardGraph{given, wanted}));
  }
  return *backwards_.back();
}

std::vector<Tensor> GraphGradient::differentiate(std::span<const Tensor> gradients,
                                                 std::span<const Tensor> saved,
                                                 const std::vector<bool>& wanted,
                                                 interp::Interpreter& interpreter) const {
  return BackwardRecorder(*this, gradients, saved, wanted, &interpreter).compute();
}

}  // namespace ts::autodiff
