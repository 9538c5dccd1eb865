// Replaces operator new and delete by the project's allocator. Sanitizers have their own.
#include "core/base/heap.h"

#ifndef JITSCOPE_SANITIZED

#include <new>

void* operator new(size_t size) { return ts::heap::allocate(size); }
void operator delete(void* block) noexcept { ts::heap::release(block); }
void operator delete(void* block, size_t size) noexcept { ts::heap::release(block, size); }

void* operator new[](size_t size) { return ts::heap::allocate(size); }
void operator delete[](void* block) noexcept { ts::heap::release(block); }
void operator delete[](void* block, size_t size) noexcept { ts::heap::release(block, size); }

#endif  // JITSCOPE_SANITIZED
