#include "core/archive/object_budget.h"

#include <cstdint>

#include "core/archive/archive_error.h"

namespace ts::archive {

size_t objectLimit(size_t fileBytes) {
  size_t limit;
  if (__builtin_mul_overflow(fileBytes, kObjectBytesPerByte, &limit) ||
      __builtin_add_overflow(limit, kFreeObjectBytes, &limit))
    return SIZE_MAX;
  return limit;
}

void ObjectBudget::charge(size_t bytes) {
  if (bytes > limit_ - charged_)
    refuse(
        "its objects need more than {} MB, the limit for a file of this size (kFreeObjectBytes and "
        "kObjectBytesPerByte)",
        limit_ >> 20);
  charged_ += bytes;
}

void ObjectBudget::charge(size_t count, size_t size) {
  size_t bytes;
  charge(__builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes);
}

}  // namespace ts::archive
