#include "core/tensor/storage.h"

#include <gtest/gtest.h>

#include "core/base/heap.h"

namespace ts::tensor {
namespace {

constexpr size_t kLarge = size_t{40} << 20;

TEST(Storage, AFreedLargeBlockServesTheNextOneOfItsSize) {
  const std::byte* first = allocate(kLarge)->data();
  const Storage other = allocate(kLarge + 4096), same = allocate(kLarge);
  EXPECT_NE(other->data(), first);
  EXPECT_EQ(same->data(), first);
}

TEST(Storage, AKeptBlockMakesRoomWhenTheLimitIsReached) {
  struct NoLimit {
    ~NoLimit() { heap::setLimit(SIZE_MAX); }
  } restored;
  allocate(kLarge);  // is kept
  heap::setLimit(size_t{100} << 20);
  EXPECT_NE(allocate(size_t{90} << 20)->data(), nullptr);  // does not fit beside it
}

}  // namespace
}  // namespace ts::tensor
