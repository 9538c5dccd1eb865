// Gradient modes, per thread.
#pragma once

namespace ts::tensor {

// torch.is_grad_enabled(): operators on tensors that require gradients are recorded.
bool isGradEnabled();
void setGradEnabled(bool enabled);
// Sets it for the lifetime of an object.
class GradModeScope {
 public:
  explicit GradModeScope(bool enabled) : before_(isGradEnabled()) { setGradEnabled(enabled); }
  ~GradModeScope() { setGradEnabled(before_); }
  GradModeScope(const GradModeScope&) = delete;
  GradModeScope& operator=(const GradModeScope&) = delete;

 private:
  const bool before_;
};
// torch.is_inference_mode_enabled(): new tensors are inference tensors, which are never recorded.
bool isInferenceMode();
void setInferenceMode(bool enabled);

}  // namespace ts::tensor
