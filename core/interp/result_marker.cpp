#include "core/interp/result_marker.h"

#include "core/tensor/value_walk.h"

namespace ts::interp {

bool requiresGradient(const tensor::IValue& value) {
  if (value.isTensor()) return value.toTensor().requiresGrad();
  if (!value.isList()) return false;
  for (tensor::ValueWalk walk(value); const tensor::IValue* part = walk.next();)
    if (part->isTensor() && part->toTensor().requiresGrad()) return true;
  return false;
}

}  // namespace ts::interp
