// Observes Python code as it runs: each instruction, or only those that have a trap. Stepping and
// engine comparison are built on it.
#pragma once

#include "core/eval/vm/state.h"

namespace ts::eval {

class Watcher {
 public:
  virtual ~Watcher() = default;
  // Called when a frame starts, and when a generator's frame continues. Returns true when step() is
  // to be called for the instructions of the frame.
  virtual bool enters(Vm&, const Frame&) { return true; }
  // Called before the instruction at frame.at. `top` points behind the last value of the frame's
  // stack; the result of the frame's previous instruction is there. The watcher must not change
  // anything.
  virtual void step(Vm&, const Frame&, const Value*) {}
  // Called before the instruction at frame.at, which has a trap. The watcher may run code, change
  // variables and set traps. It may move the frame to an instruction that expects the same stack,
  // by changing frame.at.
  virtual void trapped(Vm&, Frame&) {}
  // Called after a code is compiled. Traps that the watcher sets take effect at once.
  virtual void compiled(Vm&, Code&) {}
  // Called when the instruction at frame.at has raised an exception, in each frame that the
  // exception reaches. The watcher may run code.
  virtual void raised(Vm&, Frame&, ExceptionObject&) {}
  // Called by the builtin function breakpoint().
  virtual void breakpointCalled(Vm&) {}
  // Called when torch.jit.trace warns, before Python's warnings decide whether it is printed. The
  // watcher may run code, which is not traced.
  virtual void tracerWarned(Vm&, const std::string& text) { (void)text; }
};

// Sets the watcher of this thread and returns the previous one. Null: no watcher, at no cost. It
// observes calls that start from now on.
Watcher* setWatcher(Watcher* watcher);
Watcher* currentWatcher();

// Sets or removes the trap of an instruction. A code without traps runs at full speed.
void setTrap(Code& code, uint32_t at, bool isSet);

}  // namespace ts::eval
