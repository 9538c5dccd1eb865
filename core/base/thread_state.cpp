#include "core/base/thread_state.h"

namespace ts {

// The header says what each member is.
constinit thread_local ThreadState threadState;

}  // namespace ts
