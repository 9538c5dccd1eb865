// The functions that initFunctions calls.
#pragma once

#include <span>

#include "core/eval/builtins/objects.h"

namespace ts::eval {

std::span<const NativeDef>
objectFunctions();  // functions_objects.cpp: isinstance, getattr, dir, vars, ...
std::span<const NativeDef>
numberFunctions();  // functions_numbers.cpp: abs, round, pow, sum, chr, hex, ...
std::span<const NativeDef>
iterableFunctions();  // functions_iterables.cpp: len, iter, next, sorted, min, all, ...
std::span<const NativeDef> codeFunctions();  // functions_code.cpp: print, open, __import__, ...
std::span<const NativeDef> textFunctions();  // functions_text.cpp: eval, exec, compile
void initIteratorClasses(Vm& vm);            // iterators.cpp: map, filter, zip, enumerate, reversed

}  // namespace ts::eval
