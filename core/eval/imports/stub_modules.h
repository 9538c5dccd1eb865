// Stub modules: modules of the standard library, and other common modules, that JitScope doesn't
// have. Libraries import many of them without using them, so importing a stub and its names
// succeeds. The names are classes (prelude/lib/_stub_names.py): a program may derive from them, and
// calling them raises ModuleNotFoundError.
#pragma once

#include <optional>

#include "core/eval/values/objects.h"
#include "core/prelude/prelude.h"

namespace ts::eval {

// True for "glob", "xml.etree": a stub unless the program has a module of that name.
bool isStandardModule(std::string_view name);
// True for a module that is a stub even if it is installed.
bool isAlwaysStub(std::string_view name);
// The prelude's module for checks. Of some packages the prelude has a part for programs that run;
// checks see the installed package.
std::optional<prelude::Source> preludeForChecks(std::string_view name);
// The prelude's module for programs that run. Of some packages the prelude has a part that is
// enough for checks; a program that runs uses the installed package.
std::optional<prelude::Source> preludeForRuns(std::string_view name);
// True for a module of the prelude that serves only where no installed package has it. Other
// modules of such a package come from the prelude first: torchvision.datasets is the prelude's,
// torchvision.models belongs to the installed package.
bool isBehindInstalled(std::string_view name);
// Makes the module a stub: every attribute except its submodules is a stub class.
void makeStub(Module& module);
bool isStub(const Module& module);

}  // namespace ts::eval
