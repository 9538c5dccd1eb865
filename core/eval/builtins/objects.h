// The functions that initObjects calls, and helpers that its files share.
#pragma once

#include "core/eval/vm/special_call.h"

namespace ts::eval {

void initType(Vm& vm);
void initFunctionClasses(Vm& vm);  // functions, methods, code, cells
void initDescriptors(Vm& vm);      // property, staticmethod, classmethod, super

// The sorted names of dir(object).
std::vector<std::string> namesOf(Vm& vm, const Value& object);
// An argument as an interned name. Raises TypeError when it isn't a str.
Str* nameArgument(Vm& vm, const Value& value, const char* what);
// TypeOps::call of objects whose kind Vm::call handles itself.
Value callItself(Vm& vm, const Value& self, const CallArgs& args);
// TypeOps::iter and TypeOps::next of iterators.
inline Value iterateItself(Vm&, const Value& self) { return self; }
inline Value nextOfIterator(Vm& vm, const Value& self) { return self.as<Iterator>()->next(vm); }
// TypeOps::repr of Named.
inline std::string reprNamed(Vm&, const Value& self) { return self.as<Named>()->qualifiedName; }

}  // namespace ts::eval
