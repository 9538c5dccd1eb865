// Replaces operator new and delete by the project's allocator. Sanitizers have their own, which
// obeys the same limit.
#include "core/base/heap.h"

#include <new>

#ifndef JITSCOPE_SANITIZED

void* operator new(size_t size) { return ts::heap::allocate(size); }
void operator delete(void* block) noexcept { ts::heap::release(block); }
void operator delete(void* block, size_t size) noexcept { ts::heap::release(block, size); }

void* operator new[](size_t size) { return ts::heap::allocate(size); }
void operator delete[](void* block) noexcept { ts::heap::release(block); }
void operator delete[](void* block, size_t size) noexcept { ts::heap::release(block, size); }

#else

void* operator new(size_t size) { return ts::heap::allocateFromSystem(size); }
// The sanitizer's own would not fit the operators delete below.
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  try {
    return ts::heap::allocateFromSystem(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* block) noexcept { ts::heap::releaseToSystem(block); }
void operator delete(void* block, size_t) noexcept { ts::heap::releaseToSystem(block); }

void* operator new[](size_t size) { return ts::heap::allocateFromSystem(size); }
void operator delete[](void* block) noexcept { ts::heap::releaseToSystem(block); }
void operator delete[](void* block, size_t) noexcept { ts::heap::releaseToSystem(block); }

#endif  // JITSCOPE_SANITIZED
