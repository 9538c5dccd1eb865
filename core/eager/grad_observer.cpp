#include "core/eager/grad_observer.h"

#include "core/autodiff/autocast.h"
#include "core/tensor/grad_mode.h"

namespace ts::eager {
namespace {

GradObserver& observerOf(Vm& vm) {
  auto& observer = eagerOf(vm).gradObserver;
  if (!observer) observer = std::make_unique<GradObserver>(vm);
  return *observer;
}

Value setAnomaly(Vm& vm, Value* args) {
  GradObserver& observer = observerOf(vm);
  observer.isAnomalyMode = vm.truth(args[0]);
  observer.isCheckingNan = vm.truth(args[1]);
  observer.update();
  return Value::none();
}
Value currentAnomaly(Vm& vm, Value*) {
  const GradObserver& observer = observerOf(vm);
  return vm.tuple({Value::boolean(observer.isAnomalyMode), Value::boolean(observer.isCheckingNan)});
}
Value pushSavedHooks(Vm& vm, Value* args) {
  GradObserver& observer = observerOf(vm);
  if (!observer.refusal.isNone()) vm.raise(vm.types.RuntimeError, vm.toStr(observer.refusal));
  observer.savedHooks.emplace_back(args[0], args[1]);
  observer.update();
  return Value::none();
}
Value popSavedHooks(Vm& vm, Value*) {
  observerOf(vm).savedHooks.pop_back();
  observerOf(vm).update();
  return Value::none();
}
Value refuseSavedHooks(Vm& vm, Value* args) {
  return std::exchange(observerOf(vm).refusal, args[0]);
}

// torch.autocast on the CPU.
Value currentAutocast(Vm& vm, Value*) {
  const AutocastState& state = threadState.settings().autocast;
  return vm.tuple({Value::boolean(state.isEnabled), dtypeValue(vm, state.dtype),
                   Value::boolean(state.keepsConversions)});
}
// Returns the state before.
Value setAutocast(Vm& vm, Value* args) {
  Value before = currentAutocast(vm, args);
  threadState.settings().autocast = {vm.truth(args[0]), *dtypeArgument(vm, args[1]),
                                     vm.truth(args[2])};
  return before;
}
Value forgetAutocasts(Vm&, Value*) {
  autodiff::forgetAutocasts();
  return Value::none();
}

constexpr NativeDef kObserverFunctions[] = {
    {"_set_autocast", "enabled, dtype, cache, /", setAutocast},
    {"_autocast", "", currentAutocast},
    {"_forget_autocasts", "", forgetAutocasts},
    {"_set_anomaly", "enabled, check_nan, /", setAnomaly},
    {"_anomaly", "", currentAnomaly},
    {"_push_saved_hooks", "pack, unpack, /", pushSavedHooks},
    {"_pop_saved_hooks", "", popSavedHooks},
    {"_refuse_saved_hooks", "message, /", refuseSavedHooks},
};

}  // namespace

GradObserver::~GradObserver() {
  ThreadSettings& settings = threadState.settings();
  if (settings.tapeObserver == this) settings.tapeObserver = nullptr;
}

void GradObserver::update() {
  const bool isNeeded = isAnomalyMode || !savedHooks.empty();
  threadState.settings().tapeObserver = isNeeded ? this : nullptr;
}

void GradObserver::recorded(autodiff::Node& node) {
  if (!isAnomalyMode) return;
  auto text = std::make_unique<std::string>();
  const std::vector<eval::ExceptionObject::TracebackEntry> frames = vm_.stack();
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const SourceRange& at = frame->at;
    if (!at.file) continue;
    const auto line = at.file->lineOf(at.span.begin);
    *text += fmt::format("  File \"{}\", line {}, in {}\n", at.file->path(), line, frame->function);
    std::string_view source = at.file->lineText(line);
    source.remove_prefix(std::min(source.find_first_not_of(" \t"), source.size()));
    *text += fmt::format("    {}\n", source);
  }
  node.trace = std::move(text);
}

void GradObserver::failed(const autodiff::Node& node) {
  const std::string text =
      node.trace ? fmt::format(
                       "Error detected in {}. Traceback of forward call that caused the "
                       "error:\n{}",
                       node.name(), *node.trace)
                 : fmt::format(
                       "Error detected in {}. No forward pass information available. "
                       "Enable detect anomaly during forward pass for more information.",
                       node.name());
  vm_.call(vm_.moduleAttribute(*vm_.module("warnings"), vm_.intern("warn")), {vm_.str(text)});
}

std::function<Tensor()> GradObserver::pack(const Tensor& saved) {
  if (savedHooks.empty()) return nullptr;
  const auto hooks = savedHooks.back();
  Value packed;
  {
    const tensor::GradModeScope mode(false);
    packed = vm_.call(hooks.first, {wrap(vm_, saved)});
  }
  return [&vm = vm_, packed, unpack = hooks.second] {
    const Value found = vm.call(unpack, {packed});
    if (!isTensor(found))
      vm.raiseTypeError(
          "Output of saved tensor unpack_hook expected to be a Tensor but got result of type " +
          vm.classOf(found)->name);
    return dataOf(found);
  };
}

std::span<const NativeDef> gradObserverFunctions() { return kObserverFunctions; }

}  // namespace ts::eager
