// The requests of a program to its tape: anomaly mode, and hooks of saved tensors.
#pragma once

#include "core/autodiff/tape_observer.h"
#include "core/eager/torch.h"

namespace ts::eager {

class GradObserver final : public autodiff::TapeObserver {
 public:
  explicit GradObserver(Vm& vm) : vm_(vm) {}
  ~GradObserver() override;

  void recorded(autodiff::Node& node) override;
  std::function<Tensor()> pack(const Tensor& saved) override;
  bool checksNan() const override { return isAnomalyMode && isCheckingNan; }
  bool detectsAnomalies() const override { return isAnomalyMode; }
  void failed(const autodiff::Node& node) override;
  // Observes the tape while there is a reason to. Call it after each change.
  void update();

  bool isAnomalyMode = false, isCheckingNan = true;
  std::vector<std::pair<Value, Value>> savedHooks;  // pack and unpack; the last ones are used
  Value refusal = Value::none();                    // why no hooks may be added, as text

 private:
  Vm& vm_;
};

// torch._C:
// _set_anomaly(enabled, check_nan), _anomaly(): (enabled, check_nan)
// _push_saved_hooks(pack, unpack), _pop_saved_hooks(), _refuse_saved_hooks(message): the old one
std::span<const NativeDef> gradObserverFunctions();

}  // namespace ts::eager
