// The files behind initObjects.
#pragma once

#include "core/eval/special_call.h"

namespace ts::eval {

void initType(Vm& vm);
void initFunctionClasses(Vm& vm);  // functions, methods, code, cells
void initDescriptors(Vm& vm);      // property, staticmethod, classmethod, super

// What dir(object) lists, sorted.
std::vector<std::string> namesOf(Vm& vm, const Value& object);
// The interned name that an argument gives; raises TypeError for what isn't text.
Str* nameArgument(Vm& vm, const Value& value, const char* what);
// TypeOps::call for what Vm::call knows by its kind.
Value callItself(Vm& vm, const Value& self, const CallArgs& args);

}  // namespace ts::eval
