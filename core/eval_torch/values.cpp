// Reads the arguments of operators and creates tensors.
#include <algorithm>
#include <cmath>

#include "core/eval_torch/torch_state.h"

namespace ts::eval {

int64_t intArgument(Vm& vm, const Value& value) {
  if (value.isInt()) return value.integerValue();
  if (value.isUnknown() || value.isUnbound()) throw UnknownTruth{};
  if (auto* tensor = value.as<Tensor>()) {
    if (!valuesOf(*tensor) || tensor->elements.size() != 1) throw UnknownTruth{};
    return static_cast<int64_t>(valueAt(*tensor, 0));
  }
  return vm.toIndex(value);
}

namespace {

[[noreturn]] void raiseOutOfRange(Vm& vm, int64_t dim, int64_t rank) {
  const int64_t range = std::max<int64_t>(rank, 1);
  vm.raise(vm.types.IndexError, "Dimension out of range (expected to be in range of [" +
                                    std::to_string(-range) + ", " + std::to_string(range - 1) +
                                    "], but got " + std::to_string(dim) + ")");
}

}  // namespace

int64_t dimArgument(Vm& vm, const Value& value, int64_t rank) {
  const int64_t dim = intArgument(vm, value);
  const auto wrapped = shape_rules::wrapDim(dim, rank);
  if (!wrapped) raiseOutOfRange(vm, dim, rank);
  return *wrapped;
}

size_t sizeArgument(Vm& vm, const Value& value, const Shape& shape) {
  const int64_t dim = dimArgument(vm, value, static_cast<int64_t>(shape.size()));
  if (shape.empty())
    vm.raise(vm.types.IndexError, "Dimension specified as " +
                                      std::to_string(intArgument(vm, value)) +
                                      " but tensor has no dimensions");
  return static_cast<size_t>(dim);
}

namespace {

// The items of a list or tuple; nullopt for another value.
std::optional<std::span<const Value>> itemsOf(const Value& value) {
  if (auto* tuple = value.as<Tuple>()) return tuple->items;
  auto* list = value.as<List>();
  if (!list) return std::nullopt;
  if (list->unknown) throw UnknownTruth{};
  return list->items;
}

}  // namespace

std::vector<Value> sequenceArgument(Vm& vm, const Value& value) {
  if (value.isUnknown() || value.isUnbound()) throw UnknownTruth{};
  if (auto items = itemsOf(value)) return {items->begin(), items->end()};
  return vm.toVector(value);
}

Shape shapeArgument(Vm& vm, const Value& value) {
  if (value.isInt()) return {value.integerValue()};
  auto items = itemsOf(value);
  std::vector<Value> values;
  if (!items) {
    values = sequenceArgument(vm, value);
    items = values;
  }
  // `*size` that was called with one sequence.
  if (items->size() == 1)
    if (auto inner = itemsOf(items->front())) items = inner;
  Shape shape;
  shape.reserve(items->size());
  for (const Value& item : *items) shape.push_back(item.isUnknown() ? -1 : intArgument(vm, item));
  return shape;
}

Tensor& tensorArgument(Vm& vm, const Value& value) {
  if (auto* tensor = value.as<Tensor>()) return *tensor;
  if (value.isUnknown() || value.isUnbound()) throw UnknownTruth{};
  vm.raiseTypeError("a Tensor is needed, not " + vm.classOf(value)->name);
}

const Shape& knownShape(const Tensor& tensor) {
  if (!tensor.shape) throw UnknownTruth{};
  return *tensor.shape;
}

Ref<Tensor> makeTensor(Vm& vm, std::optional<Shape> shape, Ref<Dtype> dtype, Ref<Device> device) {
  TorchState& state = torchOf(vm);
  Ref<Tensor> tensor = new Tensor(vm.types.tensor);
  tensor->shape = std::move(shape);
  tensor->dtype = std::move(dtype);
  tensor->device = device ? std::move(device) : state.cpu;
  return tensor;
}

Ref<Tensor> anyTensor(Vm& vm) {
  torchOf(vm);
  return new Tensor(vm.types.tensor);
}

Ref<Tensor> reshaped(Vm& vm, const Tensor& like, std::optional<Shape> shape) {
  Ref<Tensor> tensor = new Tensor(vm.types.tensor);
  tensor->shape = std::move(shape);
  tensor->dtype = like.dtype;
  tensor->device = like.device;
  tensor->requiresGrad = like.requiresGrad && torchOf(vm).gradEnabled;
  return tensor;
}

Ref<Tensor> sameElements(Vm& vm, const Tensor& like, Shape shape) {
  Ref<Tensor> tensor = reshaped(vm, like, std::move(shape));
  tensor->storage = like.storage;
  tensor->elements = like.elements;
  return tensor;
}

void setValues(Tensor& tensor, std::vector<double> values) {
  if (!tensor.dtype || values.size() > static_cast<size_t>(kMostValues)) return;
  const int number = tensor.dtype->number;
  if (number == scalar::Half || number == scalar::BFloat16 || isComplex(number) ||
      categoryOf(number) < 0)
    return;
  for (double& value : values) {
    if (number == scalar::Float)
      value = static_cast<float>(value);
    else if (number == scalar::Bool)
      value = value != 0;
    else if (number != scalar::Double)
      value = std::trunc(value);
    if (categoryOf(number) == 1 && !(std::abs(value) < 0x1p53)) return;
  }
  tensor.elements.resize(values.size());
  for (size_t i = 0; i < values.size(); ++i) tensor.elements[i] = static_cast<int64_t>(i);
  tensor.storage = std::make_shared<Storage>(Storage{std::move(values)});
}

const Storage* valuesOf(const Tensor& tensor) {
  if (!tensor.storage || !tensor.shape) return nullptr;
  const auto count = static_cast<int64_t>(tensor.elements.size());
  if (numberOfElements(*tensor.shape) != count) return nullptr;
  return tensor.storage->values.empty() && count > 0 ? nullptr : tensor.storage.get();
}

Value elementValue(Vm&, const Tensor& tensor, size_t i) {
  if (!valuesOf(tensor) || !tensor.dtype) return Value::unknown();
  const double value = valueAt(tensor, i);
  switch (categoryOf(tensor.dtype->number)) {
    case 0: return Value::boolean(value != 0);
    case 1: return Value::integer(static_cast<int64_t>(value));
    default: return Value::real(value);
  }
}

void forgetValues(Tensor& tensor) {
  if (tensor.storage) tensor.storage->values.clear();
}

Ref<Dtype> dtypeArgument(Vm& vm, const Value& value, const Ref<Dtype>& fallback) {
  if (value.isUnbound() || value.isNone()) return fallback;
  if (auto* dtype = value.as<Dtype>()) return dtype;
  if (auto* cls = value.as<Class>()) {
    if (cls == vm.types.boolean) return torchOf(vm).dtypes[scalar::Bool];
    if (cls == vm.types.integer) return torchOf(vm).dtypes[scalar::Int64];
    if (cls == vm.types.real) return torchOf(vm).dtypes[scalar::Double];
  }
  return nullptr;
}

Ref<Device> deviceArgument(Vm& vm, const Value& value, const Ref<Device>& fallback) {
  if (value.isUnbound() || value.isNone()) return fallback;
  if (value.isUnknown()) return nullptr;
  Value device = vm.call(Value(vm.types.device), {value});
  return device.as<Device>();
}

std::optional<Shape> broadcast(Vm& vm, const std::optional<Shape>& a,
                               const std::optional<Shape>& b) {
  if (!a || !b) return std::nullopt;
  const shape_rules::Inferred inferred = shape_rules::broadcast(*a, *b);
  const shape_rules::Violation& violation = inferred.violation;
  if (violation) {
    const auto rank = static_cast<int64_t>(std::max(a->size(), b->size()));
    vm.raise(vm.types.RuntimeError,
             "The size of tensor a (" + std::to_string(violation.expected) +
                 ") must match the size of tensor b (" + std::to_string(violation.actual) +
                 ") at non-singleton dimension " + std::to_string(rank + violation.dim));
  }
  return inferred.shape.sizes().vec();
}

Shape inferredShape(Vm& vm, const shape_rules::Inferred& inferred) {
  const shape_rules::Violation& violation = inferred.violation;
  if (violation.condition == shape_rules::Condition::DimensionInRange)
    raiseOutOfRange(vm, violation.actual, violation.expected);
  if (violation || !inferred.shape.hasRank()) throw UnknownTruth{};
  return inferred.shape.sizes().vec();
}

Ref<Dtype> resultDtype(Vm& vm, std::span<const Value> operands) {
  TorchState& state = torchOf(vm);
  // Within a category, tensors with dimensions take precedence over zero-dimensional tensors, and
  // these over numbers.
  int levels[3] = {-1, -1, -1};
  for (const Value& operand : operands) {
    int level = 2, number = -1;
    if (auto* tensor = operand.as<Tensor>()) {
      if (!tensor->dtype || !tensor->shape) return nullptr;
      level = tensor->shape->empty() ? 1 : 0;
      number = tensor->dtype->number;
    } else if (operand.isBool()) {
      number = scalar::Bool;
    } else if (operand.isInt() || operand.as<IntObject>()) {
      number = scalar::Int64;
    } else if (operand.isFloat() || operand.as<FloatObject>()) {
      number = state.defaultDtype->number;
    } else if (operand.as<Complex>()) {
      number = state.defaultDtype->number == scalar::Double ? scalar::ComplexDouble
                                                            : scalar::ComplexFloat;
    } else {
      return nullptr;
    }
    levels[level] = levels[level] < 0 ? number : promote(levels[level], number);
    if (levels[level] < 0) return nullptr;
  }
  int result = levels[0];
  for (int level : {levels[1], levels[2]}) {
    if (level < 0) continue;
    if (result < 0)
      result = level;
    else if (categoryOf(level) > categoryOf(result))
      result = promote(result, level);
  }
  return result < 0 ? nullptr : state.dtypes[result];
}

namespace {

// The limit of nesting. A deeper sequence contains itself.
constexpr size_t kMostDims = 128;

struct Flattened {
  Shape shape;
  std::vector<Value> leaves;
};

// Flattens nested sequences into one list. Returns false when a part is unknown.
bool flatten(Vm& vm, const Value& data, size_t depth, Flattened& out) {
  if (depth > kMostDims) vm.raiseValueError("too many dimensions '" + vm.classOf(data)->name + "'");
  if (data.isUnknown()) return false;
  if (auto* tensor = data.as<Tensor>()) {
    if (!tensor->shape) return false;
    const int64_t count = numberOfElements(*tensor->shape);
    if (count < 0) return false;
    if (out.shape.size() == depth)
      out.shape.insert(out.shape.end(), tensor->shape->begin(), tensor->shape->end());
    for (int64_t i = 0; i < std::min(count, kMostValues); ++i)
      out.leaves.push_back(valuesOf(*tensor) ? elementValue(vm, *tensor, i) : Value::unknown());
    return true;
  }
  const bool isSequence = data.as<List>() || data.as<Tuple>() || data.as<Range>();
  if (!isSequence) {
    out.leaves.push_back(data);
    return true;
  }
  if (auto* list = data.as<List>(); list && list->unknown) return false;
  std::vector<Value> items = vm.toVector(data);
  if (out.shape.size() == depth)
    out.shape.push_back(static_cast<int64_t>(items.size()));
  else if (depth < out.shape.size() && out.shape[depth] != static_cast<int64_t>(items.size()))
    vm.raiseValueError("expected sequence of length " + std::to_string(out.shape[depth]) +
                       " at dim " + std::to_string(depth) + " (got " +
                       std::to_string(items.size()) + ")");
  for (const Value& item : items)
    if (!flatten(vm, item, depth + 1, out)) {
      if (!item.isUnknown()) return false;
      out.leaves.push_back(item);
    }
  return true;
}

}  // namespace

Value tensorOf(Vm& vm, const Value& data, Ref<Dtype> dtype, Ref<Device> device) {
  TorchState& state = torchOf(vm);
  if (auto* tensor = data.as<Tensor>()) {
    Ref<Tensor> result = makeTensor(vm, tensor->shape, dtype ? dtype : tensor->dtype,
                                    device ? device : tensor->device);
    if (valuesOf(*tensor)) {
      std::vector<double> values;
      for (size_t i = 0; i < tensor->elements.size(); ++i) values.push_back(valueAt(*tensor, i));
      setValues(*result, std::move(values));
    }
    return result;
  }
  Flattened flat;
  if (!flatten(vm, data, 0, flat)) return makeTensor(vm, std::nullopt, dtype, device);
  int number = -1;
  bool isKnown = true;
  std::vector<double> values;
  for (const Value& leaf : flat.leaves) {
    double value = 0;
    int own = -1;
    if (leaf.isBool())
      own = scalar::Bool;
    else if (leaf.isFloat())
      own = state.defaultDtype->number;
    else if (leaf.as<Complex>())
      own = state.defaultDtype->number == scalar::Double ? scalar::ComplexDouble
                                                         : scalar::ComplexFloat;
    else if (int64_t integer = 0; vm.asInt(leaf, integer))
      own = scalar::Int64;
    else
      isKnown = false;
    if (own >= 0) number = number < 0 ? own : promote(number, own);
    if (isKnown && vm.asReal(leaf, value))
      values.push_back(value);
    else
      isKnown = false;
  }
  if (auto* first = flat.leaves.empty() ? nullptr : flat.leaves[0].as<Str>(); first)
    vm.raiseTypeError("a tensor can't be made of str");
  if (!dtype && flat.leaves.empty()) dtype = state.defaultDtype;
  if (!dtype && number >= 0 && std::ranges::none_of(flat.leaves, &Value::isUnknown))
    dtype = state.dtypes[number];
  Ref<Tensor> result = makeTensor(vm, flat.shape, dtype, device);
  if (isKnown) setValues(*result, std::move(values));
  return result;
}

}  // namespace ts::eval
