#include "core/kernels/registry.h"

#include <array>
#include <atomic>
#include <string>
#include <unordered_map>

#include "core/base/per_profile.h"
#include "core/kernels/families.h"
#include "core/kernels/program_kernels.h"

namespace ts::kernels {

#define FAMILY(name) std::span<const Kernel> name();
#include "core/kernels/families.def"
#undef FAMILY

namespace {

constexpr std::span<const Kernel> (*kFamilies[])() = {
#define FAMILY(name) name,
#include "core/kernels/families.def"
#undef FAMILY
};

using Table = std::unordered_map<std::string_view, KernelFunction>;

const Table& tableOfCpu() {
  static auto* tables = new PerProfile<Table>;
  return tables->get([] {
    Table table;
    for (const Kernel& kernel : allKernels()) table.emplace(kernel.name, kernel.run);
    return table;
  });
}

// The kernels of a device beyond the CPU.
Table& tableOf(tensor::Device device) {
  static auto* tables = new std::array<Table, 256>;
  return (*tables)[static_cast<size_t>(device)];
}
std::atomic<bool> hasOthers = false;

}  // namespace

KernelFunction find(std::string_view nameWithOverload, tensor::Device device) {
  const Table& table = tensor::isOfCpuKernels(device) ? tableOfCpu() : tableOf(device);
  const auto kernel = table.find(nameWithOverload);
  return kernel == table.end() ? findOfProgram(nameWithOverload) : kernel->second;
}

KernelFunction find(const ops::FunctionSchema& schema, tensor::Device device) {
  return find(schema.nameWithOverload(), device);
}

void registerKernels(tensor::Device device, std::span<const Kernel> kernels) {
  for (const Kernel& kernel : kernels) tableOf(device).insert_or_assign(kernel.name, kernel.run);
  hasOthers = true;
}

bool hasDeviceKernels() { return hasOthers.load(std::memory_order_relaxed); }

std::vector<Kernel> allKernels() {
  std::vector<Kernel> all;
  for (auto family : kFamilies)
    for (const Kernel& kernel : family())
      if (kernel.profiles.contains(torchProfile())) all.push_back(kernel);
  return all;
}

}  // namespace ts::kernels
