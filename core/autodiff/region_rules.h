// The operators that a region may contain: those whose derivatives a graph can express.
#pragma once

#include "core/ops/schema.h"

namespace ts::autodiff {

// True for an operator without side effects whose results are tensors with shapes that do not
// depend on elements, and whose derivatives are so, too. Thread-safe.
bool mayJoinRegion(const ops::FunctionSchema& schema);
// True for an operator such as bernoulli_. A recorded run may fill its own new tensors.
bool fillsWithRandomNumbers(const ops::FunctionSchema& schema);
// True for another operator that writes to a tensor, or whose result depends on elements in other
// ways than through the elements of a tensor.
bool endsRecording(const ops::FunctionSchema& schema);

}  // namespace ts::autodiff
