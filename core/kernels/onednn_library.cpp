#include "core/kernels/onednn_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/kernels/parallel.h"

namespace ts::kernels::onednn {
namespace {

// Without RTLD_DEEPBIND: oneDNN's memory would come from another allocator than the program's own.
void* library() {
  static void* const opened =
      dlopen(fmt::format("libdnnl.so.{}", DNNL_VERSION_MAJOR).c_str(), RTLD_NOW | RTLD_LOCAL);
  return opened;
}

}  // namespace

bool isAvailable() { return library() != nullptr; }

void* functionOf(const char* name) {
  void* const function = isAvailable() ? dlsym(library(), name) : nullptr;
  if (function == nullptr) throw dnnl::error(dnnl_unimplemented, name);
  return function;
}

void useThreadCount() {
  // A program exports the functions of OpenMP's runtime in parallel.cpp, and oneDNN takes those.
  // libjitscope exports none, since the program that loads it may use OpenMP itself: oneDNN then
  // has the process's runtime.
  using Set = void (*)(int);
  static const auto set = !isOpenMpRuntime() && isAvailable()
                              ? reinterpret_cast<Set>(dlsym(library(), "omp_set_num_threads"))
                              : nullptr;
  if (set == nullptr) return;
  // OpenMP keeps the number for each thread.
  thread_local int told = 0;
  if (const int count = threadCountHere(); told != count) set(told = count);
}

}  // namespace ts::kernels::onednn
