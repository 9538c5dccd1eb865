#include "core/kernels/registry.h"

#include <string>
#include <unordered_map>

#include "core/kernels/families.h"

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

const std::unordered_map<std::string_view, KernelFunction>& table() {
  static const auto* made = [] {
    auto* table = new std::unordered_map<std::string_view, KernelFunction>;
    for (const Kernel& kernel : allKernels()) table->emplace(kernel.name, kernel.run);
    return table;
  }();
  return *made;
}

}  // namespace

KernelFunction find(std::string_view nameWithOverload) {
  auto found = table().find(nameWithOverload);
  return found == table().end() ? nullptr : found->second;
}

KernelFunction find(const ops::FunctionSchema& schema) {
  return find(schema.overload.empty() ? schema.name : schema.name + "." + schema.overload);
}

std::vector<Kernel> allKernels() {
  std::vector<Kernel> all;
  for (auto family : kFamilies)
    for (const Kernel& kernel : family())
      if (kernel.profiles.contains(torchProfile())) all.push_back(kernel);
  return all;
}

}  // namespace ts::kernels
