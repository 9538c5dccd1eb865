// Special methods that native classes get from their TypeOps: list.__len__, int.__add__,
// dict.__setitem__.
#pragma once

#include <vector>

#include "core/eval/vm/special_call.h"

namespace ts::eval {

void addSlots(Vm& vm, Class& cls);

// Computes the MRO (C3). Raises TypeError when the orders of the bases conflict (classes.cpp).
std::vector<Class*> computeMro(Vm& vm, Class& cls);

}  // namespace ts::eval
