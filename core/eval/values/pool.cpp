#include "core/eval/values/pool.h"

#include <cstdint>
#include <new>
#include <utility>

#ifdef JITSCOPE_SANITIZED
#include <unordered_set>
#endif

namespace ts::eval::pool {

#ifdef JITSCOPE_SANITIZED

// Under a sanitizer each object is allocated separately. The set has the complements of their
// addresses: real pointers would hide leaks.
namespace {
// The cells of this thread, to which a Vm and its objects belong.
thread_local std::unordered_set<uintptr_t> cells;
uintptr_t hidden(void* cell) { return ~reinterpret_cast<uintptr_t>(cell); }
char* shown(uintptr_t cell) { return reinterpret_cast<char*>(~cell); }
}  // namespace

void trim() {}
size_t blockCount() { return cells.size(); }

void* allocate(size_t size) {
  void* cell = ::operator new(size);
  try {
    cells.insert(hidden(cell));
  } catch (...) {  // the limit on memory also holds for the set
    ::operator delete(cell);
    throw;
  }
  return cell;
}
void release(void* cell, size_t) noexcept {
  cells.erase(hidden(cell));
  ::operator delete(cell);
}
std::vector<Object*> living() {
  std::vector<Object*> objects;
  for (uintptr_t cell : cells)
    if (auto* object = reinterpret_cast<Object*>(shown(cell)); object->refs)
      objects.push_back(object);
  return objects;
}

#else

namespace {

constexpr size_t kStep = 16;
constexpr size_t kSizes = kLargest / kStep;
constexpr size_t kBlock = size_t{16} << 10;

// A free cell. `refs` has the offset of Object::refs, which isn't 0 while the cell is in use.
struct FreeCell {
  FreeCell* next;
  uint32_t refs;
};

// The free cells of one size, and the unused rest of its newest block.
struct Size {
  FreeCell* free = nullptr;
  char* fresh = nullptr;
  char* end = nullptr;
};
// The allocator of each thread: a Vm and its objects belong to one thread.
constinit thread_local Size sizes[kSizes] = {};
constinit thread_local int64_t used = 0;

struct Block {
  char* begin;
  size_t size;  // an index into `sizes`
};
size_t cellOf(size_t index) { return (index + 1) * kStep; }
char* endOf(const Block& block) {
  return block.begin + kBlock / cellOf(block.size) * cellOf(block.size);
}

// Frees the memory when the thread ends, unless objects are still alive.
struct Blocks {
  ~Blocks() { trim(); }
  std::vector<Block> all;
};
// The blocks of the cells in `sizes`.
thread_local Blocks blocks;

[[gnu::noinline]] void refill(size_t index) {
  const Block& block =
      blocks.all.emplace_back(Block{static_cast<char*>(::operator new(kBlock)), index});
  sizes[index].fresh = block.begin;
  sizes[index].end = endOf(block);
}

}  // namespace

void* allocate(size_t size) {
  const size_t index = (size - 1) / kStep;
  if (index >= kSizes) throw std::bad_alloc();
  Size& own = sizes[index];
  ++used;
  if (FreeCell* cell = own.free) {
    own.free = cell->next;
    return cell;
  }
  if (own.fresh == own.end) refill(index);
  char* cell = own.fresh;
  own.fresh += cellOf(index);
  return cell;
}

void release(void* cell, size_t size) noexcept {
  Size& own = sizes[(size - 1) / kStep];
  --used;
  own.free = new (cell) FreeCell{own.free, 0};
}

void trim() {
  if (used != 0 || blocks.all.empty()) return;
  for (Size& size : sizes) size = {};
  for (const Block& block : std::exchange(blocks.all, {})) ::operator delete(block.begin, kBlock);
}

size_t blockCount() { return blocks.all.size(); }

std::vector<Object*> living() {
  std::vector<Object*> objects;
  for (const Block& block : blocks.all) {
    const Size& own = sizes[block.size];
    const char* end = own.end == endOf(block) ? own.fresh : endOf(block);
    for (char* at = block.begin; at < end; at += cellOf(block.size))
      if (auto* object = reinterpret_cast<Object*>(at); object->refs) objects.push_back(object);
  }
  return objects;
}

#endif

}  // namespace ts::eval::pool
