#include "core/check/progress.h"

#include <unistd.h>

#include <cstdio>

namespace ts::check {

namespace {

constexpr std::chrono::milliseconds kQuiet{500};
constexpr std::chrono::milliseconds kStep{100};

}  // namespace

Progress::Progress(size_t total)
    : total_(total), active_(total > 1 && isatty(STDERR_FILENO)), next_(Clock::now() + kQuiet) {}

void Progress::done(size_t count) {
  if (!active_ || Clock::now() < next_) return;
  next_ = Clock::now() + kStep;
  shown_ = true;
  std::fprintf(stderr, "\r\033[Kchecked %zu of %zu files", count, total_);
  std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  shown_ = false;
  std::fputs("\r\033[K", stderr);
}

}  // namespace ts::check
