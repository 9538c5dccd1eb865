// The memory of tensors.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "core/tensor/counted.h"

namespace ts::tensor {

class StorageImpl final : public Counted {
 public:
  StorageImpl(std::byte* data, size_t bytes, std::shared_ptr<const void> owner)
      : data_(data), bytes_(bytes), owner_(std::move(owner)) {}
  ~StorageImpl() override;
  // Returns null for a meta storage, which has a size but no memory.
  std::byte* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  // Changes the size and keeps the common prefix. A mapped storage becomes an owned copy.
  void resize(size_t bytes);

 private:
  std::byte* data_;
  size_t bytes_;
  std::shared_ptr<const void> owner_;  // null: data_ was allocated by allocate() and is owned
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

}  // namespace ts::tensor
