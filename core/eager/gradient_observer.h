// Sets requires_grad and the grad_fn's name of results of compiled code, as for results of eager
// code. Passes all events on to another observer.
#pragma once

#include "core/eager/gradient.h"
#include "core/interp/events.h"

namespace ts::eager {

class GradientObserver final : public interp::Observer {
 public:
  // next: may be null.
  GradientObserver(Vm& vm, interp::Observer* next) : vm_(vm), next_(next) {}
  // True if gradients are enabled and one of the values requires a gradient, directly or in a
  // container.
  static bool isNeeded(std::span<const IValue> arguments);

  interp::Events runBegun(const ir::Graph& graph, std::string_view function) override;
  void runEnded() override;
  void framePushed(const ir::Graph& graph, std::string_view function,
                   std::span<const IValue> arguments) override;
  void framePopped(const ir::Graph& graph, std::span<const IValue> results) override;
  std::optional<std::vector<IValue>> takeCall(const ir::Graph& graph, std::string_view function,
                                              std::span<const IValue> arguments) override;
  void nodeEntered(const ir::Node& node, std::span<const IValue> inputs) override;
  void nodeLeft(const ir::Node& node, std::span<const IValue> outputs) override;
  void blockTaken(const ir::Node& node, size_t block) override;
  void iterationBegun(const ir::Node& node, int64_t index) override;
  void raised(const ir::Node& node, const interp::Exception& exception,
              const interp::LiveFrames& frames) override;

 private:
  struct Call {
    const ir::Node* node;
    GradientOfCall gradient;
  };
  void enter(const ir::Node& node, std::span<const IValue> inputs);
  void leave(const ir::Node& node, std::span<const IValue> outputs);

  Vm& vm_;
  interp::Observer* const next_;
  std::vector<Call>
      calls_;  // calls of running operators; a failed call stays until the next event of its frame
};

}  // namespace ts::eager
