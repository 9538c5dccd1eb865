// A tool's view of the tape: the debugger, the profiler and pictures watch nodes being made and
// run. Programs have another one: TapeObserver.
#pragma once

#include <span>

#include "core/autodiff/node.h"

namespace ts::autodiff {

// The default implementations do nothing.
class TapeWatcher {
 public:
  virtual ~TapeWatcher() = default;
  // A node was made. It is not complete: its name and its edges are known.
  virtual void recorded(const Node& node) { (void)node; }
  // A run over the tape begins and ends; also when it raises. It may run inside of another one.
  virtual void began() {}
  virtual void ended() {}
  // `entered` is called before a node runs, with the gradients of its outputs, and `left` after it,
  // with those of its edges; if the node raises, `left` is not called. Gradients may be undefined.
  virtual void entered(const Node& node, std::span<const Tensor> gradients) {
    (void)node, (void)gradients;
  }
  virtual void left(const Node& node, std::span<const Tensor> results) {
    (void)node, (void)results;
  }
};

// Sets the watcher of this thread; null removes it. Returns the previous one.
TapeWatcher* setTapeWatcher(TapeWatcher* watcher);
TapeWatcher* tapeWatcher();

}  // namespace ts::autodiff
