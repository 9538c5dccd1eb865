#include "core/eval/library_changes.h"

#include "core/eval/state.h"

namespace ts::eval {

bool isOfLibrary(const Module* module) { return module && module->isLibrary; }

void noteLibraryChange(Vm& vm, bool isLibrary) {
  if (!isLibrary) return;
  Vm::State& state = vm.state();
  ++state.libraryChanges.count;
  // What is done under an unknown condition may be put back, and brought again.
  state.libraryChanges.isOpen |= state.openBranches > 0;
}

void noteLibraryOpen(Vm& vm, const Module* module) {
  vm.state().libraryChanges.isOpen |= isOfLibrary(module);
}

bool isLibraryUnchanged(Vm& vm) {
  const LibraryChanges& changes = vm.state().libraryChanges;
  return changes.count == 0 && !changes.isOpen;
}

}  // namespace ts::eval
