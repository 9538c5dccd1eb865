// The places where tensors keep their elements.
#pragma once

#include <cstdint>

namespace ts::tensor {

// Tensors on Meta have no elements; the kernels of the CPU compute their shapes. Other devices
// register kernels of their own (core/kernels/registry.h).
enum class Device : uint8_t { Cpu, Meta, Cuda };

// The text of torch.device.
inline const char* nameOf(Device device) {
  return device == Device::Cpu ? "cpu" : device == Device::Meta ? "meta" : "cuda";
}

// True if the functions of core/kernels compute tensors of this device.
inline bool isOfCpuKernels(Device device) {
  return device == Device::Cpu || device == Device::Meta;
}

}  // namespace ts::tensor
