// LLVM, opened when code is compiled for the first time. Programs start without it, and work
// without it as long as nothing is compiled.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace ts::jit {

// LLVM is missing, or it refuses the text that it is given.
class LlvmError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The library cannot be opened.
class LlvmMissing final : public LlvmError {
 public:
  using LlvmError::LlvmError;
};

// LLVM's version, such as 19.1.7. Does not open the library.
std::string_view llvmVersion();

enum class Output { Object, Assembly, Ir };

// Pipelines of LLVM's passes: for programs, and for vector code, which has little left to optimise.
inline constexpr const char* kAllPasses = "default<O2>";
inline constexpr const char* kVectorPasses =
    "function(sroa,early-cse,loop-mssa(licm),instcombine<no-verify-fixpoint>)";

// A kind of processor, as LLVM names it.
struct CodeTarget {
  std::string triple, cpu, features;
};

// Optimises a module in LLVM's text form for this processor. Returns a relocatable ELF file, or the
// text that was asked for. Throws LlvmError. Thread-safe.
std::string compileModule(std::string_view text, Output output = Output::Object,
                          const char* passes = kAllPasses);
// The same for another processor: an x86-64, an AArch64, or a GPU of NVIDIA (its triple is
// nvptx64-nvidia-cuda), whose code is the assembly.
std::string compileModule(std::string_view text, Output output, const char* passes,
                          const CodeTarget& target);

// Opens the library. Throws LlvmMissing.
void openLlvm();

// The processor that code is compiled for, with the size of vectors: a text that differs where code
// may differ. Does not open LLVM.
const std::string& processor();

}  // namespace ts::jit
