// The debugger's side of a stepper.
#pragma once

#include <string>

#include "debugger/stepping/stack_frame.h"
#include "debugger/stepping/stop.h"

namespace ts::stepping {

// All functions are called on the engine's thread.
class StepListener {
 public:
  virtual ~StepListener() = default;
  // The engine has stopped; it continues when this function returns. To end it, throw Cancelled.
  virtual Resume stopped(const Stop& stop) = 0;
  // The text of a log point, or a problem with a breakpoint's condition. frame: where.
  virtual void logged(const std::string& text, const StackFrame& frame) = 0;
  virtual void failed(const std::string& problem, const StackFrame& frame) = 0;
};

}  // namespace ts::stepping
