// A set of pointers that only grows: open addressing in one block of memory, for passes that mark
// most of a graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ts {

class PointerSet {
 public:
  bool contains(const void* pointer) const {
    return !slots_.empty() && slots_[place(slots_, pointer)] == pointer;
  }
  // Whether it is new. Not for null.
  bool insert(const void* pointer) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    const void*& slot = slots_[place(slots_, pointer)];
    if (slot == pointer) return false;
    slot = pointer;
    ++count_;
    return true;
  }

 private:
  using Slots = std::vector<const void*>;
  // Where the pointer is, or the free slot where it belongs. The size is a power of two.
  static size_t place(const Slots& slots, const void* pointer) {
    size_t mask = slots.size() - 1;
    uint64_t mixed = reinterpret_cast<uintptr_t>(pointer) * uint64_t{0x9e3779b97f4a7c15};
    size_t at = static_cast<size_t>(mixed >> 32) & mask;
    while (slots[at] != nullptr && slots[at] != pointer) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    Slots larger(slots_.empty() ? 64 : 2 * slots_.size());
    for (const void* pointer : slots_)
      if (pointer != nullptr) larger[place(larger, pointer)] = pointer;
    slots_.swap(larger);
  }

  Slots slots_;
  size_t count_ = 0;
};

}  // namespace ts
