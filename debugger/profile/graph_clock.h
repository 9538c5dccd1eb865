// Measures the nodes that the interpreter runs.
#pragma once

#include "core/interp/events.h"
#include "debugger/profile/slice.h"
#include "debugger/profile/stopwatch.h"

namespace ts::debugger {

// Observes the interpreter during its lifetime.
class GraphClock final : public interp::Observer {
 public:
  explicit GraphClock(interp::Interpreter& interpreter) : interpreter_(interpreter) {
    interpreter.setObserver(this);
  }
  ~GraphClock() override { interpreter_.setObserver(nullptr); }
  GraphClock(const GraphClock&) = delete;
  GraphClock& operator=(const GraphClock&) = delete;

  void restart();
  std::vector<Slice> take() { return std::exchange(slices_, {}); }

  void framePushed(const ir::Graph&, std::string_view function,
                   std::span<const tensor::IValue>) override;
  void framePopped(const ir::Graph&, std::span<const tensor::IValue>) override;
  void nodeEntered(const ir::Node& node, std::span<const tensor::IValue>) override;
  void nodeLeft(const ir::Node& node, std::span<const tensor::IValue>) override;

 private:
  struct Open {
    double begin;
    double inside = 0;  // seconds of the nodes in it
  };
  struct TimedFrame {
    std::string function;
    Site site;  // of the call
  };

  interp::Interpreter& interpreter_;
  Stopwatch watch_;
  std::vector<Open> open_;
  std::vector<TimedFrame> frames_;
  std::vector<const ir::Node*> nodes_;  // that are open
  std::vector<Slice> slices_;
};

}  // namespace ts::debugger
