// The memory that reading one archive may take.
#pragma once

#include <cstddef>

namespace ts::archive {

// A short pickle can describe many objects, and a deflated record can become a thousand times as
// long. So the limit on memory follows from the size of the file: kFreeObjectBytes, and
// kObjectBytesPerByte for each byte of the file. An item of a list takes one byte of the file or
// more, and a node and a value in memory. Mapped tensors are free.
inline constexpr size_t kFreeObjectBytes = size_t{256} << 20;
inline constexpr size_t kObjectBytesPerByte = 64;

// The limit for a file of this size.
size_t objectLimit(size_t fileBytes);

// Counts the memory of the objects of one archive. Not thread-safe.
class ObjectBudget {
 public:
  explicit ObjectBudget(size_t fileBytes) : limit_(objectLimit(fileBytes)) {}
  // Call it before the memory is allocated. Throws ArchiveError, which names the limit.
  void charge(size_t bytes);
  // For `count` items of `size` bytes. The product may overflow.
  void charge(size_t count, size_t size);

 private:
  const size_t limit_;
  size_t charged_ = 0;
};

}  // namespace ts::archive
