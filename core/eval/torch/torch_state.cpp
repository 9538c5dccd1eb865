#include "core/eval/torch/torch_state.h"

#include "core/eval/state.h"

namespace ts::eval {

TorchState& torchOf(Vm& vm) {
  auto& held = vm.state().torch;
  if (held) return *held;
  held = std::make_shared<TorchState>();
  initDtypes(vm, *held);
  initOperators(vm, *held);
  initTensor(vm, *held);
  return *held;
}

}  // namespace ts::eval
