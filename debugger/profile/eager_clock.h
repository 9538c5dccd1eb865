// Measures Python code, the operators that it calls, and the nodes of the tape.
#pragma once

#include <unordered_map>

#include "core/autodiff/tape_watcher.h"
#include "core/eval/vm/vm.h"
#include "core/eval/vm/watcher.h"
#include "core/kernels/dispatch.h"
#include "debugger/profile/slice.h"
#include "debugger/profile/stopwatch.h"

namespace ts::debugger {

// Watches the evaluator and the tape of this thread during its lifetime. A node of the tape belongs
// to the line that has recorded it.
class EagerClock final : public eval::Watcher,
                         public kernels::DispatchObserver,
                         public autodiff::TapeWatcher {
 public:
  explicit EagerClock(eval::Vm& vm);
  ~EagerClock() override;
  EagerClock(const EagerClock&) = delete;
  EagerClock& operator=(const EagerClock&) = delete;

  void restart();
  std::vector<Slice> take();

  void step(eval::Vm&, const eval::Frame& frame, const eval::Value*) override;
  void entered(const ops::FunctionSchema& schema, std::span<const tensor::IValue>) override;
  void left(const ops::FunctionSchema& schema, std::span<const tensor::IValue>) override;
  void recorded(const autodiff::Node& node) override;
  void began() override;
  void ended() override;
  void entered(const autodiff::Node& node, std::span<const tensor::Tensor>) override;
  void left(const autodiff::Node& node, std::span<const tensor::Tensor>) override;

 private:
  // The code that runs.
  struct Place {
    Site site;                       // its line
    std::vector<std::string> calls;  // the functions around it
    Phase phase = Phase::Forward;
  };
  // A run of the tape, and what ran before it.
  struct Run {
    Place place;
    int nodes = 0;
  };
  void close(std::string name);
  void next(std::string name, const Place& place);

  eval::Watcher* outerWatcher_;
  kernels::DispatchObserver* outerObserver_;
  autodiff::TapeWatcher* outerTape_;
  Stopwatch watch_;
  Place here_;
  double begin_ = -1;  // since when it runs; negative: nothing runs
  const eval::Frame* frame_ = nullptr;
  uint32_t line_ = 0;
  std::unordered_map<uint64_t, Place> recorded_;  // by the node's number
  std::vector<Run> runs_;                         // innermost last
  int nodes_ = 0;                                 // that run
  std::vector<Slice> slices_;
};

}  // namespace ts::debugger
