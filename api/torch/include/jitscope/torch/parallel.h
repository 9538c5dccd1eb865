// at::parallel_for. C++17.
#pragma once

#include <jitscope/torch/guards.h>

namespace at {
inline namespace jitscope_v0 {

// Calls work(begin, end) for parts of a range. The library lends programs no threads, so there is
// one part.
template <typename Work>
void parallel_for(int64_t begin, int64_t end, int64_t, const Work& work) {
  if (begin < end) work(begin, end);
}
inline int get_thread_num() { return 0; }
inline bool in_parallel_region() { return false; }

}  // namespace jitscope_v0
}  // namespace at
