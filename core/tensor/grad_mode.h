// torch.is_grad_enabled(), per thread. JitScope computes no gradients, but programs read the mode,
// and results show it in requires_grad and grad_fn.
#pragma once

namespace ts::tensor {

bool isGradEnabled();
void setGradEnabled(bool enabled);

}  // namespace ts::tensor
