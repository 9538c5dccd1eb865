// torch.is_grad_enabled(), per thread: operators on tensors that require gradients are recorded.
#pragma once

namespace ts::tensor {

bool isGradEnabled();
void setGradEnabled(bool enabled);

}  // namespace ts::tensor
