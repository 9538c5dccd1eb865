#include "core/tensor/storage.h"

#include <cstdlib>
#include <cstring>

#include "core/tensor/error.h"

namespace ts::tensor {
namespace {

constexpr size_t kAlignment = 64;

std::byte* allocateBytes(size_t bytes) {
  if (bytes > kMaxTensorBytes)
    fail(ErrorKind::OutOfMemory,
         "a tensor of {} bytes is more than the limit of {} (kMaxTensorBytes)", bytes,
         kMaxTensorBytes);
  // Small blocks come from malloc's free lists; their 16-byte alignment is enough.
  void* memory = bytes < 1024 ? std::malloc(bytes ? bytes : 1)
                              : std::aligned_alloc(
                                    kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (!memory) fail(ErrorKind::OutOfMemory, "no memory for a tensor of {} bytes", bytes);
  return static_cast<std::byte*>(memory);
}

}  // namespace

StorageImpl::~StorageImpl() {
  if (!owner_) std::free(data_);
}

void StorageImpl::resize(size_t bytes) {
  if (!data_) {
    bytes_ = bytes;
    return;
  }
  std::byte* larger = allocateBytes(bytes);
  std::memcpy(larger, data_, bytes < bytes_ ? bytes : bytes_);
  if (owner_)
    owner_.reset();
  else
    std::free(data_);
  data_ = larger;
  bytes_ = bytes;
}

Storage allocate(size_t bytes) {
  return makeCounted<StorageImpl>(allocateBytes(bytes), bytes, nullptr);
}
Storage metaStorage(size_t bytes) { return makeCounted<StorageImpl>(nullptr, bytes, nullptr); }
Storage borrowed(std::byte* data, size_t bytes, std::shared_ptr<const void> owner) {
  return makeCounted<StorageImpl>(data, bytes, std::move(owner));
}

}  // namespace ts::tensor
