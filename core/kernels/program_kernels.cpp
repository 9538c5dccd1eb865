#include "core/kernels/program_kernels.h"

#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <utility>

namespace ts::kernels {
namespace {

// A KernelFunction is a pointer to a function without data, so each kernel needs a function that
// knows its slot.
constexpr size_t kMostProgramKernels = 1024;

struct ProgramKernels {
  std::mutex mutex;
  std::map<std::string, size_t, std::less<>> slots;
  std::array<ProgramKernel, kMostProgramKernels> kernels;
  std::atomic<bool> isAny = false;
};
ProgramKernels& programKernels() {
  static auto& kernels = *new ProgramKernels;
  return kernels;
}

template <size_t kSlot>
void runSlot(Stack& stack) {
  programKernels().kernels[kSlot](stack);
}
template <size_t... kSlots>
constexpr std::array<KernelFunction, sizeof...(kSlots)> functionsOf(
    std::index_sequence<kSlots...>) {
  return {runSlot<kSlots>...};
}
constexpr auto kSlotFunctions = functionsOf(std::make_index_sequence<kMostProgramKernels>());

}  // namespace

std::string implement(const std::string& nameWithOverload, ProgramKernel kernel) {
  ProgramKernels& all = programKernels();
  if (find(nameWithOverload) != nullptr)
    return "the operator " + nameWithOverload + " has a kernel already";
  const std::lock_guard lock(all.mutex);
  if (all.slots.size() == kMostProgramKernels)
    return "a process can have " + std::to_string(kMostProgramKernels) + " kernels of its own";
  const size_t slot = all.slots.size();
  all.kernels[slot] = std::move(kernel);
  all.slots.emplace(nameWithOverload, slot);
  all.isAny = true;
  return {};
}

KernelFunction findOfProgram(std::string_view nameWithOverload) {
  ProgramKernels& all = programKernels();
  if (!all.isAny.load(std::memory_order_acquire)) return nullptr;
  const std::lock_guard lock(all.mutex);
  const auto found = all.slots.find(nameWithOverload);
  return found == all.slots.end() ? nullptr : kSlotFunctions[found->second];
}

}  // namespace ts::kernels
