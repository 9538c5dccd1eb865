// Python's own library, and numpy, by the names of their modules. The answers do not depend on an
// installed Python.
#pragma once

#include <string_view>

namespace ts::compiler {

// True for a dotted name in a module of the library: "random.random".
bool isOfPythonLibrary(std::string_view name);
// True when a script cannot call the function or class: nearly all of the library's functions are
// written in C, or in Python that does not compile.
bool isUncallableInScripts(std::string_view name);

}  // namespace ts::compiler
