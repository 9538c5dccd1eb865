#include "core/autodiff/operator_node.h"

#include <algorithm>
#include <cstring>

#include "core/autodiff/each_tensor.h"
#include "core/autodiff/row_sum.h"
#include "core/autodiff/tape.h"
#include "core/interp/interpreter.h"
#include "core/tensor/error.h"
#include "core/tensor/gap.h"

namespace ts::autodiff {

using tensor::fail;

Tensor GradientShape::zeros(const TensorCall& call) const {
  return call("aten::zeros", {tensor::makeIntList(sizes), static_cast<int64_t>(dtype), IValue(),
                              IValue(), IValue()});
}
Tensor GradientShape::zeros() const { return zeros(callTensor); }

Tensor GradientShape::likeness() const {
  const Tensor zero = tensor::empty({}, dtype);
  std::memset(zero.bytes(), 0, zero.itemSize());
  return tensor::view(zero, sizes, tensor::Dims(sizes.size(), 0), 0);
}

Tensor GradientShape::fit(Tensor gradient) const { return fit(std::move(gradient), callTensor); }

Tensor GradientShape::fit(Tensor gradient, const TensorCall& call) const {
  if (!gradient.defined()) return gradient;
  if (gradient.sizes() != sizes) {
    const auto more = gradient.dim() - static_cast<int64_t>(sizes.size());
    std::vector<int64_t> summed;
    for (int64_t d = 0; d < gradient.dim(); ++d)
      if (d < more || (sizes[static_cast<size_t>(d - more)] == 1 && gradient.size(d) != 1))
        summed.push_back(d);
    if (!summed.empty())
      gradient =
          call("aten::sum.dim_IntList", {gradient, tensor::makeIntList(summed), true, IValue()});
    if (more > 0) {
      const auto own =
          std::span<const int64_t>(gradient.sizes()).subspan(static_cast<size_t>(more));
      gradient = call("aten::reshape", {gradient, tensor::makeIntList(own)});
    }
    if (gradient.sizes() != sizes)
      gradient = call("aten::expand", {gradient, tensor::makeIntList(sizes), false});
  }
  if (tensor::isComplex(gradient.dtype()) && !tensor::isComplex(dtype))
    gradient = call("aten::real", {gradient});
  if (gradient.dtype() != dtype)
    gradient =
        call("aten::to.dtype", {gradient, static_cast<int64_t>(dtype), false, false, IValue()});
  return gradient;
}

OperatorNode::OperatorNode(const char* name, std::vector<Edge> edges, Record record)
    : Node(name, std::move(edges)), record_(std::move(record)) {}

void OperatorNode::saveResults(std::span<const IValue> results) {
  for (size_t i = 0; i < results.size(); ++i) {
    firstOutputs_.push_back(outputShapes_.size());
    eachTensor(results[i], [&](const Tensor& result) { outputShapes_.emplace_back(result); });
    const bool isSaved = needs(record_, Parameter::Kind::Result, i);
    // Indices and exponents have no gradients.
    const bool isOutput = !results[i].isTensor() || mayRequireGradient(results[i].toTensor());
    results_.push_back(isSaved ? SavedValue(results[i], isOutput) : SavedValue());
  }
  firstOutputs_.push_back(outputShapes_.size());
}

bool OperatorNode::needs(const Record& record, Parameter::Kind kind, size_t index) {
  if (record.derivative == nullptr) return false;
  for (const Formula& formula : record.derivative->formulas)
    if (record.isWanted[formula.argument])
      for (const Parameter& parameter : formula.parameters)
        if (parameter.kind == kind && parameter.index == index) return true;
  return false;
}

Ranks OperatorNode::ranksOf(const Record& record) {
  Ranks ranks;
  ranks.fill(-1);
  for (size_t i = 0; i < std::min(ranks.size(), record.schema->arguments.size()); ++i)
    if (record.firstEdges[i] + 1 == record.firstEdges[i + 1])
      ranks[i] = std::ssize(record.inputs[record.firstEdges[i]].sizes);
  return ranks;
}

std::vector<Edge> OperatorNode::shownEdges() const {
  const std::string_view parts = gradientParts(*record_.schema, ranksOf(record_));
  if (!parts.empty())
    return edgesOfParts(parts, [&](std::string_view argument) {
      const size_t first = record_.firstEdges[*record_.schema->argumentIndex(argument)];
      return edges()[first];
    });
  if (record_.derivative == nullptr) return edges();
  std::vector<Edge> shown;
  for (size_t i = 0; i + 1 < record_.firstEdges.size(); ++i) {
    const auto& formulas = record_.derivative->formulas;
    if (std::ranges::find(formulas, i, &Formula::argument) == formulas.end()) continue;
    const size_t first = record_.firstEdges[i], end = record_.firstEdges[i + 1];
    if (first == end) shown.emplace_back();  // an optional tensor that is None
    for (size_t edge = first; edge < end; ++edge) shown.push_back(edges()[edge]);
  }
  return shown;
}

bool OperatorNode::freeSaved() {
  bool hadTensors = false;
  for (SavedValue& value : record_.arguments) hadTensors |= value.freeTensors();
  for (SavedValue& value : results_) hadTensors |= value.freeTensors();
  return hadTensors;
}

// A gradient that did not arrive is zero.
IValue OperatorNode::gradientOf(size_t result, std::span<const Tensor> gradients) const {
  const auto tensorOf = [&](size_t output) {
    const Tensor given = output < gradients.size() ? gradients[output] : Tensor();
    return given.defined() ? given : outputShapes_[output].zeros();
  };
  const bool isList = record_.schema->returns[result].type->str().ends_with("[]");
  if (!isList) return tensorOf(firstOutputs_[result]);
  std::vector<Tensor> all;
  for (size_t i = firstOutputs_[result]; i < firstOutputs_[result + 1]; ++i)
    all.push_back(tensorOf(i));
  return tensor::makeTensorList(all);
}

// Zeros with the shape of an argument, or a list of them.
IValue OperatorNode::shapeOf(size_t argument) const {
  std::vector<Tensor> all;
  for (size_t i = record_.firstEdges[argument]; i < record_.firstEdges[argument + 1]; ++i)
    all.push_back(record_.inputs[i].likeness());
  const bool isList = record_.schema->arguments[argument].type->str().ends_with("[]");
  if (isList) return tensor::makeTensorList(all);
  return all.empty() ? IValue() : IValue(all[0]);
}

IValue OperatorNode::parameterValue(const Parameter& parameter, std::span<const Tensor> gradients) {
  switch (parameter.kind) {
    case Parameter::Kind::Argument: return record_.arguments[parameter.index].read(this, 0);
    case Parameter::Kind::Shape: return shapeOf(parameter.index);
    case Parameter::Kind::Result:
      return results_[parameter.index].read(this, firstOutputs_[parameter.index]);
    case Parameter::Kind::Given: {
      const size_t output = firstOutputs_[parameter.index];
      if (output >= gradients.size() || !gradients[output].defined()) return IValue();
      [[fallthrough]];
    }
    default: return gradientOf(parameter.index, gradients);
  }
}

std::vector<IValue> OperatorNode::parameterValues(const Formula& formula,
                                                  std::span<const Tensor> gradients) {
  std::vector<IValue> values;
  for (const Parameter& parameter : formula.parameters)
    values.push_back(parameterValue(parameter, gradients));
  return values;
}

std::unique_ptr<RowSum> OperatorNode::rowSum(size_t edge, std::span<const Tensor> gradients) {
  if (record_.derivative == nullptr) return nullptr;
  for (const Formula& formula : record_.derivative->formulas) {
    if (!formula.sumsRows || record_.firstEdges[formula.argument] != edge ||
        record_.firstEdges[formula.argument + 1] != edge + 1)
      continue;
    auto sum = std::make_unique<RowSum>(formula, parameterValues(formula, gradients),
                                        record_.inputs[edge]);
    return sum->mayWait() ? std::move(sum) : nullptr;
  }
  return nullptr;
}

namespace {

// The tuples from which formulas of several arguments take items: each is computed once.
class SharedTuples {
 public:
  // compute(formula) returns the value of a formula.
  template <typename Compute>
  IValue valueOf(const Formula& formula, const Compute& compute) {
    if (formula.tuple == nullptr) return compute(formula);
    auto known = std::ranges::find(tuples_, formula.tuple, &Known::first);
    if (known == tuples_.end())
      known = tuples_.insert(known, {formula.tuple, compute(*formula.tuple)});
    return known->second.toTuple().items[formula.item];
  }

