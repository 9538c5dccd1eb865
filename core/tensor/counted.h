// Reference counting. Counts are atomic, because engines in different threads share inputs.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace ts::tensor {

// Base class of shared objects; the last reference destroys the object.
class Counted {
 public:
  Counted() = default;
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  virtual ~Counted() = default;
  void retain() const { count_.fetch_add(1, std::memory_order_relaxed); }
  void release() const {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  // retain(), unless the last reference is gone already and the object is being destroyed.
  bool retainIfAlive() const {
    uint32_t count = count_.load(std::memory_order_relaxed);
    while (count != 0)
      if (count_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed)) return true;
    return false;
  }
  uint32_t useCount() const { return count_.load(std::memory_order_relaxed); }

 private:
  mutable std::atomic<uint32_t> count_{0};
};

template <typename T>
class Ptr {
 public:
  Ptr() = default;
  Ptr(std::nullptr_t) {}
  Ptr(T* object) : object_(object) {
    if (object_) object_->retain();
  }
  Ptr(const Ptr& other) : Ptr(other.object_) {}
  Ptr(Ptr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U>
  requires std::is_convertible_v<U*, T*> Ptr(const Ptr<U>& other) : Ptr(other.get()) {}
  ~Ptr() {
    if (object_) object_->release();
  }
  Ptr& operator=(Ptr other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ptr& a, const Ptr& b) { return a.object_ == b.object_; }

 private:
  T* object_ = nullptr;
};

template <typename T, typename... Args>
Ptr<T> makeCounted(Args&&... args) {
  return Ptr<T>(new T(std::forward<Args>(args)...));
}

}  // namespace ts::tensor
