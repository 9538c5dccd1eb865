// Compares a call of a kernel with the operator's row in core/operator_facts.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <span>
#include <string>

#include "core/operator_facts/results.h"
#include "core/ops/schema.h"
#include "core/tensor/ivalue.h"
#include "core/tensor/tensor.h"

namespace ts::operator_facts {

// The arguments of a call with values. `isHidden`: the arguments of which only the type is known.
class ValueCall : public Call {
 public:
  using IValue = tensor::IValue;
  using Hidden = std::function<bool(size_t)>;
  ValueCall(const ops::FunctionSchema& schema, std::span<const IValue> values, Hidden isHidden = {})
      : schema_(schema), isHidden_(std::move(isHidden)) {
    // Before the call, which may change the arguments.
    for (const IValue& value : values) {
      operands_.push_back(operandOf(value));
      values_.push_back(value);
    }
  }

  size_t count() const override { return values_.size(); }
  std::string_view name(size_t i) const override { return schema_.arguments[i].name; }
  Operand operand(size_t i) const override {
    Operand operand = operands_[i];
    if (!hides(i) || !operand.isTensor()) return operand;
    return {Operand::Kind::Tensor, {}, operand.dtype};
  }
  std::optional<std::vector<Operand>> operands(size_t i) const override {
    if (!values_[i].isList() ||
        schema_.arguments[i].type->str().find("Tensor") == std::string::npos)
      return std::nullopt;
    std::vector<Operand> all;
    for (const IValue& item : values_[i].toList().items) all.push_back(operandOf(item));
    if (hides(i))
      for (Operand& each : all) each.shape = {};
    return all;
  }
  std::optional<Ints> ints(size_t i) const override {
    Ints all;
    const auto add = [&](const IValue& item) {
      const bool isInteger = item.isInt() || item.isBool();
      all.push_back(isInteger && !hides(i)
                        ? std::optional(item.isInt() ? item.toInt() : item.toBool())
                        : std::nullopt);
      return isInteger;
    };
    return each(i, add) ? std::optional(all) : std::nullopt;
  }
  std::optional<Reals> reals(size_t i) const override {
    Reals all;
    const auto add = [&](const IValue& item) {
      const bool isReal = item.isInt() || item.isDouble() || item.isBool();
      all.push_back(isReal && !hides(i) ? std::optional(item.toScalar().to<double>())
                                        : std::nullopt);
      return isReal;
    };
    return each(i, add) ? std::optional(all) : std::nullopt;
  }
  std::optional<bool> flag(size_t i) const override {
    return values_[i].isBool() && !hides(i) ? std::optional(values_[i].toBool()) : std::nullopt;
  }
  std::optional<std::string_view> text(size_t i) const override {
    return values_[i].isString() && !hides(i)
               ? std::optional<std::string_view>(values_[i].toString())
               : std::nullopt;
  }

 private:
  static Operand operandOf(const IValue& value) {
    if (value.isNone()) return {Operand::Kind::None};
    if (value.isTensor()) {
      const tensor::Tensor tensor = value.toTensor();
      if (tensor.impl()->isWrappedNumber && tensor.dim() == 0)
        return {Operand::Kind::Number, PartialShape::of({}), tensor.dtype()};
      return {Operand::Kind::Tensor, PartialShape::of(Dims(tensor.sizes())), tensor.dtype()};
    }
    if (value.isNumber())
      return {Operand::Kind::Number, PartialShape::of({}), value.toScalar().dtype()};
    return {Operand::Kind::Other};
  }
  bool hides(size_t i) const { return isHidden_ && isHidden_(i); }
  template <typename F>
  bool each(size_t i, F&& add) const {
    if (!values_[i].isList()) return add(values_[i]);
    for (const IValue& item : values_[i].toList().items)
      if (!add(item)) return false;
    return true;
  }

  const ops::FunctionSchema& schema_;
  Hidden isHidden_;
  std::vector<Operand> operands_;
  std::vector<IValue> values_;
};

// The results that a row predicts, and the comparison with those of the kernel.
class Prediction {
 public:
  Prediction(const ops::FunctionSchema& schema, const Call& call)
      : schema_(schema), facts_(factsOf(schema)) {
    if (facts_) results_ = resultsOf(*facts_, call, isInPlace(schema.name), schema.returns.size());
  }

  // A text for the first difference; empty without one.
  std::string difference(std::span<const tensor::IValue> actual) const {
    if (!facts_) return "the operator has no row";
    if (results_.violation)
      return fmt::format("the row reports condition {}",
                         static_cast<int>(results_.violation.condition));
    if (facts_->shape.rule == Shape::NotTensor) {
      for (const tensor::IValue& value : actual)
        if (value.isTensor()) return "the row says that the result is not a tensor";
      return {};
    }
    if (results_.isList) {
      if (actual.empty() || !actual[0].isList()) return "the row says that the result is a list";
      const auto& items = actual[0].toList().items;
      if (items.size() != results_.each.size())
        return fmt::format("a list of {} is predicted: {}", results_.each.size(), items.size());
      return differences(items);
    }
    return actual.size() == results_.each.size() ? differences(actual) : std::string();
  }
  // All results are tensors, and their shapes and dtypes are predicted.
  bool isComplete() const {
    for (const ResultFacts& each : results_.each)
      if (!each.dtype || !each.shape.hasRank() || each.shape.elements() < 0) return false;
    return true;
  }

 private:
  std::string differences(std::span<const tensor::IValue> actual) const {
    for (size_t i = 0; i < actual.size(); ++i) {
      if (!actual[i].isTensor() || !actual[i].toTensor().defined()) continue;
      const tensor::Tensor tensor = actual[i].toTensor();
      const ResultFacts& result = results_.each[i];
      const auto sizes = tensor.sizes();
      bool fits = result.shape.hasRank() ? result.shape.rank() == sizes.size()
                                         : result.shape.sizes().size() <= sizes.size();
      for (size_t k = 1; fits && k <= result.shape.sizes().size(); ++k)
        fits = !shape_rules::differ(result.shape.fromEnd(k), sizes[sizes.size() - k]);
      if (!fits)
        return fmt::format("result {}: [{}{}] is predicted: [{}]", i,
                           result.shape.hasRank() ? "" : "..., ",
                           fmt::join(result.shape.sizes(), ", "), fmt::join(sizes, ", "));
      if (result.dtype && *result.dtype != tensor.dtype() && !writesOut())
        return fmt::format("result {}: {} is predicted: {}", i, nameOf(*result.dtype),
                           nameOf(tensor.dtype()));
    }
    return {};
  }
  bool writesOut() const {
    for (const ops::Argument& argument : schema_.arguments)
      if (argument.keywordOnly && argument.alias && argument.alias->isWrite) return true;
    return false;
  }

  const ops::FunctionSchema& schema_;
  const OperatorFacts* facts_;
  Results results_;
};

}  // namespace ts::operator_facts
