// The eager domain: evaluation with tensors that have data.
#pragma once

#include "core/eval/vm.h"

namespace ts::eager {

// Attaches the eager domain to a new Vm. To be called before the Vm runs code.
void attach(eval::Vm& vm);

}  // namespace ts::eager
