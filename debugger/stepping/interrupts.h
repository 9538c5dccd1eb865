// Work that other threads give to a running engine.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "core/eval/vm/vm.h"

namespace ts::stepping {

// Takes the interrupt flag of an evaluator from its construction to its destruction. Owned by a
// stepper; only add() may be called on other threads than the engine's.
class Interrupts {
 public:
  explicit Interrupts(eval::Vm& vm);
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Runs `work` on the engine's thread while the program runs, within milliseconds unless native
  // code runs for longer.
  void add(std::function<void()> work);
  // Runs what was added, unless the evaluator has run it already.
  void runPending();

 private:
  void runAll();

  eval::Vm& vm_;
  std::atomic<bool> isPending_{false};
  std::mutex mutex_;
  std::vector<std::function<void()>> work_;
  std::atomic<bool>* const outerFlag_;  // of a stepper that observes the same thread
  const std::function<void()> outerHandler_;
};

}  // namespace ts::stepping
