// The table of kernels: maps schemas to C++ functions.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/base/per_profile.h"
#include "core/ops/schema.h"
#include "core/tensor/ivalue.h"

namespace ts::kernels {

// The caller pushes all arguments in the order of the schema, defaults included. The kernel pops
// them and pushes the results of the schema (none for "-> ()").
using Stack = std::vector<tensor::IValue>;
using KernelFunction = void (*)(Stack& stack);

struct Kernel {
  std::string_view name;  // with the overload: "aten::add.Tensor", "aten::relu"
  KernelFunction run;
  TorchProfileRange profiles = {};  // those whose operator of this name the function computes
};

// Returns null for a schema without a kernel. Thread-safe. The result stays valid, so callers
// should cache it. Meta has the kernels of the CPU.
KernelFunction find(std::string_view nameWithOverload, tensor::Device device = tensor::Device::Cpu);
KernelFunction find(const ops::FunctionSchema& schema, tensor::Device device = tensor::Device::Cpu);
// Adds kernels of a device beyond the CPU, before programs run. An operator of views may have the
// kernel of the CPU, which reads no element.
void registerKernels(tensor::Device device, std::span<const Kernel> kernels);
// True after registerKernels().
bool hasDeviceKernels();
// Returns all entries of the thread's version of PyTorch, for tests and reports.
std::vector<Kernel> allKernels();

// A kernel that code calls by its name, for static variables: looked up once in each profile.
class NamedKernel {
 public:
  explicit NamedKernel(std::string_view name) : name_(name) {}
  KernelFunction get() {
    return kernel_.get([&] { return find(name_); });
  }
  void operator()(Stack& stack) { get()(stack); }

 private:
  const std::string_view name_;
  PerProfile<KernelFunction> kernel_;
};

}  // namespace ts::kernels
