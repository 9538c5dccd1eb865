// Functions that Vm's constructor calls, in this order. Each makes its classes (Vm::types) and adds
// its names to the builtins. Native modules are filled when they are imported: see
// native_library.h.
#pragma once

#include "core/eval/vm.h"

namespace ts::eval {

void initObjects(Vm& vm);  // builtins/object.cpp: object, type, None, Ellipsis; function, method,
                           // property, super, module
void initNumbers(Vm& vm);  // builtins/numbers.cpp: int, bool, float, complex
void initText(Vm& vm);     // builtins/str.cpp, bytes.cpp: str, bytes, bytearray
void initContainers(Vm& vm);  // builtins/containers.cpp: list, tuple, dict, set, frozenset, range,
                              // slice, views, generic aliases
void initExceptions(Vm& vm);  // builtins/exceptions.cpp: the exception classes
void initGenerators(Vm& vm);  // generator.cpp
void initFunctions(Vm& vm);   // builtins/functions.cpp: print, len, isinstance, sorted, zip, ...

}  // namespace ts::eval
