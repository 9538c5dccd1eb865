// One run of resultsOf(): what its rules read and set.
#pragma once

#include <functional>

#include "core/operator_facts/results.h"
#include "core/shape_rules/rules.h"

namespace ts::operator_facts {

namespace rules = shape_rules;
using rules::Inferred;
using rules::kUnknown;

class Inference {
 public:
  Inference(const OperatorFacts& facts, const Call& call, size_t outputs)
      : facts_(facts), call_(call) {
    results_.each.resize(outputs);
  }

  const Call& call() const { return call_; }
  Kind kind() const { return facts_.kind; }
  const ShapeRule& rule() const { return facts_.shape; }
  // The results have one shape and one dtype, but for indices.
  bool hasAlikeOutputs() const;
  size_t outputs() const { return results_.each.size(); }
  Results take() && { return std::move(results_); }

  // The name of an operand of the rule.
  std::string_view name(size_t i) const { return rule().operands[i]; }
  // The argument of operand `i`: the first tensor, or list of tensors, when the rule does not name
  // it.
  std::optional<size_t> argument(size_t i) const;
  // Also notes the argument in Results::operands.
  Operand operand(size_t i);
  PartialShape shape(size_t i) { return operand(i).shape; }
  std::optional<std::vector<Operand>> list(size_t i);
  // The first operand, when it is a list of tensors.
  std::optional<std::vector<Operand>> listOfTensors() const;

  // The value of an int: `otherwise` when the overload has no such argument or it is None; null
  // when the value is unknown.
  std::optional<int64_t> integer(std::string_view name, std::optional<int64_t> otherwise) const;
  std::optional<bool> flag(std::string_view name, bool otherwise) const;
  // The elements of a list of sizes, kUnknown for unknown elements; `otherwise` without the
  // argument. One unknown element stands for an unknown list.
  std::vector<int64_t> sizes(std::string_view name, std::vector<int64_t> otherwise) const;

  void set(Inferred&& inferred);
  void set(size_t output, PartialShape&& shape) {
    if (output < outputs()) results_.each[output].shape = std::move(shape);
  }
  void setAll(const PartialShape& shape) {
    for (ResultFacts& each : results_.each) each.shape = shape;
  }
  void setAll(Inferred&& inferred);
  void setList(std::vector<PartialShape> shapes);
  void setDtype(size_t output, std::optional<DType> dtype) { results_.each[output].dtype = dtype; }
  void fail(const rules::Violation& violation) { results_.violation = violation; }

  // ---- result_dtypes.cpp
  std::optional<DType> resultDtype() const;
  // The dtype of the argument from which the shape rule starts.
  std::optional<DType> dtypeOfArgument() const;

 private:
  std::optional<DType> askedDtype(const std::function<std::optional<DType>()>& otherwise) const;
  std::vector<Operand> dtypeOperands() const;

  const OperatorFacts& facts_;
  const Call& call_;
  Results results_;
};

// The shape without a violation that is not certain.
inline PartialShape shapeOrUnknown(Inferred&& inferred) {
  return inferred ? std::move(inferred.shape) : PartialShape();
}

// Each infers the shapes for the rules of its file. False for other rules.
bool inferElements(Inference& in);
bool inferReduction(Inference& in);
bool inferProduct(Inference& in);
bool inferImage(Inference& in);
bool inferView(Inference& in);
bool inferParts(Inference& in);
bool inferArrangement(Inference& in);
bool inferFactory(Inference& in);

}  // namespace ts::operator_facts
