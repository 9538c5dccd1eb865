// What native classes give Python of their TypeOps: list.__len__, int.__add__, dict.__setitem__.
#pragma once

#include <vector>

#include "core/eval/special_call.h"

namespace ts::eval {

void addSlots(Vm& vm, Class& cls);

// classes.cpp: C3; raises TypeError when the bases' orders contradict each other.
std::vector<Class*> computeMro(Vm& vm, Class& cls);

}  // namespace ts::eval
