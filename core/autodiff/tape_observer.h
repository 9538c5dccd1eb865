// A program's view of the tape: anomaly mode and hooks of saved tensors.
#pragma once

#include <functional>

#include "core/autodiff/node.h"
#include "core/base/thread_state.h"

namespace ts::autodiff {

class TapeObserver {
 public:
  virtual ~TapeObserver() = default;
  // A node was made; may set Node::trace.
  virtual void recorded(Node& node) = 0;
  // Returns a function that gives the tensor back, or an empty one: the tensor itself is saved.
  virtual std::function<Tensor()> pack(const Tensor& saved) = 0;
  // Gradients that contain NaN are errors.
  virtual bool checksNan() const = 0;
  // True in anomaly mode.
  virtual bool detectsAnomalies() const = 0;
  // A node has failed in anomaly mode.
  virtual void failed(const Node& node) = 0;
};

// Null: none. The owner of an observer sets it in ThreadSettings.
inline TapeObserver* tapeObserver() { return threadState.settings().tapeObserver; }

}  // namespace ts::autodiff
