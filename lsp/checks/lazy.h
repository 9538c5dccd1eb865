// A lazily computed value.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace ts::lsp {

// Computes its value on the first call of get(). Thread-safe: other callers wait for the first.
template <typename T>
class Lazy {
 public:
  explicit Lazy(std::function<T()> compute) : compute_(std::move(compute)) {}

  const T& get() const {
    std::call_once(once_, [this] {
      value_.emplace(compute_());
      compute_ = nullptr;
    });
    return *value_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::function<T()> compute_;
  mutable std::optional<T> value_;
};

}  // namespace ts::lsp
