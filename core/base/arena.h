// A bump allocator for objects that are all freed at the same time, such as the nodes of a tree.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ts {

// Allocates objects that live until the arena is destroyed. The arena never runs destructors, so it
// accepts only trivially destructible types. Not thread-safe.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  void* allocate(size_t size, size_t align) {
    size_t start = (used_ + align - 1) & ~(align - 1);
    if (start + size > capacity_) return allocateSlow(size, align);
    used_ = start + size;
    return current_ + start;
  }

  template <typename T, typename... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  // Returns a copy of the elements; the copy lives as long as the arena.
  template <typename T>
  std::span<T> copy(const std::vector<T>& from) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (from.empty()) return {};
    T* to = static_cast<T*>(allocate(sizeof(T) * from.size(), alignof(T)));
    std::memcpy(static_cast<void*>(to), from.data(), sizeof(T) * from.size());
    return {to, from.size()};
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  // Returns the number of bytes allocated from the system so far.
  size_t reserved() const { return reserved_; }

 private:
  void* allocateSlow(size_t size, size_t align) {
    size_t block = next_;
    if (next_ < (size_t{1} << 20)) next_ *= 2;
    if (block < size + align) block = size + align;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block));
    current_ = blocks_.back().get();
    capacity_ = block;
    reserved_ += block;
    size_t start = (reinterpret_cast<size_t>(current_) + align - 1) & ~(align - 1);
    start -= reinterpret_cast<size_t>(current_);
    used_ = start + size;
    return current_ + start;
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* current_ = nullptr;
  size_t used_ = 0;
  size_t capacity_ = 0;
  size_t reserved_ = 0;
  size_t next_ = 4096;
};

}  // namespace ts
