// Whether results are to know where they came from: torch.is_grad_enabled(). Nothing is
// differentiated; programs ask for it and print it. Per thread.
#pragma once

namespace ts::tensor {

bool isGradEnabled();
void setGradEnabled(bool enabled);

}  // namespace ts::tensor
