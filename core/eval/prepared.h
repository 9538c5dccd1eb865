// A Vm that has run already what most programs need (core/image).
#pragma once

#include <memory>

#include "core/eval/vm.h"

namespace ts::eval {

// The one that is kept, for whoever is the first to ask; else a new one.
std::unique_ptr<Vm> newVm(ModuleLoader& loader, const NativeLibrary& library);
// To end it. The one that was kept is left as it is, for the process to end: it would take longer
// to take apart than most programs run.
void endVm(std::unique_ptr<Vm> vm);
// No code of it may be running, and no other Vm have objects in this thread. Modules that aren't
// the library's are forgotten.
void keepPrepared(std::unique_ptr<Vm> vm);

}  // namespace ts::eval
