// A line on the terminal that says how far a long run has come.
#pragma once

#include <chrono>
#include <cstddef>

namespace ts::check {

// Shows nothing in the first half second, and nothing at all where standard error is no terminal.
class Progress {
 public:
  explicit Progress(size_t total);
  ~Progress() { clear(); }

  void done(size_t count);
  // Takes the line away, so that something else can be written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  size_t total_;
  bool active_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace ts::check
