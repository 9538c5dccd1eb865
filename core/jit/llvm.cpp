#include "core/jit/llvm.h"

#include <fmt/format.h>
#ifdef __x86_64__
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

#include <memory>

#include "core/base/vector_bytes.h"
#include "core/jit/llvm_library.h"

namespace ts::jit {
namespace {

using Context = LlvmFunctions::Context;
using Buffer = LlvmFunctions::Buffer;
using Module = LlvmFunctions::Module;
using Target = LlvmFunctions::Target;
using TargetMachine = LlvmFunctions::TargetMachine;
using TargetData = LlvmFunctions::TargetData;
using PassOptions = LlvmFunctions::PassOptions;
using Error = LlvmFunctions::Error;

// Values of its enumerations.
constexpr int kDefaultLevel = 2, kPositionIndependent = 2, kSmallCode = 3;
constexpr int kAssemblyFile = 0, kObjectFile = 1;

struct Library : LlvmFunctions {
  CodeTarget host;

  Library() : LlvmFunctions(openLibrary(libraryPlaces())) {
    host.triple = taken(LLVMGetDefaultTargetTriple());
    host.cpu = taken(LLVMGetHostCPUName());
    host.features = taken(LLVMGetHostCPUFeatures());
#ifdef __x86_64__
    if (vectorBytes() < 64) host.features += ",-avx512f";
    if (vectorBytes() < 32) host.features += ",-avx2";
#endif
  }
};

const Library& library() {
  static const Library opened;
  return opened;
}

template <typename T>
using Handle = std::unique_ptr<T, void (*)(T*)>;

std::string contentsOf(const Library& llvm, Buffer* buffer) {
  const Handle<Buffer> held(buffer, llvm.LLVMDisposeMemoryBuffer);
  return {llvm.LLVMGetBufferStart(buffer), llvm.LLVMGetBufferSize(buffer)};
}

}  // namespace

void openLlvm() { library(); }

std::string_view llvmVersion() { return JITSCOPE_LLVM_VERSION; }

const std::string& processor() {
  static const std::string description = [] {
    std::string text;
#ifdef __x86_64__
    // Leaf 1 has the core's number in ebx.
    constexpr unsigned kLeaves[] = {1, 7, 0x80000001, 0x80000002, 0x80000003, 0x80000004};
    for (const unsigned leaf : kLeaves) {
      unsigned a = 0, b = 0, c = 0, d = 0;
      if (__get_cpuid_count(leaf, 0, &a, &b, &c, &d))
        text += fmt::format("{:x} {:x} {:x} {:x} ", a, leaf == 1 ? 0 : b, c, d);
    }
#else
    text = fmt::format("{:x} {:x} ", getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
#endif
    return text + fmt::format("vectors of {} bytes", vectorBytes());
  }();
  return description;
}

namespace {

std::string compileFor(const Library& llvm, const CodeTarget& wanted, std::string_view text,
                       Output output, const char* passes) {
  const Handle<Context> context(llvm.LLVMContextCreate(), llvm.LLVMContextDispose);
  const std::string terminated(text);
  char* message = nullptr;
  Module* parsed = nullptr;
  Buffer* buffer = llvm.LLVMCreateMemoryBufferWithMemoryRange(terminated.c_str(), terminated.size(),
                                                              "module", 1);
  if (llvm.LLVMParseIRInContext(context.get(), buffer, &parsed, &message))  // owns the buffer
    throw LlvmError("LLVM refuses a module: " + llvm.taken(message));
  const Handle<Module> module(parsed, llvm.LLVMDisposeModule);

  Target* target = nullptr;
  if (llvm.LLVMGetTargetFromTriple(wanted.triple.c_str(), &target, &message))
    throw LlvmError("LLVM has no code generator for this processor: " + llvm.taken(message));
  const Handle<TargetMachine> machine(
      llvm.LLVMCreateTargetMachine(target, wanted.triple.c_str(), wanted.cpu.c_str(),
                                   wanted.features.c_str(), kDefaultLevel, kPositionIndependent,
                                   kSmallCode),
      llvm.LLVMDisposeTargetMachine);
  const Handle<TargetData> layout(llvm.LLVMCreateTargetDataLayout(machine.get()),
                                  llvm.LLVMDisposeTargetData);
  llvm.LLVMSetModuleDataLayout(module.get(), layout.get());
  llvm.LLVMSetTarget(module.get(), wanted.triple.c_str());
  const Handle<PassOptions> options(llvm.LLVMCreatePassBuilderOptions(),
                                    llvm.LLVMDisposePassBuilderOptions);
  if (Error* error = llvm.LLVMRunPasses(module.get(), passes, machine.get(), options.get())) {
    char* said = llvm.LLVMGetErrorMessage(error);
    std::string reason = said;
    llvm.LLVMDisposeErrorMessage(said);
    throw LlvmError("LLVM can't optimise a module: " + reason);
  }
  if (output == Output::Ir) return llvm.taken(llvm.LLVMPrintModuleToString(module.get()));
  const int type = output == Output::Object ? kObjectFile : kAssemblyFile;
  Buffer* code = nullptr;
  if (llvm.LLVMTargetMachineEmitToMemoryBuffer(machine.get(), module.get(), type, &message, &code))
    throw LlvmError("LLVM can't generate code for a module: " + llvm.taken(message));
  return contentsOf(llvm, code);
}

}  // namespace

std::string compileModule(std::string_view text, Output output, const char* passes) {
  return compileFor(library(), library().host, text, output, passes);
}

std::string compileModule(std::string_view text, Output output, const char* passes,
                          const CodeTarget& target) {
  return compileFor(library(), target, text, output, passes);
}

}  // namespace ts::jit
