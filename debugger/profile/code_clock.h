// Measures machine code with marks.
#pragma once

#include "core/interp/events.h"
#include "debugger/profile/slice.h"
#include "debugger/profile/stopwatch.h"

namespace ts::debugger {

// Is the interpreter's clock during its lifetime. The time of a loop is divided equally among its
// operators.
class CodeClock final : public interp::Clock {
 public:
  explicit CodeClock(interp::Interpreter& interpreter) : interpreter_(interpreter) {
    interpreter.setClock(this);
  }
  ~CodeClock() override { interpreter_.setClock(nullptr); }
  CodeClock(const CodeClock&) = delete;
  CodeClock& operator=(const CodeClock&) = delete;

  void restart();
  std::vector<Slice> take() { return std::exchange(slices_, {}); }
  void reached(std::span<const ir::Node* const> nodes) override;

 private:
  void close();

  interp::Interpreter& interpreter_;
  Stopwatch watch_;
  std::vector<const ir::Node*> running_;
  double begin_ = 0;
  std::vector<Slice> slices_;
};

}  // namespace ts::debugger
