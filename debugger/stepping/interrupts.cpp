#include "debugger/stepping/interrupts.h"

#include <utility>

namespace ts::stepping {

Interrupts::Interrupts(eval::Vm& vm)
    : vm_(vm), outerFlag_(vm.interrupt), outerHandler_(vm.onInterrupt) {
  vm_.interrupt = &isPending_;
  vm_.onInterrupt = [this] { runAll(); };
}

Interrupts::~Interrupts() {
  vm_.interrupt = outerFlag_;
  vm_.onInterrupt = outerHandler_;
}

void Interrupts::add(std::function<void()> work) {
  std::lock_guard lock(mutex_);
  work_.push_back(std::move(work));
  isPending_.store(true);
}

void Interrupts::runPending() {
  if (isPending_.exchange(false)) runAll();
}

void Interrupts::runAll() {
  std::vector<std::function<void()>> all;
  {
    std::lock_guard lock(mutex_);
    all.swap(work_);
  }
  for (const auto& work : all) work();
}

}  // namespace ts::stepping
