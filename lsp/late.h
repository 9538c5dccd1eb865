// What is made when somebody asks for it, as nobody may.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace ts::lsp {

// Thread-safe: who asks while it is being made waits.
template <typename T>
class Late {
 public:
  explicit Late(std::function<T()> make) : make_(std::move(make)) {}

  const T& get() const {
    std::call_once(once_, [this] {
      made_.emplace(make_());
      make_ = nullptr;
    });
    return *made_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::function<T()> make_;
  mutable std::optional<T> made_;
};

}  // namespace ts::lsp
