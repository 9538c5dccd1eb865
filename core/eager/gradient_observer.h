// Marks what compiled code computes as eager code's results are marked: requires_grad and the name
// of the grad_fn.
#pragma once

#include "core/eager/gradient.h"
#include "core/interp/events.h"

namespace ts::eager {

class GradientObserver final : public interp::Observer {
 public:
  explicit GradientObserver(Vm& vm) : vm_(vm) {}
  // Whether it would have anything to mark: gradients are on, and a value or what it holds needs
  // one.
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
      calls_;  // of operators that run now; one that failed stays until its frame's next
};

}  // namespace ts::eager
