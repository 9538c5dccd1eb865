// The native parts of torch's modules. Operators are looked up lazily by name.
#include <cmath>

#include "core/eval_torch/modules.h"
#include "core/eval_torch/torch_state.h"
#include "core/ops/schema.h"

namespace ts::eval {
namespace {

void set(Vm& vm, Module& module, std::string_view name, Value value) {
  module.globals->set(vm.intern(name), std::move(value));
}

bool hasSchemas(const std::string& op) { return !ops::schemasOf(ts::Symbol::intern(op)).empty(); }

// Operators whose Python name has no schema.
constexpr std::string_view kMadeHere[] = {"asarray", "from_numpy", "frombuffer"};

Value publicOperator(Vm& vm, Module& self, Str* name) {
  const std::string qualified = self.name + "." + name->text;
  const ops::PublicName* publicName = ops::publicName(qualified);
  if (!publicName || publicName->kind != ops::NameKind::Builtin) return {};
  return operatorFunction(vm, qualified, publicName->target, false);
}

Value plainOperator(Vm& vm, Module& self, Str* name) {
  const std::string op = "aten::" + name->text;
  if (name->text.starts_with("__") || !hasSchemas(op)) return {};
  return operatorFunction(vm, self.name + "." + name->text, op, false);
}

Value torchMember(Vm& vm, Module& self, Str* name) {
  if (Value constant = namedConstant(vm, name->text); !constant.isUnbound()) return constant;
  if (Value function = publicOperator(vm, self, name); !function.isUnbound()) return function;
  for (std::string_view native : kMadeHere)
    if (name->text == native)
      return operatorFunction(vm, "torch." + name->text, "aten::" + name->text, false);
  // Submodules come before operators that are only methods of tensors: torch.cuda.
  if (Ref<Module> submodule = vm.module(self.name + "." + name->text)) return submodule;
  return plainOperator(vm, self, name);
}

Value namespaceMember(Vm& vm, Module& self, Str* name) {
  if (name->text.starts_with("__")) return {};
  const std::string space = self.name.substr(self.name.rfind('.') + 1);
  return operatorFunction(vm, self.name + "." + name->text, space + "::" + name->text, false);
}

Value namespaceOf(Vm& vm, Module& self, Str* name) {
  if (name->text.starts_with("__")) return {};
  Ref<Module> module = new Module(vm.types.module, self.name + "." + name->text);
  module->globals = vm.dict();
  module->isLibrary = true;
  module->state = Module::State::Done;
  module->missing = namespaceMember;
  return module;
}

// ---- torch

Value getDefaultDtype(Vm& vm, Value*) { return torchOf(vm).defaultDtype; }
Value setDefaultDtype(Vm& vm, Value* args) {
  if (auto* dtype = args[0].as<Dtype>()) torchOf(vm).defaultDtype = dtype;
  return Value::none();
}
Value manualSeed(Vm& vm, Value*) { return new Instance(torchOf(vm).generator); }
Value isGradEnabled(Vm& vm, Value*) { return Value::boolean(torchOf(vm).gradEnabled); }
Value promoteTypes(Vm& vm, Value* args) {
  auto *a = args[0].as<Dtype>(), *b = args[1].as<Dtype>();
  if (!a || !b) vm.raiseTypeError("promote_types() takes two dtypes");
  const int number = promote(a->number, b->number);
  return number < 0 ? Value::unknown() : dtypeOf(vm, number);
}
Value resultType(Vm& vm, Value* args) {
  const Value both[] = {args[0], args[1]};
  Ref<Dtype> dtype = resultDtype(vm, both);
  return dtype ? Value(dtype) : Value::unknown();
}

constexpr NativeDef kTorch[] = {
    {"get_default_dtype", "", getDefaultDtype},
    {"set_default_dtype", "d, /", setDefaultDtype, kTakesUnknown},
    {"manual_seed", "seed", manualSeed, kTakesUnknown},
    {"is_grad_enabled", "", isGradEnabled},
    {"promote_types", "type1, type2", promoteTypes},
    {"result_type", "tensor1, tensor2", resultType},
};

// ---- torch._C

Value setGradEnabled(Vm& vm, Value* args) {
  if (!args[0].isUnknown()) torchOf(vm).gradEnabled = vm.truth(args[0]);
  return Value::none();
}

Value functionOutputs(Vm&, Value* args) { return args[2]; }

Value gradientShapes(Vm&, Value* args) { return args[4].as<Tuple>() ? args[4] : Value::unknown(); }

Value defaultGenerator(Vm& vm, Value*) { return new Instance(torchOf(vm).generator); }

Value notTracing(Vm&, Value*) { return Value::boolean(false); }

constexpr NativeDef kTorchC[] = {
    {"_set_grad_enabled", "mode, /", setGradEnabled, kTakesUnknown},
    {"_log_api_usage_once", "*args", returnNone, kTakesUnknown},
    {"_log_api_usage_metadata", "*args", returnNone, kTakesUnknown},
    {"_get_tracing_state", "", returnNone},
    {"_is_tracing", "", notTracing},
    // Settings without influence on types and shapes. The eager domain replaces them.
    {"_set_printoptions", "*args", returnNone, kTakesUnknown},
    {"_set_num_threads", "n, /", returnNone, kTakesUnknown},
    {"_num_threads", "", returnUnknown},
    {"_default_generator", "", defaultGenerator},
    // The contents of files are Unknown.
    {"_save_data", "obj, path, /", returnNone, kTakesUnknown},
    {"_load_data", "source, /", returnUnknown, kTakesUnknown},
    {"_unsafe_global", "source, allowed, /", returnNone, kTakesUnknown},
    {"_is_script_file", "source, /", returnUnknown, kTakesUnknown},
    {"_save_module", "handle, path, extra_files, /", returnNone, kTakesUnknown},
    {"_load_module", "source, extra_names, /", returnUnknown, kTakesUnknown},
    {"_backward", "tensors, gradients, keep, create, inputs, /", returnNone, kTakesUnknown},
    {"_connect", "context, inputs, outputs, dirty, constant, backward, /", functionOutputs,
     kTakesUnknown},
    {"_saved", "tensor, context, output, /", returnUnknown, kTakesUnknown},
    {"_set_inference_mode", "mode, /", returnNone, kTakesUnknown},
    {"_is_inference_mode", "", notTracing},
    {"_tensor_hooks", "tensor, /", returnUnknown, kTakesUnknown},
    {"_accumulation_hooks", "tensor, /", returnUnknown, kTakesUnknown},
    {"_set_anomaly", "enabled, check_nan, /", returnNone, kTakesUnknown},
    {"_anomaly", "", returnUnknown},
    {"_set_autocast", "enabled, dtype, cache, /", returnUnknown, kTakesUnknown},
    {"_autocast", "", returnUnknown},
    {"_forget_autocasts", "", returnNone},
    {"_push_saved_hooks", "pack, unpack, /", returnNone, kTakesUnknown},
    {"_pop_saved_hooks", "", returnNone},
    {"_refuse_saved_hooks", "message, /", returnNone, kTakesUnknown},
    // Gradients have the shapes of the inputs.
    {"_gradients", "tensors, gradients, keep, create, inputs, /", gradientShapes, kTakesUnknown},
};

constexpr NativeDef kOperatorLibraries[] = {
    {"load_library", "path", returnNone, kTakesUnknown},
};

}  // namespace

void fillTorch(Vm& vm, Module& module) {
  TorchState& state = torchOf(vm);
  module.isPackage = true;
  set(vm, module, "Tensor", vm.types.tensor);
  set(vm, module, "dtype", vm.types.dtype);
  set(vm, module, "device", vm.types.device);
  set(vm, module, "Size", state.size);
  set(vm, module, "layout", state.layout);
  set(vm, module, "memory_format", state.memoryFormat);
  set(vm, module, "qscheme", state.qscheme);
  set(vm, module, "finfo", state.finfo);
  set(vm, module, "iinfo", state.iinfo);
  set(vm, module, "Generator", state.generator);
  // The Python part of the module uses these names.
  for (const Ref<Dtype>& dtype : state.dtypes)
    if (dtype->number != scalar::Bool) set(vm, module, dtype->name, dtype);
  set(vm, module, "inf", Value::real(INFINITY));
  set(vm, module, "nan", Value::real(NAN));
  set(vm, module, "pi", Value::real(M_PI));
  set(vm, module, "e", Value::real(M_E));
  addTorchFunctions(vm, module, kTorch);
  module.missing = torchMember;
}

void fillOperators(Vm&, Module& module) { module.missing = plainOperator; }
void fillPublicOperators(Vm&, Module& module) { module.missing = publicOperator; }

void fillOps(Vm& vm, Module& module) {
  addTorchFunctions(vm, module, kOperatorLibraries);
  module.missing = namespaceOf;
}

void fillTorchC(Vm& vm, Module& module) {
  TorchState& state = torchOf(vm);
  module.isPackage = true;
  set(vm, module, "Generator", state.generator);
  set(vm, module, "_unknown", Value::unknown());        // stands for the contents of a file
  set(vm, module, "_bool", dtypeOf(vm, scalar::Bool));  // torch.bool, where `bool` is Python's
  set(vm, module, "_TensorBase", vm.types.tensor);
  set(vm, module, "_TensorMeta", state.tensorMeta);
  addTorchFunctions(vm, module, kTorchC);
}

}  // namespace ts::eval
