// Modules of Python's standard library, and what comes with most installations, that aren't here. A
// program's libraries import many of them for what it never calls, so importing one succeeds and
// using it fails.
#pragma once

#include "core/eval/objects.h"

namespace ts::eval {

// "glob", "xml.etree": absent unless the program has a module of that name.
bool isStandardModule(std::string_view name);
// Absent even if it is installed.
bool neverRuns(std::string_view name);
// Raises ModuleNotFoundError for whatever is asked of the module but its submodules.
void fillAbsent(Module& module);
bool isAbsent(const Module& module);

}  // namespace ts::eval
