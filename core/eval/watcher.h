// Observes Python code as it runs, instruction by instruction. Stepping and engine comparison are
// built on it.
#pragma once

#include "core/eval/state.h"

namespace ts::eval {

class Watcher {
 public:
  virtual ~Watcher() = default;
  // Called before the instruction at frame.at. `top` points behind the last value of the frame's
  // stack; the result of the frame's previous instruction is there. The watcher must not change
  // anything.
  virtual void step(Vm& vm, const Frame& frame, const Value* top) = 0;
};

// Sets the watcher of this thread and returns the previous one. Null: no watcher, at no cost. It
// observes calls that start from now on.
Watcher* setWatcher(Watcher* watcher);

}  // namespace ts::eval
