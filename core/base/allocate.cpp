// Replaces operator new and delete by the project's allocator. Sanitizers have their own: with
// AddressSanitizer it obeys the same limit; ThreadSanitizer's operators cannot be replaced, so its
// programs have no limit on memory.
#include "core/base/heap.h"

#include <new>

#ifdef __has_feature  // clang
#define TS_HAS_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define TS_HAS_THREAD_SANITIZER 0
#endif

#ifndef JITSCOPE_SANITIZED

void* operator new(size_t size) { return ts::heap::allocate(size); }
void operator delete(void* block) noexcept { ts::heap::release(block); }
void operator delete(void* block, size_t size) noexcept { ts::heap::release(block, size); }

void* operator new[](size_t size) { return ts::heap::allocate(size); }
void operator delete[](void* block) noexcept { ts::heap::release(block); }
void operator delete[](void* block, size_t size) noexcept { ts::heap::release(block, size); }

#elif !defined(__SANITIZE_THREAD__) && !TS_HAS_THREAD_SANITIZER

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
