// The dtypes of results.
#include "core/operator_facts/inference.h"
#include "core/tensor/promotion.h"

namespace ts::operator_facts {
namespace {

// torch.result_type of the operands; null when it is not certain.
std::optional<DType> promoted(const std::vector<Operand>& operands, DType defaultDtype) {
  tensor::Promotion all;
  std::optional<DType> first;
  bool isEmpty = true, differ = false, hasUnknownRank = false;
  for (const Operand& operand : operands) {
    if (operand.kind == Operand::Kind::Unknown) return std::nullopt;
    if (!operand.isTensor() && !operand.isNumber()) continue;
    if (!operand.dtype) return std::nullopt;
    isEmpty = false;
    if (operand.isNumber()) {
      all.addNumber(*operand.dtype, defaultDtype);
      continue;
    }
    differ |= first && *first != *operand.dtype;
    first = operand.dtype;
    hasUnknownRank |= !operand.shape.hasRank();
    all.addTensor(*operand.dtype, !operand.shape.isRank(0));
  }
  // A tensor without dimensions has less weight.
  if (isEmpty || (hasUnknownRank && differ)) return std::nullopt;
  return all.dtype();
}

bool isInteger(DType dtype) { return tensor::isIntegral(dtype) || dtype == DType::Bool; }

}  // namespace

std::optional<DType> Inference::dtypeOfArgument() const {
  const auto first = argument(0);
  return first ? call_.operand(*first).dtype : std::nullopt;
}

std::vector<Operand> Inference::dtypeOperands() const {
  std::vector<Operand> operands;
  for (const std::string_view name : facts_.dtype.operands)
    if (!name.empty()) operands.push_back(call_.operand(name));
  if (!operands.empty()) return operands;
  const auto first = argument(0);
  if (!first) return {};
  if (auto list = call_.operands(*first)) return *list;
  operands.push_back(call_.operand(*first));
  if (name(0).empty()) return operands;
  for (size_t i = 1; i < rule().operands.size(); ++i)
    if (!name(i).empty()) operands.push_back(call_.operand(name(i)));
  return operands;
}

std::optional<DType> Inference::askedDtype(
    const std::function<std::optional<DType>()>& otherwise) const {
  if (!call_.operand("dtype").isGiven()) return otherwise();
  const auto number = call_.integer("dtype");
  return number ? tensor::dtypeFromNumber(*number) : std::nullopt;
}

std::optional<DType> Inference::resultDtype() const {
  const std::vector<Operand> operands = dtypeOperands();
  const DType defaultDtype = call_.defaultDtype();
  const auto same = [&]() -> std::optional<DType> {
    for (const Operand& operand : operands)
      if (operand.isTensor()) return operand.dtype;
    return std::nullopt;
  };
  const auto alike = [&]() -> std::optional<DType> {
    for (const Operand& operand : operands)
      if (operand.isTensor() && operand.dtype) return operand.dtype;
    return std::nullopt;
  };
  const auto common = [&] { return promoted(operands, defaultDtype); };
  const auto real = [](std::optional<DType> dtype) {
    return dtype ? std::optional(tensor::realOf(*dtype)) : dtype;
  };
  const auto floating = [&]() -> std::optional<DType> {
    const auto dtype = common();
    return dtype && isInteger(*dtype) ? defaultDtype : dtype;
  };
  const auto sum = [&]() -> std::optional<DType> {
    const auto dtype = same();
    return dtype && isInteger(*dtype) ? DType::Int64 : dtype;
  };
  switch (facts_.dtype.rule) {
    case Dtype::Unknown:
    case Dtype::NotTensor: return std::nullopt;
    case Dtype::Same: return same();
    case Dtype::SameNumber: return same() == DType::Bool ? DType::Int64 : same();
    case Dtype::Alike: return alike();
    case Dtype::Promote: return common();
    case Dtype::Float: return floating();
    case Dtype::FloatReal: return real(floating());
    case Dtype::Real: return real(same());
    case Dtype::Complex: {
      const auto dtype = same();
      return dtype ? std::optional(tensor::complexOf(*dtype)) : dtype;
    }
    case Dtype::Fixed: return facts_.dtype.fixed;
    case Dtype::Asked: return askedDtype(same);
    case Dtype::AskedSum: return askedDtype(sum);
    case Dtype::AskedReal: return real(askedDtype(same));
    case Dtype::AskedFixed: return askedDtype([&] { return std::optional(facts_.dtype.fixed); });
    case Dtype::AskedFactory: return askedDtype([&] { return std::optional(defaultDtype); });
    case Dtype::AskedNumbers: return askedDtype(common);
    case Dtype::AskedRange:
      return askedDtype([&]() -> std::optional<DType> {
        const auto dtype = common();
        return dtype && isInteger(*dtype) ? DType::Int64 : dtype;
      });
    case Dtype::Sum: return sum();
    case Dtype::Truth: {
      const auto dtype = same();
      return dtype ? std::optional(*dtype == DType::UInt8 ? DType::UInt8 : DType::Bool) : dtype;
    }
    case Dtype::Divided: {
      const Operand mode = call_.operand("rounding_mode");
      if (mode.kind == Operand::Kind::Unknown) return std::nullopt;
      return mode.isGiven() ? common() : floating();
    }
  }
  return std::nullopt;
}

}  // namespace ts::operator_facts
