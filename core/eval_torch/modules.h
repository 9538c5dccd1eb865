// Functions that fill the native modules whose contents need torch. native_library.cpp has the
// table of module names.
#pragma once

#include "core/eval/vm/vm.h"

namespace ts::eval {

// _host: the machine that a program runs on.
void fillHost(Vm& vm, Module& module);
void fillTorch(Vm& vm, Module& module);
// torch._VF, torch._C._nn: every operator under its own name.
void fillOperators(Vm& vm, Module& module);
// torch.linalg, torch.fft: operators under the names of the table of public names.
void fillPublicOperators(Vm& vm, Module& module);
// torch.ops, whose attributes are namespaces of operators.
void fillOps(Vm& vm, Module& module);
void fillTorchC(Vm& vm, Module& module);
void fillJit(Vm& vm, Module& module);
void fillJitInternal(Vm& vm, Module& module);

}  // namespace ts::eval
