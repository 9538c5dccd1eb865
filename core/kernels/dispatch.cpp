#include "core/kernels/dispatch.h"

#include <unordered_map>
#include <utility>

#include "core/base/thread_state.h"
#include "core/ops/program_schemas.h"
#include "core/tensor/error.h"
#include "core/tensor/gap.h"
#include "core/tensor/value_walk.h"

namespace ts::kernels {
namespace {

KernelFunction kernelOf(const ops::FunctionSchema& schema) {
  // A cache of each thread, so that a call needs no lock. A schema belongs to one profile.
  thread_local std::unordered_map<const ops::FunctionSchema*, KernelFunction> kernels;
  auto [at, isNew] = kernels.try_emplace(&schema, nullptr);
  // A program may implement its operator after the first call.
  if (isNew || (at->second == nullptr && ops::isOfProgram(schema))) at->second = find(schema);
  return at->second;
}

}  // namespace

KernelFunction kernelFor(const ops::FunctionSchema& schema, KernelFunction cpu,
                         std::span<const tensor::IValue> arguments) {
  tensor::Device device = tensor::Device::Cpu;
  for (tensor::ValueWalk walk(arguments); const tensor::IValue* value = walk.next();) {
    if (!value->isTensor()) {
      if (!value->isList()) walk.skip();
      continue;
    }
    const tensor::Device own = value->toTensor().device();
    if (tensor::isOfCpuKernels(own)) continue;
    if (device != tensor::Device::Cpu && device != own)
      tensor::fail("{} gets tensors on {} and on {}", schema.nameWithOverload(), nameOf(device),
                   nameOf(own));
    device = own;
  }
  if (device == tensor::Device::Cpu) return cpu;
  if (const KernelFunction kernel = find(schema, device)) return kernel;
  tensor::failAsGap("{} has no kernel for tensors on {}", schema.nameWithOverload(),
                    nameOf(device));
}

DispatchObserver* setDispatchObserver(DispatchObserver* observer) {
  return std::exchange(threadState.dispatchObserver, observer);
}
DispatchObserver* dispatchObserver() { return threadState.dispatchObserver; }

void dispatch(const ops::FunctionSchema& schema, Stack& stack) {
  KernelFunction run = kernelOf(schema);
  const size_t base = stack.size() - schema.arguments.size();
  if (hasDeviceKernels()) run = kernelFor(schema, run, std::span(stack).subspan(base));
  if (!run) tensor::failAsGap("{} isn't available in JitScope yet", schema.nameWithOverload());
  DispatchObserver* const observer = threadState.dispatchObserver;
  if (!observer) return run(stack);
  observer->entered(schema, std::span(stack).subspan(base));
  run(stack);
  if (DispatchObserver* last = threadState.dispatchObserver)
    last->left(schema, std::span(stack).subspan(base));
}

}  // namespace ts::kernels
