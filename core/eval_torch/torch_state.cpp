#include "core/eval_torch/torch_state.h"

#include "core/eval/vm/state.h"
#include "core/eval_torch/eager.h"

namespace ts::eval {

void attachEager(Vm& vm, std::shared_ptr<EagerTorch> eager) {
  auto& held = vm.state().torch;
  held = std::make_shared<TorchState>();
  held->eager = std::move(eager);
  initDtypes(vm, *held);
  initOperators(vm, *held);
  initTensor(vm, *held);
  if (held->eager) held->eager->defineClasses(vm, *held);
}

TorchState& torchOf(Vm& vm) {
  auto& held = vm.state().torch;
  if (!held) attachEager(vm, nullptr);
  return *held;
}

void addTorchFunctions(Vm& vm, Module& module, std::span<const NativeDef> functions) {
  vm.addFunctions(module, functions);
  if (EagerTorch* eager = torchOf(vm).eager.get())
    vm.addFunctions(module, eager->functions(module.name));
}

}  // namespace ts::eval
