// Measures Python code and the operators that it calls.
#pragma once

#include "core/eval/vm/vm.h"
#include "core/eval/vm/watcher.h"
#include "core/kernels/dispatch.h"
#include "debugger/profile/slice.h"
#include "debugger/profile/stopwatch.h"

namespace ts::debugger {

// Watches the evaluator of this thread during its lifetime.
class EagerClock final : public eval::Watcher, public kernels::DispatchObserver {
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

 private:
  void close(std::string name);

  eval::Watcher* outerWatcher_;
  kernels::DispatchObserver* outerObserver_;
  Stopwatch watch_;
  // The line that runs since `begin_`, and the functions around it.
  Site site_;
  std::vector<std::string> calls_;
  double begin_ = -1;  // negative: nothing runs
  const eval::Frame* frame_ = nullptr;
  uint32_t line_ = 0;
  std::vector<Slice> slices_;
};

}  // namespace ts::debugger
