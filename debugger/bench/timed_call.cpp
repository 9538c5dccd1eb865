#include "debugger/bench/timed_call.h"

#include <chrono>

#include "core/tensor/grad_mode.h"

namespace ts::debugger {

std::vector<double> timeCalls(Engine& engine, const std::string& inputs, size_t calls,
                              const std::function<void()>& starts) {
  using Clock = std::chrono::steady_clock;
  eval::Vm& vm = engine.program->vm();
  std::optional<Failure> failure;
  std::vector<double> times;
  const bool hadGradients = tensor::isGradEnabled();
  tensor::setGradEnabled(false);
  vm.output = [](std::string_view) {};
  for (size_t i = 0; i < calls && !failure; ++i) {
    Arguments arguments;
    guarded(vm, failure, [&] {
      arguments = prepareCall(engine, Call::First, inputs);
      if (starts) starts();
      const auto start = Clock::now();
      vm.call(engine.callee, arguments.call());
      times.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    });
  }
  vm.output = nullptr;
  tensor::setGradEnabled(hadGradients);
  if (failure) throw *failure;
  return times;
}

std::string readMeasuredEngines(const std::vector<std::string>& names,
                                std::vector<EngineKind>& kinds) {
  if (!names.empty()) return readEngines(names, kinds);
  kinds = {EngineKind::Eager, EngineKind::Script, EngineKind::Compiled};
  return {};
}

}  // namespace ts::debugger
