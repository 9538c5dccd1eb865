// Measures machine code with marks, and the nodes of the tape.
#pragma once

#include <unordered_map>

#include "core/autodiff/tape_watcher.h"
#include "core/interp/events.h"
#include "debugger/profile/slice.h"
#include "debugger/profile/stopwatch.h"

namespace ts::debugger {

// Is the interpreter's clock during its lifetime. The time of a loop is divided equally among its
// operators. A node of the tape belongs to the line that has recorded it; the code of its
// derivative is a part of it.
class CodeClock final : public interp::Clock, public autodiff::TapeWatcher {
 public:
  explicit CodeClock(interp::Interpreter& interpreter)
      : interpreter_(interpreter), outerTape_(autodiff::setTapeWatcher(this)) {
    interpreter.setClock(this);
  }
  ~CodeClock() override {
    interpreter_.setClock(nullptr);
    autodiff::setTapeWatcher(outerTape_);
  }
  CodeClock(const CodeClock&) = delete;
  CodeClock& operator=(const CodeClock&) = delete;

  void restart();
  std::vector<Slice> take() { return std::exchange(slices_, {}); }
  void reached(std::span<const ir::Node* const> nodes) override;
  void recorded(const autodiff::Node& node) override;
  void began() override;
  void ended() override;
  void entered(const autodiff::Node& node, std::span<const tensor::Tensor>) override;
  void left(const autodiff::Node& node, std::span<const tensor::Tensor>) override;

 private:
  void close();

  interp::Interpreter& interpreter_;
  autodiff::TapeWatcher* outerTape_;
  std::unordered_map<uint64_t, NodePlace> recorded_;  // by the node's number
  int runs_ = 0, tapeNodes_ = 0;                      // of the tape, that run
  Stopwatch watch_;
  std::vector<const ir::Node*> running_;
  double begin_ = 0;
  std::vector<Slice> slices_;
};

}  // namespace ts::debugger
