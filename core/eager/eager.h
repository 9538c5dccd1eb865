// The eager domain: an evaluator whose tensors have data.
#pragma once

#include "core/eval/vm.h"

namespace ts::eager {

// To be called for a new Vm, before it runs anything.
void attach(eval::Vm& vm);

}  // namespace ts::eager
