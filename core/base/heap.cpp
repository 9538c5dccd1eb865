#include "core/base/heap.h"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace ts::heap {

namespace {

// Sizes are multiples of 16 up to 512, then four for each power of two.
constexpr size_t kStep = 16, kFine = 512, kLargest = size_t{1} << 20;

constexpr size_t sizeClass(size_t size) {
  if (size <= kFine) return size ? (size + kStep - 1) / kStep : 1;
  const auto log = static_cast<size_t>(std::bit_width(size - 1)) - 1;
  return kFine / kStep + (log - 9) * 4 + ((size - 1) >> (log - 2) & 3) + 1;
}
constexpr size_t sizeOf(size_t cls) {
  if (cls <= kFine / kStep) return cls * kStep;
  const size_t above = cls - kFine / kStep - 1;
  return (4 + above % 4 + 1) << (above / 4 + 7);
}
constexpr size_t kClasses = sizeClass(kLargest) + 1;
static_assert(sizeOf(sizeClass(kFine + 1)) == 640 && sizeOf(sizeClass(641)) == 768 &&
              sizeOf(sizeClass(kLargest)) == kLargest);

struct Block {
  Block* next;
  Block* nextList;  // in the first block of a list in `shared`
};

// The free memory of one thread in one size class.
struct Supply {
  Block* free;
  char* fresh;  // unused memory up to `end`
  char* end;
};
// A part of the allocator: most allocations need no lock.
constinit thread_local Supply supplies[kClasses] = {};

constexpr size_t kSpan = 16384, kRegion = size_t{1} << 35, kHugePage = size_t{1} << 21;

constinit char* region = nullptr;  // null: not reserved yet, or no address space is left
constinit std::atomic<size_t> used = 0;
// The size class of each span; kInner for the second and later spans of a long block, kFree for
// spans that can serve any size.
constexpr uint8_t kInner = 0, kFree = 255;
static_assert(kClasses <= kFree);
uint8_t classOfSpan[kRegion / kSpan];

// Memory that threads have shared, by size class: lists of free blocks, and unused memory that ends
// at `end`.
struct Rest {
  Rest* next;
  char* end;
};
constinit std::mutex mutex;
constinit Block* shared[kClasses] = {};
constinit Rest* rests[kClasses] = {};
// The number of free spans; no free span is before `firstFree`.
constinit std::atomic<size_t> freeSpans = 0;
constinit size_t firstFree = 0;
constinit std::atomic<size_t> fromSystem = 0;   // bytes in use outside the region
constinit std::atomic<size_t> most = SIZE_MAX;  // the limit
constinit std::atomic<bool> nearLimit = false;
// The open Reserves of this thread, which may exceed the limits.
constinit thread_local int reserves = 0;
// The bytes that this thread has taken for itself, and how many it may take.
constinit thread_local int64_t taken = 0;
constinit thread_local int64_t mostTaken = INT64_MAX, muchTaken = INT64_MAX;
constinit thread_local bool reachedBudget = false, reachedLimit = false;
constexpr size_t kCounted = 4096;
constinit thread_local uint64_t allocated = 0;  // bytes of the blocks above kCounted
// A thread takes only a part of the shared memory at a time, because the other threads need some.
constexpr size_t kBatch = 64, kPart = kSpan / 4;
// A request of a span or more may get a block of up to twice its size: long blocks are few, and
// their sizes vary.
constexpr size_t kLonger = 4;

char* reserveRegion() {
  void* region = mmap(nullptr, kRegion + kHugePage, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (region == MAP_FAILED) return nullptr;
  const auto begin = (reinterpret_cast<uintptr_t>(region) + kHugePage - 1) & ~(kHugePage - 1);
  madvise(reinterpret_cast<void*>(begin), kRegion, MADV_HUGEPAGE);
  return reinterpret_cast<char*>(begin);
}

// Shares the memory of a thread when the thread ends.
struct ShareAtThreadEnd {
  ~ShareAtThreadEnd() { share(); }
};

size_t inUse() {
  return used.load(std::memory_order_relaxed) - freeSpans.load(std::memory_order_relaxed) * kSpan +
         fromSystem.load(std::memory_order_relaxed);
}

void updateNearLimit(size_t bytes) {
  nearLimit.store(bytes > most.load(std::memory_order_relaxed) / 4 * 3, std::memory_order_relaxed);
}

// Throws when `more` bytes exceed the limit.
void checkLimit(size_t more) {
  if (reserves > 0) return;
  if (more > static_cast<size_t>(INT64_MAX) || taken > mostTaken - static_cast<int64_t>(more)) {
    reachedBudget = true;
    throw std::bad_alloc();
  }
  const size_t limit = most.load(std::memory_order_relaxed), before = inUse();
  if (limit == SIZE_MAX) return;
  if (more > limit || before > limit - more) {
    reachedLimit = true;
    throw std::bad_alloc();
  }
  updateNearLimit(before + more);
}

char* reservedRegion() {
  static char* const reserved = region = reserveRegion();
  return reserved;
}

size_t spansGiven() { return std::min(used.load(std::memory_order_relaxed), kRegion) / kSpan; }
constexpr size_t spansFor(size_t size) { return (size + kSpan - 1) / kSpan; }

// Finds `spans` free spans in a row; `first` is the first. False: there are none.
bool findFree(size_t spans, size_t& first) {
  if (freeSpans < spans) return false;
  size_t used = 0;
  for (size_t at = firstFree, end = spansGiven(); at < end; ++at) {
    used = classOfSpan[at] == kFree ? used + 1 : 0;
    first = at + 1 - spans;
    if (used == spans) return true;
  }
  return false;
}

// Needs the mutex. Null: the region is full. Throws when the limit is reached.
char* takeSpans(size_t size, uint8_t cls) {
  const size_t spans = spansFor(size);
  checkLimit(spans * kSpan);
  size_t at;
  if (findFree(spans, at)) {
    freeSpans -= spans;
    if (spans == 1) firstFree = at + 1;
    std::memset(classOfSpan + at, kInner, spans);
  } else {
    at = used.fetch_add(spans * kSpan, std::memory_order_relaxed) / kSpan;
    if (at + spans > kRegion / kSpan) return nullptr;
  }
  classOfSpan[at] = cls;
  return region + at * kSpan;
}

// Needs the mutex. Returns a list of shared blocks, null when there is none.
Block* takeShared(size_t cls) {
  Block* const first = shared[cls];
  if (!first) return nullptr;
  Block* last = first;
  size_t bytes = sizeOf(cls);
  for (size_t i = 1; i < kBatch && bytes < kSpan && last->next; ++i, bytes += sizeOf(cls))
    last = last->next;
  taken += static_cast<int64_t>(bytes);
  if (Block* rest = std::exchange(last->next, nullptr)) {
    rest->nextList = first->nextList;
    shared[cls] = rest;
  } else {
    shared[cls] = first->nextList;
  }
  return first;
}

// Needs the mutex.
void shareRest(char* fresh, char* end, size_t cls) {
  if (static_cast<size_t>(end - fresh) >= sizeOf(cls))
    rests[cls] = new (fresh) Rest{rests[cls], end};
}

// Needs the mutex. False: the region is full.
bool takePart(size_t cls) {
  const size_t size = sizeOf(cls);
  Supply& supply = supplies[cls];
  if (Rest* rest = rests[cls]) {
    rests[cls] = rest->next;
    supply.end = rest->end;
    supply.fresh = reinterpret_cast<char*>(rest);
  } else {
    char* spans = takeSpans(size, static_cast<uint8_t>(cls));
    if (!spans) return false;
    supply.fresh = spans;
    supply.end = spans + spansFor(size) * kSpan;
  }
  char* const part = supply.fresh + std::max(kPart / size, size_t{1}) * size;
  if (part < supply.end) shareRest(part, std::exchange(supply.end, part), cls);
  taken += supply.end - supply.fresh;
  return true;
}

[[gnu::noinline]] void* allocateFresh(size_t cls) {
  Supply& supply = supplies[cls];
  const size_t size = sizeOf(cls);
  if (static_cast<size_t>(supply.end - supply.fresh) < size) {
    if (!reservedRegion()) return allocateFromSystem(size);
    // Its destructor runs when the thread ends.
    static thread_local ShareAtThreadEnd shareAtEnd;
    (void)shareAtEnd;
    std::lock_guard lock(mutex);
    const size_t longest = size > kSpan ? std::min(cls + kLonger, kClasses - 1) : cls;
    for (size_t other = cls; other <= longest; ++other) {
      Block* block = takeShared(other);
      if (!block) continue;
      if (other == cls) supply.free = block->next;
      return block;
    }
    if (!takePart(cls)) return allocateFromSystem(size);
  }
  char* block = supply.fresh;
  supply.fresh += size;
  return block;
}

size_t offsetOf(const void* block) {
  return static_cast<size_t>(static_cast<const char*>(block) - region);
}

void releaseTo(size_t cls, void* block) noexcept {
  auto* freed = static_cast<Block*>(block);
  freed->next = supplies[cls].free;
  supplies[cls].free = freed;
}

// The number of free blocks in each span, while trim() works on their size class.
uint16_t idleIn[kRegion / kSpan];
constinit std::mutex trimming;

size_t spanOf(const void* block) { return offsetOf(block) / kSpan; }

// Returns spans that were free at the previous trim to the system. Huge pages end here, because the
// system cannot take back a part of one.
void giveBackFree() {
  std::lock_guard lock(mutex);
  if (freeSpans == 0) return;
  static const int asked = madvise(region, kRegion, MADV_NOHUGEPAGE);
  (void)asked;
  for (size_t at = firstFree, end = spansGiven(); at < end; ++at) {
    const size_t begin = at;
    while (at < end && classOfSpan[at] == kFree) ++at;
    if (begin < at) madvise(region + begin * kSpan, (at - begin) * kSpan, MADV_DONTNEED);
  }
}

// Takes all shared memory of one size class for a moment; spans without a block in use become free.
void trimClass(size_t cls) {
  Block* lists;
  Rest* unused;
  {
    std::lock_guard lock(mutex);
    lists = std::exchange(shared[cls], nullptr);
    unused = std::exchange(rests[cls], nullptr);
  }
  const size_t size = sizeOf(cls), spans = spansFor(size), whole = spans * kSpan / size;
  for (Block* list = lists; list; list = list->nextList)
    for (Block* block = list; block; block = block->next) ++idleIn[spanOf(block)];
  for (Rest* rest = unused; rest; rest = rest->next)
    idleIn[spanOf(rest)] += static_cast<uint16_t>(
        static_cast<size_t>(rest->end - reinterpret_cast<char*>(rest)) / size);

  const auto isFree = [&](size_t span) { return idleIn[span] == whole; };
  Block* blocks = nullptr;
  while (lists) {
    Block* block = std::exchange(lists, lists->nextList);
    while (block) {
      Block* const next = block->next;
      if (!isFree(spanOf(block))) block->next = std::exchange(blocks, block);
      block = next;
    }
  }
  Rest* kept = nullptr;
  while (unused) {
    Rest* const next = unused->next;
    if (!isFree(spanOf(unused))) unused->next = std::exchange(kept, unused);
    unused = next;
  }

  std::lock_guard lock(mutex);
  for (size_t span = 0, end = spansGiven(); span < end; ++span) {
    if (isFree(span)) {
      std::memset(classOfSpan + span, kFree, spans);
      freeSpans += spans;
      firstFree = std::min(firstFree, span);
    }
    idleIn[span] = 0;
  }
  if (blocks) blocks->nextList = std::exchange(shared[cls], blocks);
  while (kept) {
    Rest* const rest = std::exchange(kept, kept->next);
    rest->next = std::exchange(rests[cls], rest);
  }
}

void giveBack() {
  share();
  trim();
  trim();  // returns to the system what the first one has freed
}

}  // namespace

void* allocate(size_t size) {
  if (size > kLargest) [[unlikely]]
    return allocateFromSystem(size);
  const size_t cls = sizeClass(size);
  if (size > kCounted) allocated += size;
  Block* block = supplies[cls].free;
  if (!block) [[unlikely]]
    return allocateFresh(cls);
  supplies[cls].free = block->next;
  return block;
}

void release(void* block) noexcept {
  const size_t offset = offsetOf(block);
  if (!region || offset >= kRegion) return releaseToSystem(block);
  releaseTo(classOfSpan[offset / kSpan], block);
}

void release(void* block, size_t size) noexcept {
  if (!region || offsetOf(block) >= kRegion) return releaseToSystem(block);
  if (size > kSpan) return release(block);  // the block may be longer than its size asks for
  releaseTo(sizeClass(size), block);
}

void share() {
  std::lock_guard lock(mutex);
  for (size_t i = 1; i < kClasses; ++i) {
    const Supply supply = std::exchange(supplies[i], {});
    if (supply.fresh != supply.end) shareRest(supply.fresh, supply.end, i);
    if (!supply.free) continue;
    supply.free->nextList = shared[i];
    shared[i] = supply.free;
  }
}

void trim() {
  if (!trimming.try_lock()) return;
  std::lock_guard alone(trimming, std::adopt_lock);
  giveBackFree();
  for (size_t cls = 1; cls < kClasses; ++cls) trimClass(cls);
  malloc_trim(0);
  updateNearLimit(inUse());
}

void* allocateFromSystem(size_t size, size_t alignment) {
  checkLimit(size);
  void* block = alignment <= 16
                    ? std::malloc(size)
                    : std::aligned_alloc(alignment, (size + alignment - 1) & -alignment);
  if (!block) throw std::bad_alloc();
  const size_t got = malloc_usable_size(block);
  fromSystem.fetch_add(got, std::memory_order_relaxed);
  taken += static_cast<int64_t>(got);
  if (got > kCounted) allocated += got;
  return block;
}

void releaseToSystem(void* block) noexcept {
  const size_t usable = malloc_usable_size(block);
  fromSystem.fetch_sub(usable, std::memory_order_relaxed);
  taken -= static_cast<int64_t>(usable);
  std::free(block);
  if (nearLimit.load(std::memory_order_relaxed)) updateNearLimit(inUse());
}

void setLimit(size_t bytes) { most.store(bytes, std::memory_order_relaxed); }
bool isNearLimit() {
  if (taken > muchTaken) return reachedBudget = true;
  if (!nearLimit.load(std::memory_order_relaxed)) return false;
  return reachedLimit = true;
}
uint64_t allocatedBytes() { return allocated; }
size_t limit() { return most.load(std::memory_order_relaxed); }

Budget::Budget(size_t bytes) {
  mostTaken = taken + static_cast<int64_t>(bytes);
  muchTaken = taken + static_cast<int64_t>(bytes / 4 * 3);
  reachedLimit = false;
}
Budget::~Budget() {
  mostTaken = muchTaken = INT64_MAX;
  if (std::exchange(reachedBudget, false)) giveBack();
}

bool Budget::metProcessLimit() const { return reachedLimit; }

std::string exhausted() {
  const Reserve reserve;
  if (limit() == SIZE_MAX) return "the memory is exhausted";
  return fmt::format("the memory limit of {} MB is reached", limit() >> 20);
}

Reserve::Reserve() { ++reserves; }
Reserve::~Reserve() { --reserves; }

void makeRoom() {
  if (isNearLimit()) giveBack();
}

size_t regionBytes() { return used.load(); }

}  // namespace ts::heap
