#include "core/tensor/storage.h"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <new>

#include "core/base/heap.h"
#include "core/tensor/error.h"

namespace ts::tensor {
namespace {

constexpr size_t kAlignment = 64;
// Smaller blocks come from free lists; their 16-byte alignment is enough.
constexpr size_t kSmall = 1024;
// The system takes larger blocks back at once. Without huge pages, page faults of the next block
// would take as long as simple operators.
constexpr size_t kLarge = size_t{16} << 20, kHugePage = size_t{2} << 20;

// The C library returns freed memory to the system only beyond kKept bytes, and keeps blocks of up
// to kLongest bytes, its maximum. Operators free and allocate tensors of the same sizes all the
// time, and the page faults of new memory would be a fifth of the time of a small network.
constexpr int kKept = 256 << 20, kLongest = 32 << 20;
void keepFreedMemory() {
  static const bool isSet = [] {
    mallopt(M_TRIM_THRESHOLD, kKept);
    mallopt(M_MMAP_THRESHOLD, kLongest);
    return true;
  }();
  (void)isSet;
}

// Freed blocks that the C library would not keep, for the next tensors of the same sizes, such as
// those of the next run of a program. The oldest ones go back to the system beyond a limit.
// Destructors call it, so it allocates nothing.
class LargeBlocks {
 public:
  // Null: none has this size.
  std::byte* take(size_t bytes) {
    const std::lock_guard lock(mutex_);
    for (size_t i = count_; i > 0; --i) {
      if (blocks_[i - 1].bytes != bytes) continue;
      std::byte* const data = blocks_[i - 1].data;
      remove(i - 1);
      return data;
    }
    return nullptr;
  }
  void keep(std::byte* data, size_t bytes) {
    const std::lock_guard lock(mutex_);
    blocks_[count_++] = {data, bytes};
    held_ += bytes;
    // They count as memory in use, of which they may be a small part.
    for (const size_t most = std::min(kKeptLarge, heap::limit() / 16); held_ > most;)
      releaseOldest();
  }
  // False: there was none.
  bool releaseAll() {
    const std::lock_guard lock(mutex_);
    if (count_ == 0) return false;
    while (count_ > 0) releaseOldest();
    return true;
  }

 private:
  static constexpr size_t kKeptLarge = size_t{256} << 20;
  struct Block {
    std::byte* data;
    size_t bytes;
  };
  void remove(size_t index) {
    held_ -= blocks_[index].bytes;
    std::move(blocks_.begin() + index + 1, blocks_.begin() + count_, blocks_.begin() + index);
    --count_;
  }
  void releaseOldest() {
    heap::releaseToSystem(blocks_[0].data);
    remove(0);
  }
  std::mutex mutex_;
  std::array<Block, kKeptLarge / kLarge + 1> blocks_ = {};  // the oldest one first
  size_t count_ = 0, held_ = 0;
};
LargeBlocks& largeBlocks() {
  static auto* blocks = new LargeBlocks;  // tensors may be freed at the very end
  return *blocks;
}

std::byte* allocateLarge(size_t bytes) {
  if (std::byte* kept = largeBlocks().take(bytes)) return kept;
  const auto fresh = [&] {
    void* block = heap::allocateFromSystem(bytes, kHugePage);
    madvise(block, bytes, MADV_HUGEPAGE);
    return static_cast<std::byte*>(block);
  };
  try {
    return fresh();
  } catch (const std::bad_alloc&) {
    if (!largeBlocks().releaseAll()) throw;
  }
  return fresh();
}

std::byte* allocateBytes(size_t bytes) {
  if (bytes > kMaxTensorBytes)
    fail(ErrorKind::OutOfMemory,
         "a tensor of {} bytes is more than the limit of {} (kMaxTensorBytes)", bytes,
         kMaxTensorBytes);
  if (bytes >= kSmall) keepFreedMemory();
  try {
    if (bytes >= kLarge) return allocateLarge(bytes);
    return static_cast<std::byte*>(bytes < kSmall ? ::operator new(bytes)
                                                  : heap::allocateFromSystem(bytes, kAlignment));
  } catch (const std::bad_alloc&) {
    fail(ErrorKind::OutOfMemory, "no memory for a tensor of {} bytes: {}", bytes,
         heap::exhausted());
  }
}

void freeBytes(std::byte* data, size_t bytes) {
  if (bytes < kSmall)
    ::operator delete(data);
  else if (bytes >= kLarge)
    largeBlocks().keep(data, bytes);
  else
    heap::releaseToSystem(data);
}

}  // namespace

StorageImpl::~StorageImpl() {
  if (!owner_ && data_) freeBytes(data_, bytes_);
}

void StorageImpl::resize(size_t bytes) {
  if (device_ == Device::Meta) {
    bytes_ = bytes;
    return;
  }
  if (device_ != Device::Cpu) fail("storages on {} can't be resized", nameOf(device_));
  std::byte* larger = allocateBytes(bytes);
  std::memcpy(larger, data_, bytes < bytes_ ? bytes : bytes_);
  if (owner_)
    owner_.reset();
  else
    freeBytes(data_, bytes_);
  data_ = larger;
  bytes_ = bytes;
}

Storage allocate(size_t bytes) {
  return makeCounted<StorageImpl>(allocateBytes(bytes), bytes, nullptr);
}
Storage metaStorage(size_t bytes) {
  return makeCounted<StorageImpl>(nullptr, bytes, nullptr, Device::Meta);
}
Storage borrowed(std::byte* data, size_t bytes, std::shared_ptr<const void> owner) {
  return makeCounted<StorageImpl>(data, bytes, std::move(owner));
}
Storage deviceStorage(Device device, size_t bytes, std::shared_ptr<const void> memory) {
  return makeCounted<StorageImpl>(nullptr, bytes, std::move(memory), device);
}

}  // namespace ts::tensor
