// Settings of the process and of threads, and runtimes.
#include "api/src/objects.h"
#include "core/base/heap.h"
#include "core/base/torch_profile.h"
#include "core/kernels/parallel.h"
#include "core/kernels/random.h"
#include "core/tensor/grad_mode.h"

using namespace ts;
using namespace ts::api;

const char* jitscope_version(void) { return JITSCOPE_VERSION; }
void jitscope_free(void* memory) { ::free(memory); }
void jitscope_set_threads(int count) { kernels::setThreadCount(count); }
int jitscope_threads(void) { return kernels::threadCount(); }
void jitscope_set_memory_limit(size_t bytes) { heap::setLimit(bytes); }
int jitscope_set_grad_enabled(int enabled) {
  return std::exchange(threadState.own.isGradEnabled, enabled != 0) ? 1 : 0;
}
int jitscope_grad_enabled(void) { return threadState.own.isGradEnabled ? 1 : 0; }
void jitscope_manual_seed(uint64_t seed) { kernels::defaultGenerator().manualSeed(seed); }

jitscope_error* jitscope_runtime_create(const char* torch, jitscope_runtime** runtime) {
  return guarded([&] {
    const auto profile = torch == nullptr ? kNewestTorchProfile : profileNamed(torch);
    if (!profile) failAsArgument("torch is '{}' and not one of {}", torch, kTorchProfileNames);
    needed(runtime, "runtime");
    *runtime = new jitscope_runtime(std::make_shared<SharedRuntime>(*profile));
  });
}
void jitscope_runtime_free(jitscope_runtime* runtime) { delete runtime; }
void jitscope_runtime_set_compiled(jitscope_runtime* runtime, int compiled) {
  runtime->runtime().isCompiled = compiled != 0;
}
void jitscope_runtime_set_frame_limit(jitscope_runtime* runtime, uint32_t frames) {
  runtime->runtime().frameLimit = frames;
}
void jitscope_runtime_interrupt(jitscope_runtime* runtime) { runtime->runtime().interrupt(); }
void jitscope_runtime_set_output(jitscope_runtime* runtime, jitscope_output output, void* context) {
  runtime->runtime().output = output;
  runtime->runtime().outputContext = context;
}
