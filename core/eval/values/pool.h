// The allocator of objects. Blocks hold cells of one size, so that an allocation costs a few
// instructions and all live objects can be enumerated. Each thread has its own pool.
#pragma once

#include <cstddef>
#include <vector>

#include "core/eval/values/value.h"

namespace ts::eval::pool {

// At least `size` bytes; the maximum is kLargest.
void* allocate(size_t size);
// `size` must equal the allocated size, and the thread must be the same.
void release(void* cell, size_t size) noexcept;
// Frees the blocks when no cell is in use.
void trim();
size_t blockCount();  // of this thread
// All objects of this thread with references.
std::vector<Object*> living();

inline constexpr size_t kLargest = 2048;

}  // namespace ts::eval::pool
