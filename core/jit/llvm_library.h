// libjitscope_llvm.so: the parts of LLVM that make machine code, with the functions that
// llvm_functions.def lists. cmake/Llvm.cmake links the library; each package contains it.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace ts::jit {

// The functions of the library. Declaring the few types here spares the sources LLVM's headers.
struct LlvmFunctions {
  struct Context;
  struct Buffer;
  struct Module;
  struct Target;
  struct TargetMachine;
  struct TargetData;
  struct PassOptions;
  struct Error;
  using Flag = int;

#define LLVM_FUNCTION(name, ...) std::add_pointer_t<__VA_ARGS__> name;
#include "core/jit/llvm_functions.def"

  // The text of a string that LLVM has allocated, which is freed. Empty for a null pointer.
  std::string taken(char* text) const;
};

// Opens the library at the first place where it is, and registers its code generators. It is never
// closed. Throws LlvmMissing.
LlvmFunctions openLibrary(const std::vector<std::string>& places);

// The places of the library: beside the folder of the running program, as in a build and in the
// .deb; below that folder, as in the .vsix; and the places where the dynamic linker looks.
std::vector<std::string> libraryPlaces();

}  // namespace ts::jit
