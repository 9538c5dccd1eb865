// operator new and delete for what trees, objects and graphs are made of, by the million: lists of
// free blocks, one for each size and thread. What is large goes to malloc.
//
// The blocks lie in one region of the address space, where each span of pages has blocks of one
// size; so delete knows what it was given. The region asks for huge pages, as a process that checks
// one file would spend a fifth of its time on page faults else. Memory stays with the process,
// unless it trims its heap.
#include "core/base/heap.h"

#ifndef JITSCOPE_SANITIZED

#include <sys/mman.h>
#include <unistd.h>

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

namespace {

// Sizes are multiples of 16 at first, then four for each power of two.
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
  Block* nextList;  // of the first one of a list in `left`
};

// The blocks of one size that a thread has at hand.
struct Supply {
  Block* free;
  char* fresh;  // never used so far, up to end
  char* end;
};
constinit thread_local Supply supplies[kClasses] = {};

using ts::heap::isGathering;

constexpr size_t kSpan = 16384, kRegion = size_t{1} << 35, kHugePage = size_t{1} << 21;

// The same in every process, so that pointers into an image of it are right.
constexpr uintptr_t kPlace = uintptr_t{1} << 40;

constinit char* region = nullptr;  // null also where there is no address space for it
constinit std::atomic<size_t> used = 0;
// The classes of spans that hold one block of more than kLargest bytes, and of those that are free
// for any size.
constexpr uint8_t kLarge = 0, kFree = 255;
static_assert(kClasses <= kFree);
uint8_t classOfSpan[kRegion / kSpan];

// What threads have left to others, for each size: lists of blocks, and what was never used, up to
// `end`.
struct Rest {
  Rest* next;
  char* end;
};
constinit std::mutex mutex;
constinit Block* left[kClasses] = {};
constinit Rest* rests[kClasses] = {};
constinit size_t freeSpans = 0, firstFree = 0;  // how many there are; none lies before the latter
// How much of what was left a thread takes at a time: much would be missing elsewhere.
constexpr size_t kBatch = 64, kPart = kSpan / 4;
// Of blocks of whole spans one may be taken for another of half its size: there are few of them at
// a time, and of ever other sizes.
constexpr size_t kLonger = 4;

void* reserve(uintptr_t place, size_t size, int flags) {
  return mmap(reinterpret_cast<void*>(place), size, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
}

char* reserveRegion() {
  void* made = reserve(kPlace, kRegion, MAP_FIXED_NOREPLACE);
  if (made == MAP_FAILED) made = reserve(0, kRegion + kHugePage, 0);
  if (made == MAP_FAILED) return nullptr;
  const auto begin = (reinterpret_cast<uintptr_t>(made) + kHugePage - 1) & ~(kHugePage - 1);
  // Not the first piece: it has what is made before main, a few pages which an image of the process
  // takes the place of, and to clear a huge page for them takes longer than all of that.
  madvise(reinterpret_cast<void*>(begin + kHugePage), kRegion - kHugePage, MADV_HUGEPAGE);
  return reinterpret_cast<char*>(begin);
}

// An ending thread gives what it has to those that come.
struct Heir {
  ~Heir() { ts::heap::share(); }
};

void* orThrow(void* block) {
  if (!block) throw std::bad_alloc();
  return block;
}

char* reservedRegion() {
  static char* const reserved = region = reserveRegion();
  return reserved;
}

size_t spansGiven() { return std::min(used.load(std::memory_order_relaxed), kRegion) / kSpan; }
constexpr size_t spansFor(size_t size) { return (size + kSpan - 1) / kSpan; }

// The first of so many free ones in a row. False: there are none.
bool findFree(size_t spans, size_t& first) {
  if (freeSpans < spans) return false;
  size_t found = 0;
  for (size_t at = firstFree, end = spansGiven(); at < end; ++at) {
    found = classOfSpan[at] == kFree ? found + 1 : 0;
    first = at + 1 - spans;
    if (found == spans) return true;
  }
  return false;
}

// With the mutex held. Null: the region is full.
char* takeSpans(size_t size, uint8_t cls) {
  const size_t spans = spansFor(size);
  size_t at;
  if (findFree(spans, at)) {
    freeSpans -= spans;
    if (spans == 1) firstFree = at + 1;
    std::memset(classOfSpan + at, kLarge, spans);
  } else {
    at = used.fetch_add(spans * kSpan, std::memory_order_relaxed) / kSpan;
    if (at + spans > kRegion / kSpan) return nullptr;
  }
  classOfSpan[at] = cls;
  return region + at * kSpan;
}

void* allocateLarge(size_t size) {
  char* block = nullptr;
  if (isGathering) {
    std::lock_guard lock(mutex);
    block = takeSpans(size, kLarge);
  }
  return orThrow(block ? block : std::malloc(size));
}

// With the mutex held; the first one of a list, null: there is none.
Block* takeLeft(size_t cls) {
  Block* const first = left[cls];
  if (!first) return nullptr;
  Block* last = first;
  for (size_t bytes = sizeOf(cls), i = 1; i < kBatch && bytes < kSpan && last->next;
       ++i, bytes += sizeOf(cls))
    last = last->next;
  if (Block* rest = std::exchange(last->next, nullptr)) {
    rest->nextList = first->nextList;
    left[cls] = rest;
  } else {
    left[cls] = first->nextList;
  }
  return first;
}

// With the mutex held.
void leave(char* fresh, char* end, size_t cls) {
  if (static_cast<size_t>(end - fresh) >= sizeOf(cls))
    rests[cls] = new (fresh) Rest{rests[cls], end};
}

// With the mutex held. False: the region is full.
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
  if (part < supply.end) leave(part, std::exchange(supply.end, part), cls);
  return true;
}

