// Where objects live: cells of one size each in blocks, so that making and freeing one costs a few
// instructions, and so that all that live can be found. Each thread has its own.
#pragma once

#include <cstddef>
#include <vector>

#include "core/eval/value.h"

namespace ts::eval::pool {

// At least `size` bytes; sizes go up to kLargest.
void* allocate(size_t size);
// Of the same size, in the thread that allocated it.
void release(void* cell, size_t size) noexcept;
// Gives the blocks back if no cell is in use.
void trim();
size_t blockCount();  // that this thread has
// All objects of this thread that somebody refers to.
std::vector<Object*> living();

inline constexpr size_t kLargest = 2048;

}  // namespace ts::eval::pool
