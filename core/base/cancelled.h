// Cancels long work with a std::stop_token.
#pragma once

#include <stop_token>

namespace ts {

// Thrown by work whose stop was requested. Python code cannot catch it. The work's objects are
// incomplete afterwards: the caller destroys them and discards the result.
struct Cancelled {};

inline void throwIfCancelled(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled{};
}

}  // namespace ts
