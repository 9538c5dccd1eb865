// The builtin classes and functions. Native modules are filled when they are imported: see
// native_library.h.
#pragma once

#include "core/eval/vm/vm.h"

namespace ts::eval {

// Makes the builtin classes (Vm::types) and adds their names to the builtins of a new Vm.
void makeBuiltins(Vm& vm);

// The parts of makeBuiltins(), in this order.
void initObjects(Vm& vm);  // object.cpp: object, type, None, Ellipsis; function, method, property,
                           // super, module
void initNumbers(Vm& vm);  // numbers.cpp: int, bool, float, complex
void initText(Vm& vm);     // str.cpp, bytes.cpp: str, bytes, bytearray
void initContainers(Vm& vm);  // containers.cpp: list, tuple, dict, set, frozenset, range, slice,
                              // views, generic aliases
void initExceptions(Vm& vm);  // exceptions.cpp: the exception classes
void initFunctions(Vm& vm);   // functions.cpp: print, len, isinstance, sorted, zip, ...

}  // namespace ts::eval
