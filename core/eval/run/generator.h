// Generators and coroutines.
#pragma once

#include "core/eval/vm/vm.h"

namespace ts::eval {

// Makes their classes.
void initGenerators(Vm& vm);

}  // namespace ts::eval
