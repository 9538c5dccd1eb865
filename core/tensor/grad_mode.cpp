#include "core/tensor/grad_mode.h"

#include "core/base/thread_state.h"

namespace ts::tensor {

bool isGradEnabled() { return threadState.settings().isGradEnabled; }
void setGradEnabled(bool enabled) { threadState.settings().isGradEnabled = enabled; }
bool isInferenceMode() { return threadState.settings().isInferenceMode; }
void setInferenceMode(bool enabled) { threadState.settings().isInferenceMode = enabled; }

}  // namespace ts::tensor
