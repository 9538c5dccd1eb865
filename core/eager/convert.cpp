#include "core/eager/convert.h"

#include "core/eager/members.h"
#include "core/eager/random.h"
#include "core/eager/tracing.h"
#include "core/kernels/copy.h"

namespace ts::eager {
namespace {

constexpr std::string_view kMemoryFormats[] = {"torch.contiguous_format", "torch.preserve_format",
                                               "torch.channels_last", "torch.channels_last_3d"};

types::TypePtr elementType(const std::vector<IValue>& items) {
  if (items.empty()) return types::tensorType();
  switch (items.front().tag()) {
    case tensor::Tag::Bool: return types::boolType();
    case tensor::Tag::Int: {
      // Mixed numbers are floats.
      for (const IValue& item : items)
        if (item.isDouble()) return types::floatType();
      return types::intType();
    }
    case tensor::Tag::Double: return types::floatType();
    case tensor::Tag::Complex: return types::complexType();
    case tensor::Tag::String: return types::stringType();
    case tensor::Tag::Tensor: return types::tensorType();
    case tensor::Tag::None: return types::optionalOf(types::tensorType());
    default: return types::anyType();
  }
}

std::vector<IValue> toIValues(Vm& vm, const std::vector<Value>& items) {
  std::vector<IValue> values;
  values.reserve(items.size());
  for (const Value& item : items) values.push_back(toIValue(vm, item));
  return values;
}

Value fromItems(Vm& vm, const std::vector<IValue>& items, bool isList,
                const ops::Argument* declared) {
  const ConversionDepth depth(vm);
  std::vector<Value> values;
  values.reserve(items.size());
  for (const IValue& item : items) values.push_back(fromIValue(vm, item, declared));
  if (isList) return vm.list(std::move(values));
  return vm.tuple(std::move(values));
}

}  // namespace

int64_t memoryFormatNumber(std::string_view name) {
  for (size_t i = 0; i < std::size(kMemoryFormats); ++i)
    if (kMemoryFormats[i] == name) return static_cast<int64_t>(i);
  return -1;
}

Tensor wrappedNumber(const tensor::Scalar& number) {
  Tensor tensor = kernels::tensorOf(number, number.dtype());
  tensor.impl()->isWrappedNumber = true;
  return tensor;
}

Value withoutNumpy(Vm& vm, const Value& value) {
  const auto* instance = value.as<eval::Instance>();
  if (!instance || !instance->cls->moduleName.starts_with("numpy")) return value;
  const Value* tensor = instance->attributes->find(vm.intern("_tensor"));
  return tensor ? *tensor : value;
}

bool isArray(Vm& vm, const Value& value) {
  const Value inside = withoutNumpy(vm, value);
  return isTensor(inside) && !isTensor(value) && dataOf(inside).dim() != 0;
}
bool isArrayScalar(Vm& vm, const Value& value) {
  const Value inside = withoutNumpy(vm, value);
  return isTensor(inside) && !isTensor(value) && dataOf(inside).dim() == 0;
}

Tensor liftedArray(Vm& vm, const Value& array) {
  const Tensor& inside = dataOf(withoutNumpy(vm, array));
  const Tensor tensor = tensor::view(inside, inside.sizes(), inside.strides(), inside.offset());
  return recorderOf(vm) ? callTensor(vm, "aten::lift_fresh", {tensor}) : tensor;
}

bool toScalar(Vm& vm, const Value& value, tensor::Scalar& result) {
  int64_t integer = 0;
  double real = 0;
  if (value.isBool())
    result = value.integerValue() != 0;
  else if (value.isFloat())
    result = value.realValue();
  else if (vm.asInt(value, integer))
    result = integer;
  else if (vm.asReal(value, real))
    result = real;
  else if (auto* complex = value.as<eval::Complex>())
    result = std::complex<double>(complex->real, complex->imag);
  else if (isArrayScalar(vm, value))
    result = elementOf(vm, dataOf(withoutNumpy(vm, value))).toScalar();
  else
    return false;
  return true;
}

IValue toIValue(Vm& vm, const Value& value) {
  if (value.isNone()) return {};
  if (isTensor(value)) return dataOf(value);
  tensor::Scalar number;
  if (toScalar(vm, value, number)) return number;
  if (auto* text = value.as<Str>()) return text->text;
  const ConversionDepth depth(vm);
  if (auto* list = value.as<List>()) {
    std::vector<IValue> items = toIValues(vm, list->items);
    types::TypePtr element = elementType(items);
    return tensor::makeList(element, std::move(items));
  }
  if (auto* tuple = value.as<Tuple>()) return tensor::makeTuple(toIValues(vm, tuple->items));
  if (auto* dict = value.as<Dict>()) {
    auto result = tensor::makeCounted<tensor::DictValue>(types::stringType(), types::tensorType());
    dict->each([&](const Value& key, const Value& item) {
      result->set(toIValue(vm, key), toIValue(vm, item));
    });
    return result;
  }
  if (auto* dtype = value.as<eval::Dtype>()) return int64_t{dtype->number};
  if (value.as<eval::Device>()) return tensor::makeDevice(vm.toStr(value));
  if (auto* named = value.as<eval::Named>()) {
    if (int64_t format = memoryFormatNumber(named->qualifiedName); format >= 0) return format;
    return int64_t{0};  // torch.strided, the only layout
  }
  if (IValue generator; toGenerator(value, generator)) return generator;
  vm.raiseTypeError("'" + vm.classOf(value)->name + "' can't be an argument of an operator");
}

Value fromIValue(Vm& vm, const IValue& value, const ops::Argument* declared) {
  switch (value.tag()) {
    case tensor::Tag::None: return Value::none();
    case tensor::Tag::Bool: return Value::boolean(value.toBool());
    case tensor::Tag::Int:
      if (declared && declared->declaredBase == "ScalarType")
        return eval::dtypeOf(vm, static_cast<int>(value.toInt()));
      if (declared && declared->declaredBase == "Layout") return eval::namedConstant(vm, "strided");
      return Value::integer(value.toInt());
    case tensor::Tag::Double: return Value::real(value.toDouble());
    case tensor::Tag::Complex:
      return vm.complex(value.toComplex().real(), value.toComplex().imag());
    case tensor::Tag::Tensor: return wrap(vm, value.toTensor());
    case tensor::Tag::String: return vm.str(value.toString());
    case tensor::Tag::List: return fromItems(vm, value.toList().items, true, declared);
    case tensor::Tag::Tuple: return fromItems(vm, value.toTuple().items, false, declared);
    case tensor::Tag::Dict: {
      const ConversionDepth depth(vm);
      Ref<Dict> dict = vm.dict();
      for (const auto& entry : value.toDict().entries())
        dict->set(vm, fromIValue(vm, entry.key), fromIValue(vm, entry.value));
      return dict;
    }
    case tensor::Tag::Device:
      return vm.call(Value(vm.types.device), {vm.str(value.toDevice().text())});
    default: break;
  }
  vm.raiseTypeError("a value of TorchScript's " + std::string(tensor::nameOf(value.tag())) +
                    " can't be converted to a Python value");
}

}  // namespace ts::eager
