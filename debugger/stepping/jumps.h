// Jumps of a stopped Python frame to another line.
#pragma once

#include <cstdint>
#include <string>

#include "core/eval/vm/state.h"

namespace ts::stepping {

// The instruction at which a frame continues, or the reason why the jump is refused.
struct Jump {
  uint32_t at = 0;
  std::string problem;  // empty: the jump is sound
};

// A jump is sound between the first instructions of two statements of one block: the frame's stack,
// its exception handlers and its loops are the same there.
Jump findJump(const eval::Frame& frame, uint32_t line);

}  // namespace ts::stepping
