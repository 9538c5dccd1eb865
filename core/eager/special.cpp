// Python's operators and builtin functions on tensors.
#include "core/autodiff/node.h"
#include "core/eager/convert.h"
#include "core/eager/members.h"
#include "core/eager/signatures.h"
#include "core/eager/tracing.h"
#include "core/kernels/copy.h"
#include "core/kernels/print.h"

namespace ts::eager {
namespace {

using eval::BinaryOp;
using eval::CompareOp;
using eval::UnaryOp;

const Tensor& self(const Value& value) { return dataOf(value); }

bool isOperand(Vm& vm, const Value& value) {
  if (value.isBool() || value.isInt() || value.isFloat()) return true;
  return isTensor(value) || value.as<eval::IntObject>() || value.as<eval::FloatObject>() ||
         value.as<eval::Complex>() || isArrayScalar(vm, value);
}

Value callNamed(Vm& vm, std::string_view name, std::initializer_list<Value> args) {
  const std::string text(name);
  Ref<eval::OperatorFunction> op =
      eval::operatorFunction(vm, "torch." + text, "aten::" + text, false);
  return eagerOf(vm).callOperator(vm, *op, CallArgs{args.begin(), args.size(), {}});
}

// ---- arithmetic

struct BinaryRow {
  const char* plain;
  const char* inplace;
  const char*
      reversed;  // implements `number op tensor` with the tensor first; null: see reflected()
};
// In the order of BinaryOp.
constexpr BinaryRow kBinary[] = {
    {"add", "add_", "add"},
    {"sub", "sub_", "rsub"},
    {"mul", "mul_", "mul"},
    {"matmul", nullptr, nullptr},
    {"div", "div_", nullptr},
    {"remainder", "remainder_", nullptr},
    {"pow", "pow_", nullptr},
    {"__lshift__", "__ilshift__", nullptr},
    {"__rshift__", "__irshift__", nullptr},
    {"__or__", "__ior__", "__or__"},
    {"__xor__", "__ixor__", "__xor__"},
    {"__and__", "__iand__", "__and__"},
    {"floor_divide", "floor_divide_", nullptr},
};

// Converts the number of `number ** tensor` to the dtype of the result.
Tensor tensorOfNumber(Vm& vm, const Value& number, const Value& tensor) {
  Value dtype =
      vm.call(vm.moduleAttribute(*vm.module("torch"), vm.intern("result_type")), {number, tensor});
  return makeTensor(vm, number, dtypeArgument(vm, dtype));
}

// Computes `number op tensor` for operators that need the number first.
Value reflected(Vm& vm, BinaryOp op, const Value& number, const Value& tensor) {
  const WithoutNames unnamed(vm);
  const std::string_view name = kBinary[static_cast<size_t>(op)].plain;
  if (op == BinaryOp::Div)
    return callNamed(vm, "mul", {callNamed(vm, "reciprocal", {tensor}), number});
  if (op == BinaryOp::MatMult) vm.raiseTypeError("matmul() accepts tensors, not numbers");
  if (op == BinaryOp::Pow && recorderOf(vm))
    return callNamed(vm, name,
                     {wrap(vm, constructedTensor(vm, tensorOfNumber(vm, number, tensor))), tensor});
  if (op == BinaryOp::Pow || op == BinaryOp::Mod) return callNamed(vm, name, {number, tensor});
  // Passes the number as a 0-d tensor.
  tensor::Scalar scalar;
  toScalar(vm, number, scalar);
  return callNamed(vm, name, {wrap(vm, wrappedNumber(scalar)), tensor});
}

Value binary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  if (!isOperand(vm, a) || !isOperand(vm, b)) return Value::notImplemented();
  const BinaryRow& row = kBinary[static_cast<size_t>(op)];
  std::optional<WithoutNames> unnamed;
  if (op == BinaryOp::Pow || op == BinaryOp::FloorDiv || (op == BinaryOp::Sub && !isTensor(a)))
    unnamed.emplace(vm);
  if (isTensor(a)) return callNamed(vm, row.plain, {a, b});
  if (row.reversed) return callNamed(vm, row.reversed, {b, a});
  return reflected(vm, op, a, b);
}

Value inplace(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  if (!isOperand(vm, b)) return Value::notImplemented();
  const char* name = kBinary[static_cast<size_t>(op)].inplace;
  return name ? callNamed(vm, name, {a, b}) : Value::notImplemented();
}

Value unary(Vm& vm, UnaryOp op, const Value& a) {
  if (op == UnaryOp::Pos) return a;
  const tensor::DType dtype = dataOf(a).dtype();
  if (op == UnaryOp::Invert && (tensor::isFloating(dtype) || tensor::isComplex(dtype)))
    vm.raiseTypeError(
        "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
  return callNamed(vm, op == UnaryOp::Neg ? "neg" : "bitwise_not", {a});
}

constexpr const char* kCompareNames[] = {"eq", "ne", "lt", "le", "gt", "ge"};
Value compare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  if (!isOperand(vm, a) || !isOperand(vm, b)) return Value::notImplemented();
  if (isTensor(a)) return callNamed(vm, kCompareNames[static_cast<size_t>(op)], {a, b});
  constexpr CompareOp kSwapped[] = {CompareOp::Eq, CompareOp::Ne, CompareOp::Gt,
                                    CompareOp::Ge, CompareOp::Lt, CompareOp::Le};
  return callNamed(vm, kCompareNames[static_cast<size_t>(kSwapped[static_cast<size_t>(op)])],
                   {b, a});
}

size_t hash(Vm&, const Value& object) { return reinterpret_cast<size_t>(object.object()) >> 4; }

// ---- conversion to a value or a sequence

bool truth(Vm& vm, const Value& object) {
  noteLoss(vm, trace::Cause::Boolean);
  const Tensor& tensor = self(object);
  if (tensor.numel() != 1)
    vm.raise(vm.types.RuntimeError,
             tensor.numel() ? "Boolean value of Tensor with more than one value is ambiguous"
                            : "Boolean value of Tensor with no values is ambiguous");
  return elementOf(vm, tensor).toScalar().to<std::complex<double>>() != 0.0;
}

int64_t len(Vm& vm, const Value& object) {
  if (self(object).dim() == 0) vm.raiseTypeError("len() of a 0-d tensor");
  noteLoss(vm, trace::Cause::Length);
  return self(object).size(0);
}

Value iter(Vm& vm, const Value& object) {
  if (self(object).dim() == 0) vm.raiseTypeError("iteration over a 0-d tensor");
  noteLoss(vm, trace::Cause::Iteration);
  const WithoutNames unnamed(vm);
  return vm.iter(callNamed(vm, "unbind", {object, Value::integer(0)}));
}

bool contains(Vm& vm, const Value& object, const Value& element) {
  if (!isOperand(vm, element))
    vm.raise(vm.types.RuntimeError,
             "`in` of a Tensor needs a tensor or a number, not a " + vm.classOf(element)->name);
  return vm.truth(callNamed(vm, "any", {compare(vm, CompareOp::Eq, object, element)}));
}

std::string format(Vm& vm, const Value& object, std::string_view spec) {
  if (self(object).dim() == 0 && !self(object).isMeta())
    return vm.format(itemValue(vm, self(object)), spec);
  if (!spec.empty())
    vm.raiseTypeError("unsupported format string passed to " + object.object()->cls->name +
                      ".__format__");
  return vm.toStr(object);
}

// ---- attribute assignment

// The C++ name of a tensor's elements, as PyTorch prints it.
std::string_view elementName(tensor::DType dtype) {
  using tensor::DType;
  switch (dtype) {
    case DType::Float32: return "float";
    case DType::Float64: return "double";
    case DType::Float16: return "c10::Half";
    case DType::BFloat16: return "c10::BFloat16";
    case DType::Complex64: return "c10::complex<float>";
    case DType::Complex128: return "c10::complex<double>";
    default: return tensor::nameOf(dtype);
  }
}

void setGrad(Vm& vm, const Tensor& tensor, const Value& value) {
  if (value.isNone()) {
    if (autodiff::History* history = autodiff::historyOf(tensor)) history->grad = {};
    return;
  }
  const bool isNew = atLeast(TorchProfile::Torch2_6);
  if (!isTensor(value))
    vm.raiseTypeError(
        fmt::format("assigned grad expected to be a Tensor or None but got grad of type{}{}",
                    isNew ? " " : "", vm.classOf(value)->name));
  const Tensor& grad = dataOf(value);
  if (grad.same(tensor)) vm.raise(vm.types.RuntimeError, "can't assign Variable as its own grad");
  if (grad.dtype() != tensor.dtype())
    vm.raise(vm.types.RuntimeError,
             isNew ? fmt::format("attempting to assign a gradient with dtype '{}' to a tensor with "
                                 "dtype '{}'. Please ensure that the gradient and the tensor have "
                                 "the same dtype",
                                 elementName(grad.dtype()), elementName(tensor.dtype()))
                   : "assigned grad has data of a different type");
  if (grad.sizes() != tensor.sizes())
    vm.raise(vm.types.RuntimeError,
             isNew ? fmt::format("attempting to assign a gradient of size '{}' to a tensor of size "
                                 "'{}'. Please ensure that the gradient and the tensor are the "
                                 "same size",
                                 tensor::shapeText(grad.sizes()), tensor::shapeText(tensor.sizes()))
                   : "assigned grad has data of a different size");
  autodiff::makeHistory(tensor).grad = grad;
}

bool setAttribute(Vm& vm, const Value& object, Str* name, const Value& value) {
  auto& tensor = *object.as<eval::Tensor>();
  if (name->text == "data") {
    // The object keeps its flags and gets the geometry and storage of the other tensor.
    const Tensor from = neededTensor(vm, value);
    tensor::TensorImpl& to = *tensor.data.impl();
    tensor::separateVersion(tensor.data);
    tensor::setStorage(tensor.data, from.storage());
    to.sizes = from.sizes();
    to.strides = from.strides();
    to.offset = from.offset();
    to.numel = from.numel();
    to.dtype = from.dtype();
    to.isContiguous = from.isContiguous();
    to.isConj = from.impl()->isConj;
    return true;
  }
  if (name->text == "requires_grad") {
    if (!value.isBool()) vm.raise(vm.types.RuntimeError, "requires_grad must be a bool");
    requireGradient(vm, tensor.data, vm.truth(value),
                    "only Tensors of floating point and complex dtype can require gradients");
    return true;
  }
  if (name->text == "grad" || name->text == "_grad") {
    setGrad(vm, tensor.data, value);
    return true;
  }
  return name->text == "name" || name->text == "_backward_hooks";
}

// torch.Tensor(2, 3), torch.Tensor([1, 2]), torch.Tensor()
Value make(Vm& vm, Class* cls, const CallArgs& args) {
  if (cls == vm.types.tensor) noteLoss(vm, trace::Cause::Constructor, "torch.Tensor");
  return eagerOf(vm).wrap(vm, makeLegacy(vm, args, tensor::defaultDType()), cls);
}

// ---- int(tensor), float(tensor), range(tensor)

Value toInteger(Vm& vm, Value* args) {
  noteLoss(vm, trace::Cause::Integer);
  const tensor::Scalar element = elementOf(vm, self(args[0])).toScalar();
  if (!element.isReal()) return Value::integer(element.to<int64_t>());
  // As for int(float): infinities and NaN are errors, large numbers are exact.
  return vm.call(Value(vm.types.integer), {Value::real(element.to<double>())});
}
Value toReal(Vm& vm, Value* args) {
  noteLoss(vm, trace::Cause::Float);
  return Value::real(elementOf(vm, self(args[0])).toScalar().to<double>());
}
Value toComplex(Vm& vm, Value* args) {
  noteLoss(vm, trace::Cause::Complex);
  const auto element = elementOf(vm, self(args[0])).toScalar().to<std::complex<double>>();
  return vm.complex(element.real(), element.imag());
}
Value toIndex(Vm& vm, Value* args) {
  const Tensor& tensor = self(args[0]);
  if (tensor.numel() != 1 ||
      !(tensor::isIntegral(tensor.dtype()) || tensor.dtype() == tensor::DType::Bool))
    vm.raiseTypeError("only integer tensors of a single element can be converted to an index");
  noteLoss(vm, trace::Cause::Index);
  return Value::integer(elementOf(vm, tensor).toScalar().to<int64_t>());
}
Value absolute(Vm& vm, Value* args) { return callNamed(vm, "abs", {args[0]}); }
constexpr NativeDef kConversions[] = {
    {"__int__", "self", toInteger}, {"__long__", "self", toInteger},
    {"__float__", "self", toReal},  {"__complex__", "self", toComplex},
    {"__index__", "self", toIndex}, {"__abs__", "self", absolute},
};

constexpr eval::TypeOps kOps = {
    .make = make,
    .setattr = setAttribute,
    .repr = reprTensor,
    .format = format,
    .hash = hash,
    .compare = compare,
    .binary = binary,
    .inplace = inplace,
    .unary = unary,
    .truth = truth,
    .len = len,
    .getitem = getItem,
    .setitem = setItem,
    .contains = contains,
    .iter = iter,
};

}  // namespace

std::span<const NativeDef> conversionMembers() { return kConversions; }
const eval::TypeOps& specialMethods() { return kOps; }

std::string reprTensor(Vm& vm, const Value& object) {
  return guarded(vm, [&] { return kernels::tensorText(self(object)); });
}

}  // namespace ts::eager
