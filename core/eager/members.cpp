// Attributes of torch.Tensor.
#include "core/eager/members.h"
#include "core/autodiff/node.h"
#include "core/base/torch_profile.h"
#include "core/eager/grad_nodes.h"
#include "core/eager/tracing.h"

#include "core/kernels/copy.h"
#include "core/tensor/grad_mode.h"

namespace ts::eager {
namespace {

Value getShape(Vm& vm, Value* args) { return sizeValue(vm, selfTensor(args)); }
Value getDtype(Vm& vm, Value* args) { return dtypeValue(vm, selfTensor(args).dtype()); }
Value getDevice(Vm& vm, Value* args) {
  if (!selfTensor(args).isMeta()) return eval::torchOf(vm).cpu;
  return vm.call(Value(vm.types.device), {vm.str("meta")});
}
Value getRequiresGrad(Vm&, Value* args) { return Value::boolean(selfTensor(args).requiresGrad()); }
Value getRank(Vm&, Value* args) { return Value::integer(selfTensor(args).dim()); }
Value getGrad(Vm& vm, Value* args) {
  const autodiff::History* history = autodiff::historyOf(selfTensor(args));
  return history == nullptr ? Value::none() : wrap(vm, history->grad);
}
Value getData(Vm& vm, Value* args) {
  const Tensor data = detached(selfTensor(args));
  tensor::separateVersion(data);
  return wrap(vm, data);
}
int64_t versionOf(Vm& vm, const Tensor& tensor) {
  if (tensor.impl()->isInference)
    vm.raise(vm.types.RuntimeError, "Inference tensors do not track version counter.");
  return tensor.version();
}
// The storage as an object; torch/storage.py makes it of a tensor with all its elements.
template <const char* kMake>
Value storageOf(Vm& vm, Value* args) {
  const Tensor& tensor = selfTensor(args);
  const auto elements =
      static_cast<int64_t>(tensor.storage()->bytes() / tensor::sizeOf(tensor.dtype()));
  const Tensor result =
      tensor::onStorage(tensor.storage(), tensor.dtype(), Dims{elements}, Dims{1}, 0);
  return vm.call(vm.moduleAttribute(*vm.module("torch.storage"), vm.intern(kMake)),
                 {wrap(vm, result)});
}
constexpr char kTyped[] = "_typed", kUntyped[] = "_untyped";

Value getIsLeaf(Vm&, Value* args) { return Value::boolean(!selfTensor(args).impl()->gradient); }
Value getIsCpu(Vm&, Value* args) { return Value::boolean(!selfTensor(args).isMeta()); }
Value getIsMeta(Vm&, Value* args) { return Value::boolean(selfTensor(args).isMeta()); }
Value getIsCuda(Vm&, Value*) { return Value::boolean(false); }
Value getVersion(Vm& vm, Value* args) { return Value::integer(versionOf(vm, selfTensor(args))); }
template <const char* kOperator>
Value byOperator(Vm& vm, Value* args) {
  return wrap(vm, callTensor(vm, kOperator, {selfTensor(args)}));
}
constexpr char kReversed[] = "aten::numpy_T", kTransposed[] = "aten::mT",
               kAdjoint[] = "aten::matrix_H", kAdjoints[] = "aten::mH", kReal[] = "aten::real",
               kImag[] = "aten::imag";

Value getGradFn(Vm& vm, Value* args) { return gradientFunction(vm, selfTensor(args)); }
Value getOutputNumber(Vm&, Value* args) {
  const autodiff::History* history = autodiff::historyOf(selfTensor(args));
  return Value::integer(history == nullptr ? 0 : static_cast<int64_t>(history->output));
}
Value getRetainsGrad(Vm&, Value* args) {
  const autodiff::History* history = autodiff::historyOf(selfTensor(args));
  return Value::boolean(history != nullptr && history->keepsGrad);
}
Value getBase(Vm& vm, Value* args) {
  const autodiff::History* history = autodiff::historyOf(selfTensor(args));
  return history == nullptr ? Value::none() : wrap(vm, history->base);
}

constexpr NativeDef kAttributeMembers[] = {
    {"shape", "self", getShape, eval::kGetter},
    {"dtype", "self", getDtype, eval::kGetter},
    {"device", "self", getDevice, eval::kGetter},
    {"requires_grad", "self", getRequiresGrad, eval::kGetter},
    {"ndim", "self", getRank, eval::kGetter},
    {"grad", "self", getGrad, eval::kGetter},
    {"_grad", "self", getGrad, eval::kGetter},
    {"grad_fn", "self", getGradFn, eval::kGetter},
    {"output_nr", "self", getOutputNumber, eval::kGetter},
    {"retains_grad", "self", getRetainsGrad, eval::kGetter},
    {"_base", "self", getBase, eval::kGetter},
    {"data", "self", getData, eval::kGetter},
    {"storage", "self", storageOf<kTyped>},
    {"untyped_storage", "self", storageOf<kUntyped>},
    {"is_leaf", "self", getIsLeaf, eval::kGetter},
    {"is_cpu", "self", getIsCpu, eval::kGetter},
    {"is_cuda", "self", getIsCuda, eval::kGetter},
    {"is_meta", "self", getIsMeta, eval::kGetter},
    {"_version", "self", getVersion, eval::kGetter},
    {"T", "self", byOperator<kReversed>, eval::kGetter},
    {"H", "self", byOperator<kAdjoint>, eval::kGetter},
    {"mT", "self", byOperator<kTransposed>, eval::kGetter},
    {"mH", "self", byOperator<kAdjoints>, eval::kGetter},
    {"real", "self", byOperator<kReal>, eval::kGetter},
    {"imag", "self", byOperator<kImag>, eval::kGetter},
    {"_storage", "self", storageOf<kUntyped>},  // the last one, PyTorch 2 lacks it
};

}  // namespace

std::span<const NativeDef> attributeMembers() {
  return std::span(kAttributeMembers)
      .first(std::size(kAttributeMembers) - (atLeast(TorchProfile::Torch2_6) ? 1 : 0));
}

Tensor detached(const Tensor& tensor) {
  Tensor view = tensor::view(tensor, tensor.sizes(), tensor.strides(), tensor.offset());
  view.impl()->isConj = tensor.impl()->isConj;
  return view;
}

Value sizeValue(Vm& vm, const Tensor& tensor) {
  trace::Recorder* recorder = recorderOf(vm);
  if (!recorder) return eval::makeSize(vm, tensor.sizes().vec());
  std::vector<Value> sizes;
  for (int64_t i = 0; i < tensor.dim(); ++i) sizes.push_back(sizeOf(vm, tensor, i));
  return new Tuple(eval::torchOf(vm).size, std::move(sizes));
}

Value sizeOf(Vm& vm, const Tensor& tensor, int64_t dim) {
  return guarded(vm, [&] {
    trace::Recorder* recorder = recorderOf(vm);
    return recorder ? wrap(vm, recorder->sizeOf(tensor, dim)) : Value::integer(tensor.size(dim));
  });
}

Value numelOf(Vm& vm, const Tensor& tensor) {
  trace::Recorder* recorder = recorderOf(vm);
  return recorder ? wrap(vm, recorder->numelOf(tensor)) : Value::integer(tensor.numel());
}

void requireGradient(Vm& vm, const Tensor& tensor, bool required, const char* refusal) {
  if (required && !tensor::isFloating(tensor.dtype()) && !tensor::isComplex(tensor.dtype()))
    vm.raise(vm.types.RuntimeError, refusal);
  if (required && tensor.impl()->isInference && !tensor::isInferenceMode())
    vm.raise(
        vm.types.RuntimeError,
        "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
  if (!required && tensor.impl()->gradient)
    vm.raise(vm.types.RuntimeError,
             "you can only change requires_grad flags of leaf variables. If you want to use a "
             "computed variable in a subgraph that doesn't require differentiation use "
             "var_no_grad = var.detach().");
  tensor.impl()->requiresGrad = required;
}

IValue elementOf(Vm& vm, const Tensor& tensor) {
  if (tensor.numel() != 1)
    vm.raiseValueError("only one element tensors can be converted to Python scalars");
  return guarded(vm, [&] { return IValue(kernels::itemOf(tensor)); });
}

}  // namespace ts::eager
