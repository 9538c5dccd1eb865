// A vector that stores a few elements inside the object and moves to the heap when it grows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>

namespace ts {

// Elements must be trivially copyable. The vector can be neither copied nor moved, so pointers to
// its elements stay valid until it grows.
template <typename T, uint32_t kInside>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  SmallVector() = default;
  ~SmallVector() {
    if (data_ != inside()) ::operator delete(data_, capacity_ * sizeof(T));
  }
  SmallVector(const SmallVector&) = delete;
  SmallVector& operator=(const SmallVector&) = delete;

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  const T& back() const { return data_[size_ - 1]; }
  operator std::span<const T>() const { return {data_, size_}; }

  void push_back(T value) {
    if (size_ == capacity_) grow(size_ + 1);
    data_[size_++] = value;
  }
  void insert(size_t at, T value) {
    if (size_ == capacity_) grow(size_ + 1);
    std::memmove(static_cast<void*>(data_ + at + 1), data_ + at, (size_ - at) * sizeof(T));
    data_[at] = value;
    ++size_;
  }
  void erase(size_t at) {
    std::memmove(static_cast<void*>(data_ + at), data_ + at + 1, (size_ - at - 1) * sizeof(T));
    --size_;
  }
  void truncate(size_t size) { size_ = static_cast<uint32_t>(size); }
  void clear() { size_ = 0; }
  void assign(std::span<const T> from) {
    if (from.size() > capacity_) grow(from.size());
    if (!from.empty())
      std::memmove(static_cast<void*>(data_), from.data(), from.size() * sizeof(T));
    size_ = static_cast<uint32_t>(from.size());
  }

  template <typename Range>
  friend bool operator==(const SmallVector& a, const Range& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  T* inside() { return reinterpret_cast<T*>(bytes_); }
  void grow(size_t least) {
    size_t capacity = std::max<size_t>(least, size_t{2} * capacity_);
    T* larger = static_cast<T*>(::operator new(capacity * sizeof(T)));
    std::memcpy(static_cast<void*>(larger), data_, size_ * sizeof(T));
    if (data_ != inside()) ::operator delete(data_, capacity_ * sizeof(T));
    data_ = larger;
    capacity_ = static_cast<uint32_t>(capacity);
  }

  T* data_ = inside();
  uint32_t size_ = 0;
  uint32_t capacity_ = kInside;
  alignas(T) std::byte bytes_[kInside * sizeof(T)];  // NOLINT(bugprone-sizeof-expression)
};

}  // namespace ts
