#include "debugger/bench/timed_call.h"

#include <chrono>

#include "core/tensor/grad_mode.h"

namespace ts::debugger {

// Seeds the random numbers for the call, with copies or without.
Arguments TimedCalls::freshArguments() {
  Arguments evaluated = prepareCall(engine_, Call::First, original_ && isCopied_ ? "" : inputs_);
  if (!isCopied_) return evaluated;
  if (!original_) original_ = std::move(evaluated);
  // One call, so that arguments that share an object share its copy.
  eval::Vm& vm = engine_.program->vm();
  Arguments copy{{}, original_->names};
  try {
    const eval::Value all =
        vm.call(engine_.program->lookup("copy", "deepcopy"), {vm.tuple(original_->values)});
    copy.values = all.as<eval::Tuple>()->items;
  } catch (const eval::Raised&) {
    isCopied_ = false;
    return prepareCall(engine_, Call::First, inputs_);
  }
  return copy;
}

std::vector<double> TimedCalls::run(size_t calls, const std::function<void()>& starts) {
  using Clock = std::chrono::steady_clock;
  eval::Vm& vm = engine_.program->vm();
  std::optional<Failure> failure;
  std::vector<double> times;
  const runtime::Runtime::Scope scope(engine_.program->runtime());
  const bool hadGradients = tensor::isGradEnabled();
  tensor::setGradEnabled(engine_.takesGradients);
  vm.output = [](std::string_view) {};
  for (size_t i = 0; i < calls && !failure; ++i) {
    Arguments arguments;
    guarded(vm, failure, [&] {
      arguments = freshArguments();
      std::optional<DifferentiatedCall> differentiated;
      if (engine_.takesGradients) differentiated.emplace(*engine_.program, arguments);
      if (starts) starts();
      const auto start = Clock::now();
      const eval::Value result = vm.call(engine_.callee, arguments.call());
      if (differentiated) differentiated->gradients(engine_.callee, result);
      times.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    });
  }
  vm.output = nullptr;
  tensor::setGradEnabled(hadGradients);
  if (failure) throw *failure;
  return times;
}

std::string readMeasuredCall(const MeasureSettings& settings, MeasuredCall& call) {
  call.engines = {EngineKind::Eager, EngineKind::Script, EngineKind::Compiled};
  if (!settings.engines.empty()) {
    call.engines.clear();
    std::string wrong = readEngines(settings.engines, call.engines);
    if (!wrong.empty()) return wrong;
  }
  const driver::ParsedTarget target = driver::parseTarget(settings.target);
  if (!target) return target.error;
  call.request = {*target.target, settings.init, settings.inputs,
                  settings.example.value_or(settings.inputs)};
  call.request.isStrict = !settings.flags.isLenient;
  call.request.evaluates = settings.flags.evaluates;
  call.request.foldsAsPyTorch = settings.flags.foldsAsPyTorch;
  call.request.takesGradients = settings.flags.takesGradients;
  findExample(call.request, {});
  return findInit(call.request, {}).error;
}

}  // namespace ts::debugger
