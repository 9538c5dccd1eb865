// Sets requires_grad and the grad_fn's name of results of compiled code, as for results of eager
// code.
#pragma once

#include "core/eager/gradient.h"
#include "core/interp/events.h"

namespace ts::eager {

class GradientObserver final : public interp::Observer {
 public:
  explicit GradientObserver(Vm& vm) : vm_(vm) {}
  // True if gradients are enabled and one of the values requires a gradient, directly or in a
  // container.
  static bool isNeeded(std::span<const IValue> arguments);

  void nodeEntered(const ir::Node& node, std::span<const IValue> inputs) override;
  void nodeLeft(const ir::Node& node, std::span<const IValue> outputs) override;

 private:
  struct Call {
    const ir::Node* node;
    GradientOfCall gradient;
  };
  Vm& vm_;
  std::vector<Call>
      calls_;  // calls of running operators; a failed call stays until the next event of its frame
};

}  // namespace ts::eager
