// Watching Python code while it runs, an instruction at a time: what stepping through it, and
// comparing it with other engines, stand on.
#pragma once

#include "core/eval/state.h"

namespace ts::eval {

class Watcher {
 public:
  virtual ~Watcher() = default;
  // Before the instruction that frame.at names. `top` is behind the last value of the frame's
  // stack; what the instruction before it in the same frame gave lies there. Nothing may be
  // changed.
  virtual void step(Vm& vm, const Frame& frame, const Value* top) = 0;
};

// Of this thread; null: nobody, and then it costs nothing. Sees the calls that begin from now on.
// Gives the one before.
Watcher* setWatcher(Watcher* watcher);

}  // namespace ts::eval
