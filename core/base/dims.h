// A short list of sizes, strides or dimensions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace ts {

// A vector of integers that holds up to kInline of them without an allocation.
class Dims {
 public:
  Dims() = default;
  Dims(std::initializer_list<int64_t> values) { assign(std::span(values.begin(), values.size())); }
  Dims(std::span<const int64_t> values) { assign(values); }
  Dims(const std::vector<int64_t>& values) { assign(values); }
  Dims(size_t count, int64_t value) {
    resize(count);
    for (int64_t& item : *this) item = value;
  }
  Dims(const Dims& other) { assign(other); }
  Dims(Dims&& other) noexcept
      : count_(std::exchange(other.count_, 0)),
        capacity_(std::exchange(other.capacity_, kInline)),
        heap_(std::exchange(other.heap_, nullptr)),
        inline_(other.inline_) {}
  Dims& operator=(Dims other) noexcept {
    swap(other);
    return *this;
  }
  ~Dims() { delete[] heap_; }

  size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  int64_t* data() { return heap_ ? heap_ : inline_.data(); }
  const int64_t* data() const { return heap_ ? heap_ : inline_.data(); }
  int64_t& operator[](size_t i) { return data()[i]; }
  int64_t operator[](size_t i) const { return data()[i]; }
  int64_t* begin() { return data(); }
  int64_t* end() { return data() + count_; }
  const int64_t* begin() const { return data(); }
  const int64_t* end() const { return data() + count_; }
  int64_t back() const { return data()[count_ - 1]; }
  operator std::span<const int64_t>() const { return {data(), count_}; }
  void push_back(int64_t value) {
    resize(count_ + 1);
    data()[count_ - 1] = value;
  }
  // New elements are 0.
  void resize(size_t count) {
    if (count > capacity_) grow(count);
    for (size_t i = count_; i < count; ++i) data()[i] = 0;
    count_ = static_cast<uint32_t>(count);
  }
  void insert(size_t at, int64_t value);
  void erase(size_t at);
  void swap(Dims& other) noexcept;
  std::vector<int64_t> vec() const { return {begin(), end()}; }
  friend bool operator==(const Dims& a, const Dims& b) {
    return a.count_ == b.count_ && std::memcmp(a.data(), b.data(), a.count_ * sizeof(int64_t)) == 0;
  }

 private:
  static constexpr uint32_t kInline = 6;
  void grow(size_t count);
  void assign(std::span<const int64_t> values);
  uint32_t count_ = 0;
  uint32_t capacity_ = kInline;
  int64_t* heap_ = nullptr;
  std::array<int64_t, kInline> inline_{};
};

}  // namespace ts
