// A pool of reusable objects of one type, allocated in a few large blocks.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace ts {

// The pool constructs an object when its slot is first used, and destroys all objects with itself.
// `giveBack` does not destroy: the next `take` returns the same object, which keeps its allocated
// memory. The caller must empty an object before giving it back. Addresses never change. Not
// thread-safe.
template <typename T>
class Pool {
 public:
  Pool() = default;
  ~Pool() {
    each([](T& object) { object.~T(); });
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  T* take() {
    if (!free_.empty()) {
      T* object = free_.back();
      free_.pop_back();
      return object;
    }
    if (used_ == capacity_) addBlock();
    return new (blocks_.back().get() + used_++ * sizeof(T)) T;
  }
  void giveBack(T* object) { free_.push_back(object); }

  // Visits all objects constructed so far, including those that were given back.
  template <typename F>
  void each(F&& visit) const {
    size_t capacity = kFirst;
    for (const auto& block : blocks_) {
      size_t count = &block == &blocks_.back() ? used_ : capacity;
      for (size_t i = 0; i < count; ++i) visit(*reinterpret_cast<T*>(block.get() + i * sizeof(T)));
      capacity = larger(capacity);
    }
  }

 private:
  static constexpr size_t kFirst = 16;
  static size_t larger(size_t capacity) { return capacity < 256 ? 2 * capacity : capacity; }

  void addBlock() {
    capacity_ = blocks_.empty() ? kFirst : larger(capacity_);
    used_ = 0;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(capacity_ * sizeof(T)));
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
  std::vector<T*> free_;
};

}  // namespace ts
