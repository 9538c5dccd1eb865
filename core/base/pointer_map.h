// An insert-only map with pointers as keys: open addressing in one block of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ts {

template <typename Key, typename T>
class PointerMap {
 public:
  // Returns null when the map does not contain the key.
  const T* find(Key* key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[findSlot(slots_, key)];
    return slot.first != nullptr ? &slot.second : nullptr;
  }
  // Returns the value of `key`, default-constructed when the key is new. The reference is valid
  // until the next insertion. `key` must not be null.
  T& operator[](Key* key) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[findSlot(slots_, key)];
    if (slot.first == nullptr) {
      slot.first = key;
      ++count_;
    }
    return slot.second;
  }

 private:
  using Slot = std::pair<Key*, T>;
  // Returns the slot of the key, or the free slot where it belongs. The number of slots is a power
  // of two.
  static size_t findSlot(const std::vector<Slot>& slots, Key* key) {
    size_t mask = slots.size() - 1;
    uint64_t mixed = reinterpret_cast<uintptr_t>(key) * uint64_t{0x9e3779b97f4a7c15};
    size_t at = static_cast<size_t>(mixed >> 32) & mask;
    while (slots[at].first != nullptr && slots[at].first != key) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> larger(slots_.empty() ? 16 : 2 * slots_.size());
    for (Slot& slot : slots_)
      if (slot.first != nullptr) larger[findSlot(larger, slot.first)] = std::move(slot);
    slots_.swap(larger);
  }

  std::vector<Slot> slots_;
  size_t count_ = 0;
};

}  // namespace ts
