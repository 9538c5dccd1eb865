#include "core/tensor/grad_mode.h"

namespace ts::tensor {
namespace {
thread_local bool enabledHere = true;
}

bool isGradEnabled() { return enabledHere; }
void setGradEnabled(bool enabled) { enabledHere = enabled; }

}  // namespace ts::tensor
