#include "core/jit/loop_arguments.h"

#include <algorithm>

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
