// The bytes behind tensors.
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
  // Null: a meta storage, which has a size and no bytes.
  std::byte* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  // Makes it larger or smaller; what fits is kept. A mapped one becomes an own one.
  void resize(size_t bytes);

 private:
  std::byte* data_;
  size_t bytes_;
  std::shared_ptr<const void> owner_;  // null: data_ is its own, from allocate()
};
using Storage = Ptr<StorageImpl>;

// The most bytes that one tensor may have; a greater request is an error, no attempt.
inline constexpr size_t kMaxTensorBytes = size_t{64} << 30;

// Not initialised, aligned to 64 bytes. Throws tensor::Error (OutOfMemory) when there is no memory.
Storage allocate(size_t bytes);
Storage metaStorage(size_t bytes);
// Bytes that live as long as `owner`: a part of a mapped file. Writing goes to private copies of
// its pages.
Storage borrowed(std::byte* data, size_t bytes, std::shared_ptr<const void> owner);

}  // namespace ts::tensor
