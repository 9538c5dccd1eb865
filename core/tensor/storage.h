// The memory of tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/tensor/counted.h"
#include "core/tensor/device.h"

namespace ts::tensor {

class StorageImpl final : public Counted {
 public:
  StorageImpl(std::byte* data, size_t bytes, std::shared_ptr<const void> owner,
              Device device = Device::Cpu)
      : data_(data), bytes_(bytes), owner_(std::move(owner)), device_(device) {}
  ~StorageImpl() override;
  // Returns null for a storage that is not on the CPU.
  std::byte* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  Device device() const { return device_; }
  // The number of in-place writes to the memory so far, by whichever tensor: code that keeps values
  // computed from the memory compares it.
  uint64_t writes() const { return writes_; }
  void countWrite() { ++writes_; }
  // The version of the tensors on the memory that have no counter of their own; see
  // Tensor::version().
  uint32_t& version() { return version_; }
  // The object that borrowed() and deviceStorage() keep alive; null for memory of allocate().
  const std::shared_ptr<const void>& owner() const { return owner_; }
  // Changes the size and keeps the common prefix. A mapped storage becomes an owned copy. Throws
  // tensor::Error for the memory of a device beyond the CPU.
  void resize(size_t bytes);

 private:
  std::byte* data_;
  size_t bytes_;
  std::shared_ptr<const void> owner_;  // null: data_ was allocated by allocate() and is owned
  const Device device_;
  uint64_t writes_ = 0;
  uint32_t version_ = 0;
};
using Storage = Ptr<StorageImpl>;

// Maximum size of one tensor; a larger request fails without an attempt to allocate.
inline constexpr size_t kMaxTensorBytes = size_t{64} << 30;

// Returns uninitialised memory; blocks of 1 KiB and more are aligned to 64 bytes. Throws
// tensor::Error (OutOfMemory) when the allocation fails.
Storage allocate(size_t bytes);
Storage metaStorage(size_t bytes);
// Wraps memory that lives as long as `owner`, such as part of a mapped file. Writes go to private
// copies of its pages.
Storage borrowed(std::byte* data, size_t bytes, std::shared_ptr<const void> owner);
// Memory of a device beyond the CPU. Only the kernels of the device know the type of `memory`.
Storage deviceStorage(Device device, size_t bytes, std::shared_ptr<const void> memory);

}  // namespace ts::tensor
