// Functions that fill the native modules of the standard library.
// core/eval_torch/native_library.cpp has the table of module names.
#pragma once

#include "core/eval/vm/vm.h"

namespace ts::eval {

void fillCmath(Vm& vm, Module& module);
void fillMath(Vm& vm, Module& module);
void fillRe(Vm& vm, Module& module);
void fillSys(Vm& vm, Module& module);
void fillTyping(Vm& vm, Module& module);
void fillTypingExtensions(Vm& vm, Module& module);

}  // namespace ts::eval
