// c10::intrusive_ptr: objects that count their references. C++17.
#pragma once

#include <jitscope/torch/error.h>

#include <atomic>
#include <type_traits>

namespace c10 {
inline namespace jitscope_v0 {

template <typename T>
class intrusive_ptr;

// The base of counted objects.
class intrusive_ptr_target {
 public:
  virtual ~intrusive_ptr_target() = default;

 protected:
  intrusive_ptr_target() = default;
  // A copy is a new object, without references.
  intrusive_ptr_target(const intrusive_ptr_target&) {}
  intrusive_ptr_target& operator=(const intrusive_ptr_target&) { return *this; }

 private:
  template <typename T>
  friend class intrusive_ptr;
  mutable std::atomic<size_t> references_ = 0;
};

template <typename T>
class intrusive_ptr {
 public:
  using element_type = T;
  intrusive_ptr() = default;
  intrusive_ptr(std::nullptr_t) {}
  intrusive_ptr(const intrusive_ptr& other) : intrusive_ptr(other.object_) {}
  intrusive_ptr(intrusive_ptr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U, typename = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  intrusive_ptr(const intrusive_ptr<U>& other) : intrusive_ptr(other.get()) {}
  // The first owner of a new object.
  explicit intrusive_ptr(std::unique_ptr<T> object) : intrusive_ptr(object.release()) {}
  ~intrusive_ptr() { reset(); }
  intrusive_ptr& operator=(intrusive_ptr other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  template <typename... Arguments>
  static intrusive_ptr make(Arguments&&... arguments) {
    return intrusive_ptr(new T(std::forward<Arguments>(arguments)...));
  }
  // Takes over the reference that release() gave.
  static intrusive_ptr reclaim(T* object) {
    intrusive_ptr owner;
    owner.object_ = object;
    return owner;
  }
  static intrusive_ptr unsafe_reclaim_from_nonowning(T* object) { return intrusive_ptr(object); }
  T* release() noexcept { return std::exchange(object_, nullptr); }
  void reset() noexcept {
    T* const object = release();
    if (object != nullptr && object->references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete object;
  }
  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool defined() const { return object_ != nullptr; }
  size_t use_count() const { return object_ == nullptr ? 0 : object_->references_.load(); }
  bool unique() const { return use_count() == 1; }
  friend bool operator==(const intrusive_ptr& a, const intrusive_ptr& b) {
    return a.object_ == b.object_;
  }
  friend bool operator!=(const intrusive_ptr& a, const intrusive_ptr& b) { return !(a == b); }

 private:
  explicit intrusive_ptr(T* object) : object_(object) {
    if (object != nullptr) object->references_.fetch_add(1, std::memory_order_relaxed);
  }
  template <typename U>
  friend class intrusive_ptr;

  T* object_ = nullptr;
};
template <typename T, typename... Arguments>
intrusive_ptr<T> make_intrusive(Arguments&&... arguments) {
  return intrusive_ptr<T>::make(std::forward<Arguments>(arguments)...);
}
template <typename T, typename U>
intrusive_ptr<T> static_intrusive_pointer_cast(const intrusive_ptr<U>& from) {
  return intrusive_ptr<T>::unsafe_reclaim_from_nonowning(static_cast<T*>(from.get()));
}
template <typename T, typename U>
intrusive_ptr<T> dynamic_intrusive_pointer_cast(const intrusive_ptr<U>& from) {
  return intrusive_ptr<T>::unsafe_reclaim_from_nonowning(dynamic_cast<T*>(from.get()));
}

}  // namespace jitscope_v0
}  // namespace c10
