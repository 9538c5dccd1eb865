// A cache that depends on the version of PyTorch.
#pragma once

#include <array>
#include <mutex>
#include <optional>

#include "core/base/torch_profile.h"

namespace ts {

// One value for each profile, made on its first access. For static variables: thread-safe.
template <typename T>
class PerProfile {
 public:
  // The value of the thread's profile.
  T& get() {
    return filled([](std::optional<T>& value) { value.emplace(); });
  }
  // Likewise; `make` returns the value when it is missing.
  template <typename Make>
  T& get(Make&& make) {
    return filled([&](std::optional<T>& value) { value.emplace(make()); });
  }

 private:
  struct Slot {
    std::once_flag once;
    std::optional<T> value;
  };

  template <typename Fill>
  T& filled(Fill&& fill) {
    Slot& slot = slots_[indexOf(torchProfile())];
    std::call_once(slot.once, [&] { fill(slot.value); });
    return *slot.value;
  }

  std::array<Slot, kTorchProfileCount> slots_;
};

}  // namespace ts
