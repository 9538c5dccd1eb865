#include "core/operator_facts/results.h"

#include "core/operator_facts/inference.h"

namespace ts::operator_facts {

std::optional<size_t> Inference::argument(size_t i) const {
  if (!name(i).empty() || i > 0) return call_.find(name(i));
  for (size_t at = 0; at < call_.count(); ++at)
    if (call_.operand(at).isTensor() || call_.operands(at)) return at;
  return std::nullopt;
}

Operand Inference::operand(size_t i) {
  const auto at = argument(i);
  if (!at) return {};
  results_.operands.push_back(*at);
  return call_.operand(*at);
}

std::optional<std::vector<Operand>> Inference::list(size_t i) {
  const auto at = argument(i);
  if (!at) return std::nullopt;
  results_.operands.push_back(*at);
  return call_.operands(*at);
}

std::optional<int64_t> Inference::integer(std::string_view name,
                                          std::optional<int64_t> otherwise) const {
  return call_.operand(name).isGiven() ? call_.integer(name) : otherwise;
}

std::optional<bool> Inference::flag(std::string_view name, bool otherwise) const {
  return call_.operand(name).isGiven() ? call_.flag(name) : std::optional(otherwise);
}

std::vector<int64_t> Inference::sizes(std::string_view name, std::vector<int64_t> otherwise) const {
  if (!call_.operand(name).isGiven()) return otherwise;
  const auto numbers = call_.ints(name);
  if (!numbers) return {kUnknown};
  std::vector<int64_t> all;
  for (const auto& number : *numbers) all.push_back(number.value_or(kUnknown));
  return all;
}

void Inference::set(Inferred&& inferred) {
  if (inferred)
    set(0, std::move(inferred.shape));
  else
    fail(inferred.violation);
}

void Inference::setAll(Inferred&& inferred) {
  if (inferred)
    setAll(inferred.shape);
  else
    fail(inferred.violation);
}

void Inference::setList(std::vector<PartialShape> shapes) {
  results_.isList = true;
  results_.each.clear();
  for (PartialShape& shape : shapes) results_.each.push_back({std::move(shape), std::nullopt});
}

std::optional<std::vector<Operand>> Inference::listOfTensors() const {
  const auto at = argument(0);
  return at ? call_.operands(*at) : std::nullopt;
}

bool Inference::hasAlikeOutputs() const {
  return facts_.returnsIndices || facts_.shape.rule == Shape::Reduce;
}

Results resultsOf(const OperatorFacts& facts, const Call& call, bool inPlace, size_t outputs) {
  Inference in(facts, call, outputs);
  static constexpr bool (*kFamilies[])(Inference&) = {
      inferElements, inferReduction, inferProduct,     inferImage,
      inferView,     inferParts,     inferArrangement, inferFactory};
  for (auto infer : kFamilies)
    if (infer(in)) break;
  const std::optional<DType> dtype = in.resultDtype();
  const bool areAlike = in.hasAlikeOutputs();
  // The mean of complex numbers is complex, their variance is not.
  const std::optional<DType> further =
      facts.dtype.rule == Dtype::Real ? in.dtypeOfArgument() : dtype;
  const auto ofElements = facts.dtype.rule == Dtype::Same ? in.listOfTensors() : std::nullopt;
  Results results = std::move(in).take();
  for (size_t i = 0; i < results.each.size(); ++i) {
    if (i == 0 || results.isList) results.each[i].dtype = dtype;
    if (i > 0 && !results.isList && areAlike) results.each[i].dtype = further;
    if (results.isList && ofElements)
      results.each[i].dtype = i < ofElements->size() ? (*ofElements)[i].dtype : std::nullopt;
    if (i > 0 && facts.returnsIndices) results.each[i].dtype = DType::Int64;
  }
  if (inPlace && !results.each.empty() && call.count() > 0) {
    const Operand self = call.operand(size_t{0});
    results.each[0].dtype = self.dtype;
    const bool isOwnRow = isInPlace(facts.name);
    if (facts.kind != Kind::View && !isOwnRow) results.each[0].shape = self.shape;
  }
  return results;
}

}  // namespace ts::operator_facts
