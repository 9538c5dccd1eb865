// Whether programs have changed what the library's modules define. While they haven't, what was
// made of it before can stand for what would be made of it now: layers (torch/repeated_layers.h)
// and graphs (core/compiler/library_graphs.h).
#pragma once

#include <cstdint>

namespace ts::eval {

class Vm;
struct Module;

struct LibraryChanges {
  uint64_t count = 0;
  bool isOpen = false;  // somebody has what they can change it with, and nobody would see it
};

bool isOfLibrary(const Module* module);
// Before a program changes a class, a function or a module, which may be the library's.
void noteLibraryChange(Vm& vm, bool isLibrary);
// Before a program gets the names of a module, or cells or annotations of its functions, as
// objects.
void noteLibraryOpen(Vm& vm, const Module* module);
// Nothing was changed, or can have been, since the Vm was made or prepared (prepared.h).
bool isLibraryUnchanged(Vm& vm);

}  // namespace ts::eval
