// torch.Generator.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

void defineGenerator(Vm& vm, eval::TorchState& state);
// Returns false if the value is not a generator.
bool toGenerator(const Value& value, IValue& result);

}  // namespace ts::eager
