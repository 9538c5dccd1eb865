// The allocator behind operator new and delete (allocate.cpp): free lists by size class and thread.
//
// Scripting a model makes a million small trees, objects and graph nodes: this allocator takes a
// quarter less time than glibc's or mimalloc for it. Blocks are in one region of the address space,
// in spans of pages with blocks of one size class, so that release() finds a block's size. The
// region asks for huge pages: page faults would be a fifth of the time of a short process. Blocks
// of more than 1 MB come from malloc.
//
// All functions are thread-safe; a block can be released in another thread than its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ts::heap {

// At least `size` bytes, aligned to 16. Throws std::bad_alloc.
void* allocate(size_t size);
void release(void* block) noexcept;
// As above, faster for blocks up to a span. size: as given to allocate().
void release(void* block, size_t size) noexcept;

// Makes the free memory of this thread available to all threads; takes less than a microsecond. A
// thread that releases blocks of other threads calls it, and so does a thread before it rests:
// otherwise each thread keeps the most that it ever needed of each size.
void share();
// Makes shared memory available to all size classes, and returns memory that was already free at
// the previous call to the system. Takes a few milliseconds and does not block other threads.
// Long-running processes call it now and then.
void trim();

// Limits the memory that the process takes for operator new and for tensors. An allocation that
// would exceed the limit throws std::bad_alloc, in whichever thread it happens. At first nothing is
// limited.
void setLimit(size_t bytes);
// The limit; SIZE_MAX without one.
size_t limit();

// Limits what the calling thread takes while one is alive: the memory of one request, so that it
// leaves memory to the others. An allocation that would exceed it throws std::bad_alloc. Memory
// that the thread releases and uses again counts once. Budgets do not nest. The end of a
// budget that was needed gives the free memory back to the system.
class Budget {
 public:
  explicit Budget(size_t bytes);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // True when the limit of the process, and not this budget, has cut the thread's work short: an
  // allocation failed or isNearLimit() returned true. The work may succeed while other threads
  // rest.
  bool metProcessLimit() const;
};

// True when three quarters of the limit, or of the thread's budget, are in use: programs that are
// only looked at end here, so that the rest is left for reporting it. Freed blocks count until
// trim().
bool isNearLimit();

// The bytes of all blocks of more than 4 kB that this thread has allocated so far. Filling them is
// work that no count of steps shows.
uint64_t allocatedBytes();

// Shares and trims when isNearLimit(): call it after work that may have taken much.
void makeRoom();

// The message about an allocation that failed.
std::string exhausted();

// While one is alive, its thread may exceed the limit: to report that the limit was reached.
class Reserve {
 public:
  Reserve();
  ~Reserve();
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;
};

// The system's allocator with the limit, for blocks that the region does not serve and for builds
// with sanitizers. The alignment is 16, or a greater power of two.
void* allocateFromSystem(size_t size, size_t alignment = 16);
void releaseToSystem(void* block) noexcept;

// Bytes of the region that were ever in use.
size_t regionBytes();

}  // namespace ts::heap
