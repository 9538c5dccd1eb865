// Functions of torch without an operator of the same name, and settings.
#include "core/eager/functions.h"
#include "core/eager/backward.h"

#include <algorithm>
#include <cmath>

#include "core/eager/convert.h"
#include "core/eager/members.h"
#include "core/eager/tracing.h"
#include "core/kernels/parallel.h"
#include "core/kernels/print.h"
#include "core/tensor/grad_mode.h"

namespace ts::eager {
namespace {

using tensor::DType;

// ---- creation

// Copies a tensor, or an array, so that a trace records the copy.
Tensor tracedCopy(Vm& vm, const Value& value, std::optional<DType> dtype) {
  const Tensor from = isTensor(value) ? dataOf(value) : liftedArray(vm, value);
  const Tensor detached = isTensor(value) ? callTensor(vm, "aten::detach", {from}) : from;
  const int64_t number = static_cast<int64_t>(dtype.value_or(from.dtype()));
  const Tensor copy = callTensor(
      vm, "aten::to.device",
      {detached, tensor::makeDevice(nameOf(from.device())), number, false, true, IValue()});
  return callTensor(vm, "aten::detach", {copy});
}

Value makeFrom(Vm& vm, Value* args) {
  noteLoss(vm, trace::Cause::Constructor, "torch.tensor");
  if (recorderOf(vm) && (isTensor(args[0]) || isArray(vm, args[0])) && args[2].isNone() &&
      !vm.truth(args[3]))
    return wrap(vm, tracedCopy(vm, args[0], dtypeArgument(vm, args[1])));
  Tensor result = makeTensor(vm, args[0], dtypeArgument(vm, args[1]));
  if (args[2].as<eval::Device>() || args[2].as<Str>()) {
    const IValue device = toIValue(vm, vm.call(Value(vm.types.device), {args[2]}));
    if (device.toDevice().kind == "meta")
      result = tensor::emptyMeta(result.sizes(), result.dtype());
  }
  result = constructedTensor(vm, result);
  if (vm.truth(args[3])) requireGradient(vm, result);
  return wrap(vm, result);
}

Value asArray(Vm& vm, Value* args) {
  const auto dtype = dtypeArgument(vm, args[1]);
  if (recorderOf(vm) && isArray(vm, args[0])) {
    const Tensor lifted = liftedArray(vm, args[0]);
    return wrap(vm, placedTensor(vm, dtype ? kernels::toDType(lifted, *dtype) : lifted));
  }
  const Value given = withoutNumpy(vm, args[0]);
  if (isTensor(given) && (!dtype || *dtype == dataOf(given).dtype())) return given;
  return wrap(vm, placedTensor(vm, makeTensor(vm, given, dtype)));
}

Value asTensor(Vm& vm, Value* args) {
  noteLoss(vm, trace::Cause::Constructor, "torch.as_tensor");
  return asArray(vm, args);
}

Value fromNumpy(Vm& vm, Value* args) {
  noteLoss(vm, trace::Cause::Constructor, "torch.from_numpy");
  const Value tensor = withoutNumpy(vm, args[0]);
  if (!isTensor(tensor) || isTensor(args[0]))
    vm.raiseTypeError("expected np.ndarray (got " + vm.classOf(args[0])->name + ")");
  return wrap(vm, liftedArray(vm, args[0]));
}

// ---- queries

Value isFloatingInput(Vm& vm, Value* args) {
  return Value::boolean(tensor::isFloating(neededTensor(vm, args[0]).dtype()));
}
Value isComplexInput(Vm& vm, Value* args) {
  return Value::boolean(tensor::isComplex(neededTensor(vm, args[0]).dtype()));
}
Value inputNumel(Vm& vm, Value* args) { return numelOf(vm, neededTensor(vm, args[0])); }
Value canCast(Vm& vm, Value* args) {
  return Value::boolean(tensor::canCast(*dtypeArgument(vm, args[0]), *dtypeArgument(vm, args[1])));
}
Value isNonzero(Vm& vm, Value* args) {
  return Value::boolean(vm.truth(wrap(vm, neededTensor(vm, args[0]))));
}

// The dtype in which an operator on these values computes. The highest category decides. Within a
// category, tensors with dimensions take precedence over those without, and these over numbers.
Value resultType(Vm& vm, Value* args) {
  DType levels[3] = {};
  bool has[3] = {};
  auto meet = [&](int level, DType dtype) {
    levels[level] = has[level] ? tensor::promote(levels[level], dtype) : dtype;
    has[level] = true;
  };
  for (const Value* value = args; value < args + 2; ++value) {
    tensor::Scalar number;
    if (isTensor(*value))
      meet(dataOf(*value).impl()->isWrappedNumber ? 2
           : dataOf(*value).dim()                 ? 0
                                                  : 1,
           dataOf(*value).dtype());
    else if (toScalar(vm, *value, number))
      meet(2, number.isReal()      ? tensor::defaultDType()
              : number.isComplex() ? tensor::complexOf(tensor::defaultDType())
                                   : number.dtype());
    else
      vm.raiseTypeError("result_type() takes tensors and numbers, not " + vm.classOf(*value)->name);
  }
  auto category = [](DType t) {
    return t == DType::Bool ? 0 : tensor::isIntegral(t) ? 1 : tensor::isFloating(t) ? 2 : 3;
  };
  std::optional<DType> result;
  for (int level = 0; level < 3; ++level) {
    if (!has[level]) continue;
    if (!result)
      result = levels[level];
    else if (category(levels[level]) > category(*result))
      result = tensor::promote(*result, levels[level]);
  }
  return dtypeValue(vm, *result);
}

// ---- operators with arguments that the prelude collects: any number of tensors, or operands with
// subscripts

template <const char* kName>
Value gathered(Vm& vm, Value* args) {
  return forwardTo(vm, "torch.functional", kName, args);
}
constexpr char kAlignTensors[] = "align_tensors", kAtleast1d[] = "atleast_1d",
               kAtleast2d[] = "atleast_2d", kAtleast3d[] = "atleast_3d",
               kBlockDiag[] = "block_diag", kBroadcastTensors[] = "broadcast_tensors",
               kCartesianProd[] = "cartesian_prod", kChainMatmul[] = "chain_matmul",
               kEinsum[] = "einsum", kMeshgrid[] = "meshgrid", kSplit[] = "split", kNorm[] = "norm",
               kStft[] = "stft", kCdist[] = "cdist", kTensordot[] = "tensordot",
               kUniqueConsecutive[] = "unique_consecutive";

// Arguments: input, out, as_tuple (an index per dimension instead of a row per element).
Value inputNonzero(Vm& vm, Value* args) {
  const Tensor input = neededTensor(vm, args[0]);
  if (vm.truth(args[2])) {
    Value indices = fromIValue(vm, callAten(vm, "aten::nonzero_numpy", {input}));
    return vm.tuple(indices.as<List>()->items);
  }
  if (!args[1].isNone())
    return wrap(vm, callTensor(vm, "aten::nonzero.out", {input, neededTensor(vm, args[1])}));
  return wrap(vm, callTensor(vm, "aten::nonzero", {input}));
}

// ---- settings

Value setDefaultDtype(Vm& vm, Value* args) {
  const auto dtype = dtypeArgument(vm, args[0]);
  if (!dtype || !tensor::isFloating(*dtype))
    vm.raiseTypeError("the default dtype must be a floating point dtype");
  tensor::setDefaultDType(*dtype);
  eval::torchOf(vm).defaultDtype = dtypeValue(vm, *dtype).as<eval::Dtype>();
  return Value::none();
}

Value isGradEnabled(Vm&, Value*) { return Value::boolean(tensor::isGradEnabled()); }
Value setInferenceMode(Vm& vm, Value* args) {
  tensor::setInferenceMode(vm.truth(args[0]));
  return Value::none();
}
Value isInferenceMode(Vm&, Value*) { return Value::boolean(tensor::isInferenceMode()); }
Value setGradEnabled(Vm& vm, Value* args) {
  tensor::setGradEnabled(vm.truth(args[0]));
  return Value::none();
}

Value threadCount(Vm&, Value*) { return Value::integer(kernels::threadCount()); }
Value setThreadCount(Vm& vm, Value* args) {
  if (!args[0].isInt())
    vm.raise(vm.types.RuntimeError,
             "set_num_threads expects an int, but got " + vm.classOf(args[0])->name);
  const int64_t count = args[0].integerValue();
  if (count <= 0) vm.raise(vm.types.RuntimeError, "set_num_threads expects a positive integer");
  // More threads than the machine could ever have would only take memory.
  constexpr int64_t kMost = 1024;
  kernels::setThreadCount(static_cast<int>(std::min(count, kMost)));
  return Value::none();
}

struct PrintProfile {
  const char* name;
  int precision;
  double threshold;
  int64_t edgeItems, lineWidth;
};
constexpr PrintProfile kProfiles[] = {
    {"default", 4, 1000, 3, 80}, {"short", 2, 1000, 2, 80}, {"full", 4, INFINITY, 3, 80}};

// Arguments: precision, threshold, edgeitems, linewidth, profile, sci_mode. None keeps the current
// value.
Value setPrintOptions(Vm& vm, Value* args) {
  kernels::PrintOptions& options = kernels::printOptions();
  if (auto* name = args[4].as<Str>()) {
    for (const PrintProfile& profile : kProfiles)
      if (profile.name == name->text)
        options = {profile.precision, profile.threshold, profile.edgeItems, profile.lineWidth,
                   std::nullopt};
  }
  double threshold = 0;
  if (!args[0].isNone()) options.precision = static_cast<int>(vm.toIndex(args[0]));
  if (vm.asReal(args[1], threshold)) options.threshold = threshold;
  if (!args[2].isNone()) options.edgeItems = vm.toIndex(args[2]);
  if (!args[3].isNone()) options.lineWidth = vm.toIndex(args[3]);
  options.scientific = std::nullopt;
  if (!args[5].isNone()) options.scientific = vm.truth(args[5]);
  return Value::none();
}

constexpr NativeDef kTorch[] = {
    {"tensor", "data, *, dtype=None, device=None, requires_grad=False, pin_memory=False", makeFrom},
    {"as_tensor", "data, dtype=None, device=None", asTensor},
    {"asarray", "obj, *, dtype=None, device=None, copy=None, requires_grad=False", asArray},
    {"from_numpy", "ndarray, /", fromNumpy},
    {"is_floating_point", "input", isFloatingInput},
    {"is_complex", "input", isComplexInput},
    {"is_nonzero", "input", isNonzero},
    {"numel", "input", inputNumel},
    {"can_cast", "from_, to", canCast},
    {"result_type", "tensor1, tensor2", resultType},
    {"set_default_dtype", "d, /", setDefaultDtype},
    {"is_grad_enabled", "", isGradEnabled},
    {"align_tensors", "*args, **kwargs", gathered<kAlignTensors>},
    {"atleast_1d", "*args, **kwargs", gathered<kAtleast1d>},
    {"atleast_2d", "*args, **kwargs", gathered<kAtleast2d>},
    {"atleast_3d", "*args, **kwargs", gathered<kAtleast3d>},
    {"block_diag", "*args, **kwargs", gathered<kBlockDiag>},
    {"broadcast_tensors", "*args, **kwargs", gathered<kBroadcastTensors>},
    {"cartesian_prod", "*args, **kwargs", gathered<kCartesianProd>},
    {"chain_matmul", "*args, **kwargs", gathered<kChainMatmul>},
    {"einsum", "*args, **kwargs", gathered<kEinsum>},
    {"meshgrid", "*args, **kwargs", gathered<kMeshgrid>},
    {"split", "*args, **kwargs", gathered<kSplit>},
    {"norm", "*args, **kwargs", gathered<kNorm>},
    {"stft", "*args, **kwargs", gathered<kStft>},
    {"cdist", "*args, **kwargs", gathered<kCdist>},
    {"tensordot", "*args, **kwargs", gathered<kTensordot>},
    {"unique_consecutive", "*args, **kwargs", gathered<kUniqueConsecutive>},
    {"nonzero", "input, *, out=None, as_tuple=False", inputNonzero},
};
constexpr NativeDef kTorchC[] = {
    {"_backward", "tensors, gradients, keep, create, inputs, /", runBackward},
    {"_connect", "context, inputs, outputs, dirty, constant, backward, /", connect},
    {"_saved", "tensor, context, output, /", savedTensor},
    {"_set_inference_mode", "mode, /", setInferenceMode},
    {"_is_inference_mode", "", isInferenceMode},
    {"_gradients", "tensors, gradients, keep, create, inputs, /", findGradients},
    {"_set_grad_enabled", "mode, /", setGradEnabled},
    {"_num_threads", "", threadCount},
    {"_set_num_threads", "n, /", setThreadCount},
    {"_set_printoptions", "precision, threshold, edgeitems, linewidth, profile, sci_mode",
     setPrintOptions},
};

}  // namespace

Value forwardTo(Vm& vm, std::string_view module, std::string_view function, Value* args) {
  const std::vector<Value>& positional = args[0].as<Tuple>()->items;
  std::vector<Value> values = positional;
  std::vector<Str*> names;
  args[1].as<Dict>()->each([&](const Value& key, const Value& value) {
    names.push_back(key.as<Str>());
    values.push_back(value);
  });
  return vm.call(vm.moduleAttribute(*vm.module(module), vm.intern(function)),
                 CallArgs{values.data(), positional.size(), names});
}

std::span<const NativeDef> torchFunctions() { return kTorch; }
std::span<const NativeDef> torchCFunctions() { return kTorchC; }

}  // namespace ts::eager