[[gnu::noinline]] void* allocateFresh(size_t cls) {
  Supply& supply = supplies[cls];
  const size_t size = sizeOf(cls);
  if (static_cast<size_t>(supply.end - supply.fresh) < size) {
    if (!reservedRegion()) return orThrow(std::malloc(size));
    static thread_local Heir heir;
    (void)heir;
    std::lock_guard lock(mutex);
    const size_t longest = size > kSpan ? std::min(cls + kLonger, kClasses - 1) : cls;
    for (size_t other = cls; other <= longest; ++other) {
      Block* block = takeLeft(other);
      if (!block) continue;
      if (other == cls) supply.free = block->next;
      return block;
    }
    if (!takePart(cls)) return orThrow(std::malloc(size));
  }
  char* block = supply.fresh;
  supply.fresh += size;
  return block;
}

size_t offsetOf(const void* block) {
  return static_cast<size_t>(static_cast<const char*>(block) - region);
}

void release(void* block, size_t cls) {
  if (isGathering) [[unlikely]]
    std::memset(block, 0, sizeOf(cls));
  auto* freed = static_cast<Block*>(block);
  freed->next = supplies[cls].free;
  supplies[cls].free = freed;
}

// Blocks of each span that nobody has, while their size is trimmed.
uint16_t idleIn[kRegion / kSpan];
constinit std::mutex trimming;

size_t spanOf(const void* block) { return offsetOf(block) / kSpan; }

// What was free already when the heap was trimmed before. From then on pages come one by one: as a
// part of a huge page none would go, or it would soon be there again.
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

// All of one size that was left by threads is taken from them for a moment; spans of which nobody
// has a block become free.
void trim(size_t cls) {
  Block* lists;
  Rest* unused;
  {
    std::lock_guard lock(mutex);
    lists = std::exchange(left[cls], nullptr);
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
  if (blocks) blocks->nextList = std::exchange(left[cls], blocks);
  while (kept) {
    Rest* const rest = std::exchange(kept, kept->next);
    rest->next = std::exchange(rests[cls], rest);
  }
}

}  // namespace

void* operator new(size_t size) {
  if (size > kLargest) [[unlikely]]
    return allocateLarge(size);
  const size_t cls = sizeClass(size);
  Block* block = supplies[cls].free;
  if (!block) [[unlikely]]
    return allocateFresh(cls);
  supplies[cls].free = block->next;
  return block;
}

void operator delete(void* block) noexcept {
  const size_t offset = offsetOf(block);
  if (!region || offset >= kRegion) return std::free(block);
  if (const uint8_t cls = classOfSpan[offset / kSpan]; cls != kLarge) release(block, cls);
}

void operator delete(void* block, size_t size) noexcept {
  if (!region || offsetOf(block) >= kRegion) return std::free(block);
  if (size > kSpan) return operator delete(block);  // it may be longer
  release(block, sizeClass(size));
}

void* operator new[](size_t size) { return operator new(size); }
void operator delete[](void* block) noexcept { operator delete(block); }
void operator delete[](void* block, size_t size) noexcept { operator delete(block, size); }

namespace ts::heap {

constinit bool isGathering = false;

void share() {
  std::lock_guard lock(mutex);
  for (size_t i = 1; i < kClasses; ++i) {
    const Supply supply = std::exchange(supplies[i], {});
    if (supply.fresh != supply.end) leave(supply.fresh, supply.end, i);
    if (!supply.free) continue;
    supply.free->nextList = left[i];
    left[i] = supply.free;
  }
}

void trim() {
  if (!trimming.try_lock()) return;
  std::lock_guard alone(trimming, std::adopt_lock);
  giveBackFree();
  for (size_t cls = 1; cls < kClasses; ++cls) ::trim(cls);
}

bool gather() { return isGathering = reservedRegion() == reinterpret_cast<char*>(kPlace); }

void seal() {
  std::ranges::fill(supplies, Supply{});
  std::ranges::fill(left, nullptr);
  std::ranges::fill(rests, nullptr);
  freeSpans = 0;
}

std::span<std::byte> contents() { return {reinterpret_cast<std::byte*>(region), used.load()}; }

std::span<const uint8_t> layout() { return {classOfSpan, used.load() / kSpan}; }

bool adopt(int file, size_t offset, size_t size, size_t layoutOffset) {
  const auto spans = static_cast<ssize_t>(size / kSpan);
  if (reservedRegion() != reinterpret_cast<char*>(kPlace) || size > kRegion) return false;
  if (pread(file, classOfSpan, spans, static_cast<off_t>(layoutOffset)) != spans) return false;
  void* mapped = mmap(region, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file,
                      static_cast<off_t>(offset));
  if (mapped == MAP_FAILED) return false;
  used = (size + kHugePage - 1) & ~(kHugePage - 1);
  seal();
  return true;
}

}  // namespace ts::heap

#else

namespace ts::heap {

constinit bool isGathering = false;

void share() {}
void trim() {}
bool gather() { return false; }
void seal() {}
std::span<std::byte> contents() { return {}; }
std::span<const uint8_t> layout() { return {}; }
bool adopt(int, size_t, size_t, size_t) { return false; }

}  // namespace ts::heap

#endif  // JITSCOPE_SANITIZED
