// Module _host: the machine that the program runs on. core/eager defines its functions; the static
// domain has only `active`, which is then False, is_unknown() and unavailable().
#include "core/eval/vm/state.h"
#include "core/eval_torch/eager.h"
#include "core/eval_torch/modules.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {

namespace {

// For functions of the prelude that would search an Unknown text without an end.
Value isUnknown(Vm&, Value* args) { return Value::boolean(args[0].isUnknown()); }

// For functions of Python and PyTorch that JitScope doesn't have.
Value unavailable(Vm& vm, Value* args) { vm.raiseGap(vm.toStr(args[0])); }

const NativeDef kFunctions[] = {{"is_unknown", "value, /", isUnknown, kTakesUnknown},
                                {"unavailable", "what, /", unavailable}};

}  // namespace

void fillHost(Vm& vm, Module& module) {
  EagerTorch* eager = vm.state().torch ? vm.state().torch->eager.get() : nullptr;
  module.globals->set(vm.intern("active"), Value::boolean(eager != nullptr));
  vm.addFunctions(module, kFunctions);
  if (eager) vm.addFunctions(module, eager->functions("_host"));
}

}  // namespace ts::eval
