// A progress line on the terminal.
#pragma once

#include <chrono>
#include <cstddef>

namespace ts::check {

// Appears after half a second, and only for several files when standard error is a terminal.
class Progress {
 public:
  explicit Progress(size_t total);
  ~Progress() { clear(); }

  void done(size_t count);
  // Removes the line, so that other output can be written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  size_t total_;
  bool active_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace ts::check
