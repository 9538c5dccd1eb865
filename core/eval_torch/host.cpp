// Module _host: the machine that the program runs on. core/eager defines its functions; in the
// static domain it is empty.
#include "core/eval/state.h"
#include "core/eval_torch/eager.h"
#include "core/eval_torch/modules.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {

void fillHost(Vm& vm, Module& module) {
  EagerTorch* eager = vm.state().torch ? vm.state().torch->eager.get() : nullptr;
  module.globals->set(vm.intern("active"), Value::boolean(eager != nullptr));
  if (eager) vm.addFunctions(module, eager->functions("_host"));
}

}  // namespace ts::eval
