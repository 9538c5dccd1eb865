#include "core/jit/llvm_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>

#include "core/jit/llvm.h"

namespace ts::jit {
namespace {

constexpr const char* kFileName = "libjitscope_llvm.so";

void* openAt(const std::vector<std::string>& places) {
  std::string problem;
  std::vector<std::string_view> paths;
  for (const std::string& place : places) {
    if (place.find('/') != std::string::npos) paths.push_back(place);
    if (void* handle = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    // A file that exists has the problem that matters.
    if (const char* said = dlerror(); problem.empty() && ::access(place.c_str(), F_OK) == 0)
      problem = said;
  }
  if (!problem.empty())
    throw LlvmMissing(
        fmt::format("code can't be compiled: LLVM can't be opened: {}; install JitScope again, "
                    "or build it again",
                    problem));
  throw LlvmMissing(
      fmt::format("code can't be compiled: {} is missing, which contains LLVM; it belongs to "
                  "JitScope's package, so install that again, or place the file at one of: {}",
                  kFileName, fmt::join(paths, ", ")));
}

void* symbolOf(void* handle, const char* name) {
  void* symbol = dlsym(handle, name);
  if (symbol == nullptr)
    throw LlvmMissing(
        fmt::format("code can't be compiled: {} has no function {}; it is of another version of "
                    "JitScope, so install both together",
                    kFileName, name));
  return symbol;
}

void checkVersion(const LlvmFunctions& llvm) {
  unsigned major = 0, minor = 0, patch = 0;
  llvm.LLVMGetVersion(&major, &minor, &patch);
  const std::string version = fmt::format("{}.{}.{}", major, minor, patch);
  if (version != llvmVersion())
    throw LlvmMissing(
        fmt::format("code can't be compiled: {} contains LLVM {} in place of {}; it is of another "
                    "version of JitScope, so install both together",
                    kFileName, version, llvmVersion()));
}

}  // namespace

std::string LlvmFunctions::taken(char* text) const {
  std::string copy = text != nullptr ? text : "";
  if (text != nullptr) LLVMDisposeMessage(text);
  return copy;
}

LlvmFunctions openLibrary(const std::vector<std::string>& places) {
  void* handle = openAt(places);
  LlvmFunctions llvm;
#define LLVM_FUNCTION(name, ...) \
  llvm.name = reinterpret_cast<decltype(llvm.name)>(symbolOf(handle, #name));
#include "core/jit/llvm_functions.def"
  checkVersion(llvm);
#define LLVM_TARGET(info, target, machine, printer)             \
  for (const char* part : {#info, #target, #machine, #printer}) \
    reinterpret_cast<void (*)()>(symbolOf(handle, part))();
#include "core/jit/llvm_functions.def"
  return llvm;
}

std::vector<std::string> libraryPlaces() {
  std::vector<std::string> places;
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error)
    for (const char* folder : {"../lib/jitscope", "lib"})
      places.push_back((program.parent_path() / folder / kFileName).lexically_normal());
  places.emplace_back(kFileName);
  return places;
}

}  // namespace ts::jit
