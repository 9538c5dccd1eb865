// What fills the native modules; the table of their names is in modules.cpp.
#pragma once

#include "core/eval/init.h"

namespace ts::eval {

void fillCmath(Vm& vm, Module& module);
void fillHost(Vm& vm, Module& module);
void fillMath(Vm& vm, Module& module);
void fillRe(Vm& vm, Module& module);
void fillSys(Vm& vm, Module& module);
void fillTyping(Vm& vm, Module& module);
void fillTypingExtensions(Vm& vm, Module& module);

}  // namespace ts::eval
