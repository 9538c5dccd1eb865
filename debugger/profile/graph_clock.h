// Measures the nodes that the interpreter runs, and those of the tape.
#pragma once

#include <unordered_map>

#include "core/autodiff/tape_watcher.h"
#include "core/interp/events.h"
#include "debugger/profile/slice.h"
#include "debugger/profile/stopwatch.h"

namespace ts::debugger {

// Observes the interpreter and the tape during its lifetime. A node of the tape belongs to the line
// that has recorded it; the graphs of derivatives are parts of it.
class GraphClock final : public interp::Observer, public autodiff::TapeWatcher {
 public:
  explicit GraphClock(interp::Interpreter& interpreter)
      : interpreter_(interpreter), outerTape_(autodiff::setTapeWatcher(this)) {
    interpreter.setObserver(this);
  }
  ~GraphClock() override {
    interpreter_.setObserver(nullptr);
    autodiff::setTapeWatcher(outerTape_);
  }
  GraphClock(const GraphClock&) = delete;
  GraphClock& operator=(const GraphClock&) = delete;

  void restart();
  std::vector<Slice> take() { return std::exchange(slices_, {}); }

  void framePushed(const ir::Graph&, std::string_view function,
                   std::span<const tensor::IValue>) override;
  void framePopped(const ir::Graph&, std::span<const tensor::IValue>) override;
  void nodeEntered(const ir::Node& node, std::span<const tensor::IValue>) override;
  void nodeLeft(const ir::Node& node, std::span<const tensor::IValue>) override;
  void recorded(const autodiff::Node& node) override;
  void began() override { ++runs_; }
  void ended() override;
  void entered(const autodiff::Node& node, std::span<const tensor::Tensor>) override;
  void left(const autodiff::Node& node, std::span<const tensor::Tensor>) override;

 private:
  struct Open {
    double begin;
    double inside = 0;  // seconds of the nodes in it
  };
  struct TimedFrame {
    std::string function;
    Site site;  // of the call
  };

  struct Place {
    Site site;
    std::vector<std::string> calls;
  };
  Place placeIn(const ir::Node& node) const;
  // Adds the slice of what was opened last.
  void close(std::string name, Place place, Phase phase);

  interp::Interpreter& interpreter_;
  autodiff::TapeWatcher* outerTape_;
  std::unordered_map<uint64_t, Place> recorded_;  // by the node's number
  int runs_ = 0, tapeNodes_ = 0;                  // of the tape, that run
  Stopwatch watch_;
  std::vector<Open> open_;
  std::vector<TimedFrame> frames_;
  std::vector<const ir::Node*> nodes_;  // that are open
  std::vector<Slice> slices_;
};

}  // namespace ts::debugger
