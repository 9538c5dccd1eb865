#include "core/interp/result_marker.h"

#include <algorithm>

#include "core/tensor/value_walk.h"

namespace ts::interp {

bool requiresGradient(const IValue& value) {
  if (value.isTensor()) return value.toTensor().requiresGrad();
  if (!value.isList()) return false;
  for (tensor::ValueWalk walk(value); const IValue* part = walk.next();)
    if (part->isTensor() && part->toTensor().requiresGrad()) return true;
  return false;
}

void GroupMarks::add(const Instruction& at, const ops::FunctionSchema* schema) {
  if (at.op != Op::Kernel && at.op != Op::UnpackList) return;
  bool isMarked = false;
  std::vector<int32_t> written;
  program_.forEachOperand(
      at,
      [&](Operand operand) {
        const auto producer = std::find_if(marks_.rbegin(), marks_.rend(),
                                           [&](const Mark& mark) { return mark.to == operand; });
        if (producer != marks_.rend()) {
          isMarked |= producer->schema != nullptr;
          if (at.op == Op::UnpackList) schema = producer->schema;
        } else {
          const IValue* value =
              operand < 0 ? program_.constants.data() + program_.constants.size() + operand
                          : registers_ + operand;
          isMarked |= requiresGradient(*value);
        }
      },
      [&](int32_t to) { written.push_back(to); });
  const bool isDifferentiable = schema != nullptr && isMarked && marker_.isDifferentiable(*schema);
  for (const int32_t to : written) marks_.push_back({to, isDifferentiable ? schema : nullptr});
}

void GroupMarks::apply() const {
  for (size_t i = 0; i < marks_.size(); ++i) {
    const auto& [to, schema] = marks_[i];
    const auto isOverwritten = [to = to](const Mark& later) { return later.to == to; };
    if (schema == nullptr || std::any_of(marks_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                         marks_.end(), isOverwritten))
      continue;
    if (registers_[to].isTensor()) marker_.mark(*schema, registers_[to]);
  }
}

}  // namespace ts::interp
