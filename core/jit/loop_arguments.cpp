#include "core/jit/loop_arguments.h"

#include <algorithm>

#include "core/kernels/memory_order.h"

namespace ts::jit {

tensor::Dims LoopArguments::shapeOf(const CallResult& result) const {
  if (!result.isRow) return shape;
  tensor::Dims kept;
  for (size_t d = 0; d < shape.size(); ++d)
    if (!space->reduced.contains(d))
      kept.push_back(shape[d]);
    else if (result.keepsDims)
      kept.push_back(1);
  return kept;
}

tensor::Dims LoopArguments::stridesOf(size_t result) const {
  const CallResult& own = space->results[result];
  if (!own.isRow && !isTotal(result) && !space->order.empty())
    return kernels::stridesInOrder(shape, space->order);
  tensor::Dims strides(shape.size(), 0);
  int64_t step = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    if (isTotal(result) || (own.isRow && space->reduced.contains(d))) continue;
    strides[d] = step;
    step *= shape[d];
  }
  return strides;
}

tensor::Tensor LoopArguments::emptyResult(size_t result) const {
  const CallResult& own = space->results[result];
  if (own.isRow || space->order.empty()) return tensor::empty(shapeOf(own), own.dtype);
  return tensor::emptyStrided(shape, stridesOf(result), own.dtype);
}

bool LoopPattern::operator==(const LoopPattern& other) const {
  return unit == other.unit && form == other.form && hasLines == other.hasLines &&
         std::equal(inputs.begin(), inputs.begin() + count, other.inputs.begin(),
                    other.inputs.begin() + other.count);
}

void LoopPattern::applyTo(FusedLoop& loop) const {
  loop.form = form;
  loop.hasLines = hasLines;
  for (size_t i = 0; i < loop.inputs.size(); ++i) {
    loop.inputs[i].step = inputs[i].step;
    loop.inputs[i].isRow = inputs[i].isRow;
  }
}

}  // namespace ts::jit
