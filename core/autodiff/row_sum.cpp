#include "core/autodiff/row_sum.h"

#include <algorithm>

#include "core/autodiff/tape.h"
#include "core/interp/interpreter.h"

namespace ts::autodiff {
namespace {

// Products of so many rows are fast by themselves, and more would keep much memory.
constexpr int64_t kMostRows = 1024;

bool isRows(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::Argument || parameter.kind == Parameter::Kind::Gradient;
}
int64_t rowsIn(const Tensor& tensor) {
  int64_t rows = 1;
  for (int64_t d = 0; d + 1 < tensor.dim(); ++d) rows *= tensor.size(d);
  return rows;
}

}  // namespace

RowSum::RowSum(const Formula& formula, std::vector<IValue> parameters, GradientShape shape)
    : formula_(&formula), shape_(std::move(shape)) {
  bool isFirst = true;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!isRows(formula.parameters[i])) continue;
    const Tensor tensor = parameters[i].isTensor() ? parameters[i].toTensor() : Tensor();
    const int64_t rows = tensor.defined() && tensor.dim() > 0 ? rowsIn(tensor) : -1;
    rows_ = isFirst || rows == rows_ ? rows : -1;
    isFirst = false;
  }
  calls_.push_back(std::move(parameters));
}

bool RowSum::mayWait() const {
  // A gradient of a vector is that of a bias, or of a weight with one output, whose rows are sums.
  const size_t tensors = static_cast<size_t>(std::ranges::count_if(formula_->parameters, isRows));
  return rows_ > 0 && rows_ <= kMostRows && shape_.sizes.size() == tensors;
}

bool RowSum::accepts(const RowSum& other) const {
  if (formula_ != other.formula_ || rows_ + other.rows_ > kMostRows) return false;
  for (size_t i = 0; i < formula_->parameters.size(); ++i) {
    if (!isRows(formula_->parameters[i])) continue;
    const Tensor a = calls_[0][i].toTensor(), b = other.calls_[0][i].toTensor();
    if (a.dtype() != b.dtype() || a.device() != b.device() || a.size(-1) != b.size(-1))
      return false;
  }
  return true;
}

void RowSum::add(RowSum other) {
  calls_.push_back(std::move(other.calls_[0]));
  rows_ += other.rows_;
}

Tensor RowSum::compute(interp::Interpreter& interpreter) const {
  Stack arguments;
  for (size_t i = 0; i < formula_->parameters.size(); ++i) {
    if (calls_.size() == 1 || !isRows(formula_->parameters[i])) {
      arguments.push_back(calls_[0][i]);
      continue;
    }
    std::vector<Tensor> parts;
    for (const std::vector<IValue>& call : calls_) {
      const Tensor tensor = call[i].toTensor();
      const int64_t width = tensor.size(-1);
      parts.push_back(tensor.dim() == 2
                          ? tensor
                          : callTensor("aten::reshape", {tensor, tensor::makeIntList(tensor::Dims{
                                                                     rowsIn(tensor), width})}));
    }
    arguments.push_back(callTensor("aten::cat", {tensor::makeTensorList(parts), 0}));
  }
  return shape_.fit(interpreter.run(functionOf(*formula_), std::move(arguments)).toTensor());
}

}  // namespace ts::autodiff
