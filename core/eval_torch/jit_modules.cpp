// The native parts of torch.jit and torch._jit_internal: functions that record how code is passed
// to the compiler.
#include "core/eval/vm/state.h"
#include "core/eval_torch/modules.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

// ---- torch.jit

Value script(Vm& vm, Value* args) {
  recordJitEvent(vm, {JitUse::Script, args[0], vm.where(), {}, {}});
  return args[0];
}

// The example inputs of a trace: the elements of a tuple, or the single input.
std::vector<Value> inputsOf(const Value& inputs) {
  if (auto* tuple = inputs.as<Tuple>()) return tuple->items;
  if (inputs.isNone() || inputs.isUnbound()) return {};
  return {inputs};
}

Value trace(Vm& vm, Value* args) {
  recordJitEvent(vm, {JitUse::Trace, args[0], vm.where(), inputsOf(args[1]), {}});
  return args[0];
}

Value traceModule(Vm& vm, Value* args) {
  auto* inputs = args[1].as<Dict>();
  if (!inputs) return args[0];
  inputs->each([&](const Value& key, const Value& value) {
    auto* method = key.as<Str>();
    if (method)
      recordJitEvent(vm, {JitUse::Trace, args[0], vm.where(), inputsOf(value), method->text});
  });
  return args[0];
}

constexpr NativeDef kJit[] = {
    {"script", "obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None", script,
     kTakesUnknown},
    {"trace",
     "func, example_inputs, optimize=None, check_trace=True, check_inputs=None, "
     "check_tolerance=0.00001, strict=True, "
     "_force_outplace=False, _module_class=None, _compilation_unit=None",
     trace, kTakesUnknown},
    {"trace_module",
     "mod, inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=0.00001, "
     "strict=True, "
     "_force_outplace=False, _module_class=None, _compilation_unit=None",
     traceModule, kTakesUnknown},
};

// ---- torch._jit_internal

Value dispatch(Vm& vm, Value* args) {
  Ref<Dispatch> dispatch = new Dispatch(Kind::Native, torchOf(vm).dispatch);
  if (auto* flag = args[0].as<Str>()) dispatch->flag = flag->text;
  dispatch->index = intArgument(vm, args[1]);
  dispatch->byDefault = vm.truth(args[2]);
  dispatch->ifTrue = args[3];
  dispatch->ifFalse = args[4];
  dispatch->attributes = vm.dict();
  if (!args[5].isNone()) dispatch->attributes->set(vm.intern("__module__"), args[5]);
  if (!args[6].isNone()) dispatch->attributes->set(vm.intern("__name__"), args[6]);
  return dispatch;
}

Value callDispatch(Vm& vm, const Value& self, const CallArgs& args) {
  auto& dispatch = *self.asNative<Dispatch>();
  Value flag = Value::boolean(dispatch.byDefault);
  for (size_t i = 0; i < args.names.size(); ++i)
    if (args.names[i]->text == dispatch.flag) flag = args.values[args.positional + i];
  if (static_cast<size_t>(dispatch.index) < args.positional) flag = args.values[dispatch.index];
  if (flag.isUnknown()) return flag;
  return vm.call(vm.truth(flag) ? dispatch.ifTrue : dispatch.ifFalse, args);
}
constexpr TypeOps kDispatchOps = {.call = callDispatch};

Value overload(Vm& vm, Value* args) {
  if (auto* function = args[0].as<Function>())
    vm.overloads[function->module->name + "." + function->qualname->text].push_back(args[0]);
  return args[0];
}

constexpr NativeDef kInternal[] = {
    {"boolean_dispatch", "arg_name, arg_index, default, if_true, if_false, module_name, func_name",
     dispatch, kTakesUnknown},
    {"_overload", "func", overload, kTakesUnknown},
    {"_overload_method", "func", overload, kTakesUnknown},
};

}  // namespace

void fillJit(Vm& vm, Module& module) {
  torchOf(vm);
  module.isPackage = true;
  addTorchFunctions(vm, module, kJit);
}

void fillJitInternal(Vm& vm, Module& module) {
  TorchState& state = torchOf(vm);
  if (!state.dispatch) {
    state.dispatch =
        vm.defineClass({"function", "torch._jit_internal", Kind::Native, &kDispatchOps, {}, false});
    state.dispatch->instancesHaveDict = true;
  }
  addTorchFunctions(vm, module, kInternal);
}

}  // namespace ts::eval
