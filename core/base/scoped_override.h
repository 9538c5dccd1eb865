// A variable with another value until the end of a scope.
#pragma once

#include <utility>

namespace ts {

// Sets a variable to a temporary value and restores it on destruction, also when an error passes.
template <typename T>
class ScopedOverride {
 public:
  ScopedOverride(T& variable, T value)
      : variable_(variable), before_(std::exchange(variable, std::move(value))) {}
  ScopedOverride(const ScopedOverride&) = delete;
  ScopedOverride& operator=(const ScopedOverride&) = delete;
  ~ScopedOverride() { variable_ = std::move(before_); }

 private:
  T& variable_;
  T before_;
};

}  // namespace ts