 private:
  using Known = std::pair<const Formula*, IValue>;
  std::vector<Known> tuples_;
};

}  // namespace

std::vector<Tensor> OperatorNode::run(std::span<const Tensor> gradients,
                                      const std::vector<bool>& wanted,
                                      interp::Interpreter& interpreter) {
  if (record_.derivative == nullptr)
    tensor::failAsGap("the gradient of {} isn't available in JitScope yet",
                      record_.schema->nameWithOverload());
  std::vector<Tensor> results(edges().size());
  SharedTuples shared;
  for (const Formula& formula : record_.derivative->formulas) {
    const size_t first = record_.firstEdges[formula.argument],
                 end = record_.firstEdges[formula.argument + 1];
    bool isWanted = false;
    for (size_t i = first; i < end; ++i) isWanted |= wanted[i];
    if (!isWanted) continue;
    if (formula.isZero) {
      for (size_t i = first; i < end; ++i) results[i] = record_.inputs[i].zeros();
      continue;
    }
    const IValue result = shared.valueOf(formula, [&](const Formula& computed) {
      return interpreter.run(functionOf(computed), parameterValues(computed, gradients));
    });
    size_t at = first;
    eachTensor(result, [&](const Tensor& gradient) {
      if (at < end) results[at] = record_.inputs[at].fit(gradient);
      ++at;
    });
  }
  return results;
}

}  // namespace ts::autodiff
