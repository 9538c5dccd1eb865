#include "core/base/thread_state.h"

namespace ts {

constinit thread_local ThreadState threadState;

}  // namespace ts
