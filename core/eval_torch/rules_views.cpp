// The results of views, conversions and in-place operators of one tensor, and of operators that
// join or split tensors.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/torch_profile.h"
#include "core/eval_torch/operator_rows.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

namespace rules = shape_rules;

Value asIs(Vm&, Value* args) { return args[0]; }

// A view of `self` with the shape. It shares the values when all sizes are known.
Value viewed(Vm& vm, const Tensor& self, Shape shape) {
  if (valuesOf(self) && numberOfElements(shape) == static_cast<int64_t>(self.elements.size()))
    return sameElements(vm, self, std::move(shape));
  return reshaped(vm, self, std::move(shape));
}

// The sizes of a view of `from`, with -1 replaced by the size that is left. An unknown size is also
// -1; when several sizes are -1, they stay unknown.
Shape inferSizes(Vm& vm, const Shape& from, const Shape& sizes) {
  const int64_t total = numberOfElements(from);
  const rules::Inferred inferred = rules::view(sizes, total);
  if (total < 0 || inferred.violation.condition == rules::Condition::OneInferred) return sizes;
  if (!inferred)
    vm.raise(vm.types.RuntimeError, "shape is invalid for input of size " + std::to_string(total));
  return inferredShape(vm, inferred);
}

Value view(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  auto* wanted = args[1].as<Tuple>();
  if (wanted && wanted->items.size() == 1)
    if (auto* dtype = wanted->items[0].as<Dtype>()) {
      Ref<Tensor> result = reshaped(vm, self, self.shape);
      result->dtype = dtype;
      return result;
    }
  Shape sizes = shapeArgument(vm, args[1]);
  if (!self.shape) return reshaped(vm, self, std::move(sizes));
  return viewed(vm, self, inferSizes(vm, *self.shape, sizes));
}

Value flatten(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  const Shape& shape = knownShape(self);
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t first = dimArgument(vm, args[1], rank), last = dimArgument(vm, args[2], rank);
  return viewed(vm, self, inferredShape(vm, rules::flatten(shape, first, last)));
}
Value unflatten(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  Shape result = knownShape(self);
  const size_t dim = sizeArgument(vm, args[1], result);
  Shape sizes = inferSizes(vm, {result[dim]}, shapeArgument(vm, args[2]));
  const auto at = result.erase(result.begin() + static_cast<ptrdiff_t>(dim));
  result.insert(at, sizes.begin(), sizes.end());
  return viewed(vm, self, std::move(result));
}
Value squeeze(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  const Shape& shape = knownShape(self);
  return viewed(
      vm, self,
      inferredShape(vm, args[1].isUnbound() ? rules::squeezeAll(shape)
                                            : rules::squeeze(shape, intArgument(vm, args[1]))));
}
Value unsqueeze(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  const Shape& shape = knownShape(self);
  return viewed(vm, self, inferredShape(vm, rules::unsqueeze(shape, intArgument(vm, args[1]))));
}

// ---- copies and conversions

// Without values, the row of the operator has the result.
Value flip(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  if (!valuesOf(self) || !self.shape || self.shape->empty()) throw UnknownTruth{};
  const Shape& shape = *self.shape;
  std::vector<bool> isFlipped(shape.size());
  for (const int64_t dim : shapeArgument(vm, args[1]))
    isFlipped[static_cast<size_t>(dimArgument(vm, Value::integer(dim), shape.size()))] = true;
  std::vector<double> values;
  for (size_t i = 0; i < self.elements.size(); ++i) {
    size_t from = 0, stride = 1, rest = i;
    for (size_t dim = shape.size(); dim-- > 0;) {
      const auto size = static_cast<size_t>(shape[dim]);
      const size_t at = rest % size;
      from += (isFlipped[dim] ? size - 1 - at : at) * stride;
      stride *= size;
      rest /= size;
    }
    values.push_back(valueAt(self, from));
  }
  Ref<Tensor> result = reshaped(vm, self, shape);
  setValues(*result, std::move(values));
  return result;
}

Ref<Tensor> copyOf(Vm& vm, const Tensor& self) {
  Ref<Tensor> result = reshaped(vm, self, self.shape);
  if (!valuesOf(self)) return result;
  std::vector<double> values;
  for (size_t i = 0; i < self.elements.size(); ++i) values.push_back(valueAt(self, i));
  setValues(*result, std::move(values));
  return result;
}
Value clone(Vm& vm, Value* args) { return copyOf(vm, tensorArgument(vm, args[0])); }
Value detach(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  Ref<Tensor> result =
      self.shape ? sameElements(vm, self, *self.shape) : reshaped(vm, self, std::nullopt);
  result->requiresGrad = false;
  return result;
}
Value converted(Vm& vm, const Value& object, Ref<Dtype> dtype) {
  Tensor& self = tensorArgument(vm, object);
  if (self.dtype == dtype && dtype) return object;
  Ref<Tensor> result = reshaped(vm, self, self.shape);
  result->dtype = std::move(dtype);
  if (result->dtype && categoryOf(result->dtype->number) < 2) result->requiresGrad = false;
  if (!valuesOf(self)) return result;
  std::vector<double> values;
  for (size_t i = 0; i < self.elements.size(); ++i) values.push_back(valueAt(self, i));
  setValues(*result, std::move(values));
  return result;
}
template <int kDtype>
Value convert(Vm& vm, Value* args) {
  return converted(vm, args[0], torchOf(vm).dtypes[kDtype]);
}
Value moved(Vm& vm, const Value& object, const Value& device) {
  Tensor& self = tensorArgument(vm, object);
  Ref<Device> to = deviceArgument(vm, device, self.device);
  if (to == self.device || (to && self.device && vm.equal(Value(to), Value(self.device))))
    return object;
  Ref<Tensor> result = sameElements(vm, self, {});
  result->shape = self.shape;
  result->device = to;
  return result;
}
Value cpu(Vm& vm, Value* args) { return moved(vm, args[0], Value(torchOf(vm).cpu)); }
Value cuda(Vm& vm, Value* args) {
  return moved(vm, args[0], args[1].isNone() ? vm.str("cuda:0") : args[1]);
}
// to(dtype), to(device), to(device, dtype), to(tensor). The types of the arguments select the form.
Value to(Vm& vm, Value* args) {
  Value dtype = args[4], device = args[3];
  for (const Value& argument : args[1].as<Tuple>()->items) {
    if (argument.as<Dtype>())
      dtype = argument;
    else if (argument.as<Device>() || argument.as<Str>())
      device = argument;
    else if (auto* other = argument.as<Tensor>()) {
      if (!other->dtype || !other->device) throw UnknownTruth{};
      dtype = other->dtype;
      device = other->device;
    } else if (argument.isInt()) {
      device = argument;
    }
  }
  if (auto* other = args[2].as<Tensor>(); other && other->dtype && other->device) {
    dtype = other->dtype;
    device = other->device;
  }
  Value result = args[0];
  if (dtype.isUnknown())
    result = converted(vm, result, nullptr);
  else if (!dtype.isNone())
    result = converted(vm, result, dtypeArgument(vm, dtype, nullptr));
  if (!device.isNone()) result = moved(vm, result, device);
  return result;
}
Value type(Vm& vm, Value* args) {
  static constexpr struct {
    int number;
    const char* name;
  } kNames[] = {{scalar::UInt8, "Byte"},       {scalar::Int8, "Char"},     {scalar::Int16, "Short"},
                {scalar::Int32, "Int"},        {scalar::Int64, "Long"},    {scalar::Half, "Half"},
                {scalar::Float, "Float"},      {scalar::Double, "Double"}, {scalar::Bool, "Bool"},
                {scalar::BFloat16, "BFloat16"}};
  Tensor& self = tensorArgument(vm, args[0]);
  if (!args[1].isNone()) {
    std::string wanted = args[1].as<Str>() ? args[1].as<Str>()->text : "";
    for (const auto& row : kNames)
      if (wanted.ends_with(std::string(".") + row.name + "Tensor"))
        return converted(vm, args[0], torchOf(vm).dtypes[row.number]);
    return converted(vm, args[0], dtypeArgument(vm, args[1], nullptr));
  }
  for (const auto& row : kNames)
    if (self.dtype && self.dtype->number == row.number)
      return vm.str(std::string("torch.") + row.name + "Tensor");
  return Value::unknown();
}
Value typeAs(Vm& vm, Value* args) {
  return converted(vm, args[0], tensorArgument(vm, args[1]).dtype);
}

// ---- properties

Value size(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  if (args[1].isNone()) return makeSize(vm, self.shape);
  const Shape& shape = knownShape(self);
  const int64_t size = shape[sizeArgument(vm, args[1], shape)];
  return size < 0 ? Value::unknown() : Value::integer(size);
}
Value dim(Vm& vm, Value* args) {
  return Value::integer(static_cast<int64_t>(knownShape(tensorArgument(vm, args[0])).size()));
}
Value numel(Vm& vm, Value* args) {
  const int64_t count = numberOfElements(knownShape(tensorArgument(vm, args[0])));
  return count < 0 ? Value::unknown() : Value::integer(count);
}
Value stride(Vm& vm, Value* args) {
  const Shape& shape = knownShape(tensorArgument(vm, args[0]));
  std::vector<Value> strides(shape.size());
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (step < 0) throw UnknownTruth{};
    strides[i] = Value::integer(step);
    step = rules::times(step, shape[i] == 0 ? 1 : shape[i]);
  }
  if (args[1].isNone()) return vm.tuple(std::move(strides));
  return strides[sizeArgument(vm, args[1], shape)];
}
Value yes(Vm&, Value*) { return Value::boolean(true); }
template <bool (*kTest)(int)>
Value dtypeIs(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  return self.dtype ? Value::boolean(kTest(self.dtype->number)) : Value::unknown();
}
bool isSigned(int number) { return number != scalar::UInt8 && number != scalar::Bool; }
Value elementSize(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  return self.dtype ? vm.getattr(Value(self.dtype), "itemsize") : Value::unknown();
}
Value getDeviceIndex(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  if (!self.device) return Value::unknown();
  return Value::integer(self.device->index.value_or(-1));
}
Value item(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  const int64_t count = self.shape ? numberOfElements(*self.shape) : 1;
  if (count > 1 && atLeast(TorchProfile::Torch2_6))
    vm.raise(vm.types.RuntimeError,
             fmt::format("a Tensor with {} elements cannot be converted to Scalar", count));
  if (count > 1) vm.raiseValueError("only one element tensors can be converted to Python scalars");
  return self.elements.size() == 1 ? elementValue(vm, self, 0) : Value::unknown();
}
Value nested(Vm& vm, const Tensor& self, size_t dim, size_t& at) {
  if (dim == self.shape->size()) return elementValue(vm, self, at++);
  std::vector<Value> items;
  for (int64_t i = 0; i < (*self.shape)[dim]; ++i) items.push_back(nested(vm, self, dim + 1, at));
  return vm.list(std::move(items));
}
Value tolist(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  if (!self.shape) return Value::unknown();
  const int64_t count = numberOfElements(*self.shape);
  if (count < 0 || count > kMostValues) return Value::unknown();
  // A tensor without elements may have many empty lists.
  if (std::ranges::any_of(*self.shape, [](int64_t size) { return size > kMostValues; }))
    return Value::unknown();
  if (!valuesOf(self)) {
    // Lists of the right lengths with unknown elements.
    Ref<Tensor> blank = reshaped(vm, self, self.shape);
    size_t at = 0;
    return nested(vm, *blank, 0, at);
  }
  size_t at = 0;
  return nested(vm, self, 0, at);
}

// ---- writing

Value written(Vm& vm, Value* args) {
  forgetValues(tensorArgument(vm, args[0]));
  return args[0];
}
Value fill(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  double value = 0;
  const bool isKnown = args[1].isUnbound() || (!args[1].isUnknown() && vm.asReal(args[1], value));
  if (!valuesOf(self)) return args[0];
  for (int64_t place : self.elements) self.storage->values[static_cast<size_t>(place)] = value;
  if (!isKnown) forgetValues(self);
  return args[0];
}
Value requiresGrad(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  if (!args[1].isUnknown()) self.requiresGrad = vm.truth(args[1]);
  return args[0];
}
Value resize(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  self.storage = nullptr;
  self.elements.clear();
  self.shape = shapeArgument(vm, args[1]);
  return args[0];
}

// ---- several tensors

Value cat(Vm& vm, Value* args) {
  std::vector<Value> items = sequenceArgument(vm, args[0]);
  if (items.empty()) vm.raise(vm.types.RuntimeError, "cat of no tensors");
  std::vector<double> values;
  bool isKnown = true;
  rules::Joining joining(intArgument(vm, args[1]));
  int64_t rank = 0;  // of the first tensor that is not skipped
  for (const Value& item : items) {
    Tensor& tensor = tensorArgument(vm, item);
    const Shape& shape = knownShape(tensor);
    isKnown = isKnown && shape.size() == 1 && valuesOf(tensor);
    for (size_t i = 0; isKnown && i < tensor.elements.size(); ++i)
      values.push_back(valueAt(tensor, i));
    const rules::Violation violation = joining.add(shape);
    if (violation.condition == rules::Condition::Rank)
      vm.raise(vm.types.RuntimeError, "Tensors must have same number of dimensions: got " +
                                          std::to_string(violation.expected) + " and " +
                                          std::to_string(violation.actual));
    if (violation.condition == rules::Condition::Joined)
      vm.raise(vm.types.RuntimeError, "Sizes of tensors must match except in dimension " +
                                          std::to_string(dimArgument(vm, args[1], rank)) +
                                          ". Expected size " + std::to_string(violation.expected) +
                                          " but got size " + std::to_string(violation.actual));
    if (violation.condition == rules::Condition::HasDimensions)
      vm.raise(vm.types.RuntimeError, "zero-dimensional tensor (at position " +
                                          std::to_string(&item - items.data()) +
                                          ") cannot be concatenated");
    if (violation) inferredShape(vm, violation);  // throws
    if (!rules::Joining::isSkipped(shape)) rank = static_cast<int64_t>(shape.size());
  }
  Ref<Tensor> result =
      reshaped(vm, *items[0].as<Tensor>(), inferredShape(vm, std::move(joining).take()));
  result->dtype = resultDtype(vm, items);
  if (isKnown) setValues(*result, std::move(values));
  return result;
}
Value stack(Vm& vm, Value* args) {
  std::vector<Value> items = sequenceArgument(vm, args[0]);
  if (items.empty()) vm.raise(vm.types.RuntimeError, "stack of no tensors");
  Tensor& first = tensorArgument(vm, items[0]);
  const Shape& shape = knownShape(first);
  const int64_t dim = dimArgument(vm, args[1], static_cast<int64_t>(shape.size()) + 1);
  for (const Value& item : items)
    if (rules::checkEqual(shape, knownShape(tensorArgument(vm, item))))
      vm.raise(vm.types.RuntimeError, "stack: the tensors' shapes are not equal");
  const auto count = static_cast<int64_t>(items.size());
  Ref<Tensor> result = reshaped(vm, first, inferredShape(vm, rules::unsqueeze(shape, dim, count)));
  result->dtype = resultDtype(vm, items);
  return result;
}
// The size of the dimension that `split` and `chunk` divide, and the dimension.
std::pair<int64_t, size_t> divided(Vm& vm, const Tensor& self, const Value& dim, const char* name) {
  const Shape& shape = knownShape(self);
  if (shape.empty())
    vm.raise(vm.types.RuntimeError, std::string(name) + " expects at least a 1-dimensional tensor");
  const size_t at = sizeArgument(vm, dim, shape);
  return {shape[at], at};
}
// Views of consecutive parts along `dim`, whose sizes add up to that of the dimension.
Value parts(Vm& vm, const Tensor& self, size_t dim, const std::optional<Shape>& sizes) {
  if (!sizes) throw UnknownTruth{};  // too many
  std::vector<Value> items;
  const bool hasValues = valuesOf(self) && self.shape->size() == 1 &&
                         std::ranges::none_of(*sizes, [](int64_t size) { return size < 0; });
  int64_t start = 0;
  for (int64_t size : *sizes) {
    Shape shape = *self.shape;
    shape[dim] = size;
    Ref<Tensor> part = reshaped(vm, self, shape);
    if (hasValues) {
      part->storage = self.storage;
      part->elements.assign(self.elements.begin() + start, self.elements.begin() + start + size);
    }
    start += size;
    items.emplace_back(part);
  }
  return vm.tuple(std::move(items));
}
Value split(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  const auto [total, dim] = divided(vm, self, args[2], "split");
  if (!args[1].isInt()) {
    const Shape sizes = shapeArgument(vm, args[1]);
    if (!rules::fitParts(sizes, total))
      vm.raise(vm.types.RuntimeError, "split_with_sizes expects split_sizes to sum exactly to " +
                                          std::to_string(total) +
                                          " (input tensor's size at that dimension)");
    return parts(vm, self, dim, sizes);
  }
  const int64_t each = args[1].integerValue();
  if (total < 0 || each <= 0) throw UnknownTruth{};
  return parts(vm, self, dim, rules::splitSizes(total, each));
}
Value chunk(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  const auto [total, dim] = divided(vm, self, args[2], "chunk");
  const int64_t count = intArgument(vm, args[1]);
  if (count <= 0)
    vm.raise(vm.types.RuntimeError,
             "chunk expects `chunks` to be greater than 0, got: " + std::to_string(count));
  // As many parts as for a dimension without elements; their sizes are unknown.
  std::optional<Shape> sizes = rules::chunkSizes(std::max<int64_t>(total, 0), count);
  if (total < 0 && sizes) sizes->assign(sizes->size(), -1);
  return parts(vm, self, dim, sizes);
}
Value unbind(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  Shape shape = knownShape(self);
  const size_t dim = sizeArgument(vm, args[1], shape);
  const int64_t count = shape[dim];
  if (count < 0 || count > kMostValues) throw UnknownTruth{};
  shape.erase(shape.begin() + static_cast<ptrdiff_t>(dim));
  std::vector<Value> items;
  for (int64_t i = 0; i < count; ++i)
    items.push_back(dim == 0 ? indexTensor(vm, self, Value::integer(i))
                             : Value(reshaped(vm, self, shape)));
  return vm.tuple(std::move(items));
}
Value meshgrid(Vm& vm, Value* args) {
  std::vector<Value> arguments = args[0].as<Tuple>()->items;
  if (arguments.size() == 1 && !arguments[0].as<Tensor>())
    arguments = sequenceArgument(vm, arguments[0]);
  Shape shape;
  for (const Value& item : arguments)
    shape.push_back(numberOfElements(knownShape(tensorArgument(vm, item))));
  auto* indexing = args[1].as<Str>();
  if (indexing && indexing->text == "xy" && shape.size() >= 2) std::swap(shape[0], shape[1]);
  std::vector<Value> items;
  for (const Value& item : arguments) items.push_back(reshaped(vm, *item.as<Tensor>(), shape));
  return vm.tuple(std::move(items));
}
Value broadcastTensors(Vm& vm, Value* args) {
  std::vector<Value> arguments = args[0].as<Tuple>()->items;
  if (arguments.size() == 1 && !arguments[0].as<Tensor>())
    arguments = sequenceArgument(vm, arguments[0]);
  std::optional<Shape> shape = Shape{};
  for (const Value& item : arguments) shape = broadcast(vm, shape, tensorArgument(vm, item).shape);
  std::vector<Value> items;
  for (const Value& item : arguments) items.push_back(reshaped(vm, *item.as<Tensor>(), shape));
  return vm.tuple(std::move(items));
}

constexpr NativeDef kViewRules[] = {
    {"view", "self, *size", view},
    {"reshape", "self, *shape", view},
    {"view_as", "self, other", byRow},
    {"reshape_as", "self, other", byRow},
    {"permute", "self, *dims", byRow},
    {"transpose", "self, dim0, dim1", byRow},
    {"swapaxes", "self, axis0, axis1", byRow},
    {"swapdims", "self, dim0, dim1", byRow},
    {"t", "self", byRow},
    {"movedim", "self, source, destination", byRow},
    {"moveaxis", "self, source, destination", byRow},
    {"flatten", "self, start_dim=0, end_dim=-1", flatten},
    {"ravel", "self, start_dim=0, end_dim=-1", flatten},
    {"unflatten", "self, dim, sizes", unflatten},
    {"squeeze", "self, dim=...", squeeze},
    {"unsqueeze", "self, dim", unsqueeze},
    {"expand", "self, *size", byRow},
    {"expand_as", "self, other", byRow},
    {"broadcast_to", "self, size", byRow},
    {"repeat", "self, *repeats", byRow},
    {"tile", "self, *dims", byRow},
    {"repeat_interleave", "self, repeats, dim=None, *, output_size=None", byRow},
    {"narrow", "self, dim, start, length", byRow},
    {"select", "self, dim, index", byRow},
    {"index_select", "self, dim, index", byRow},
    {"roll", "self, shifts, dims=()", byRow},
    {"flip", "self, *dims", flip},
    {"real", "self", byRow},
    {"imag", "self", byRow},
    {"fliplr", "self", byRow},
    {"flipud", "self", byRow},
    {"triu", "self, diagonal=0", byRow},
    {"tril", "self, diagonal=0", byRow},
    {"diag", "self, diagonal=0", byRow},
    {"clone", "self, *, memory_format=None", clone},
    {"contiguous", "self, memory_format=None", asIs},
    {"detach", "self", detach},
    {"alias", "self", detach},
    {"float", "self, memory_format=None", convert<scalar::Float>},
    {"double", "self, memory_format=None", convert<scalar::Double>},
    {"half", "self, memory_format=None", convert<scalar::Half>},
    {"bfloat16", "self, memory_format=None", convert<scalar::BFloat16>},
    {"long", "self, memory_format=None", convert<scalar::Int64>},
    {"int", "self, memory_format=None", convert<scalar::Int32>},
    {"short", "self, memory_format=None", convert<scalar::Int16>},
    {"char", "self, memory_format=None", convert<scalar::Int8>},
    {"byte", "self, memory_format=None", convert<scalar::UInt8>},
    {"bool", "self, memory_format=None", convert<scalar::Bool>},
    {"cpu", "self, memory_format=None", cpu},
    {"cuda", "self, device=None, non_blocking=False, memory_format=None", cuda},
    {"to",
     "self, *args, other=None, device=None, dtype=None, non_blocking=False, copy=False, "
     "memory_format=None",
     to},
    {"type", "self, dtype=None, non_blocking=False", type},
    {"type_as", "self, other", typeAs},
    {"size", "self, dim=None", size},
    {"dim", "self", dim},
    {"ndimension", "self", dim},
    {"numel", "self", numel},
    {"nelement", "self", numel},
    {"stride", "self, dim=None", stride},
    {"is_contiguous", "self, memory_format=None", yes},
    {"storage_offset", "self", returnZero},
    {"is_floating_point", "self", dtypeIs<isFloating>},
    {"is_complex", "self", dtypeIs<isComplex>},
    {"is_signed", "self", dtypeIs<isSigned>},
    {"element_size", "self", elementSize},
    {"get_device", "self", getDeviceIndex},
    {"item", "self", item},
    {"tolist", "self", tolist},
    {"fill_", "self, value", fill},
    {"zero_", "self, value=...", fill},
    {"requires_grad_", "self, requires_grad=True", requiresGrad},
    {"retain_grad", "self", asIs},
    {"detach_", "self", asIs},
    {"share_memory_", "self", asIs},
    {"pin_memory", "self, device=None", asIs},
    {"resize_", "self, *size", resize},
    {"copy_", "self, src, non_blocking=False", written},
    {"cat", "tensors, dim=0", cat},
    {"concat", "tensors, dim=0", cat},
    {"stack", "tensors, dim=0", stack},
    {"split", "self, split_size, dim=0", split},
    {"split_with_sizes", "self, split_sizes, dim=0", split},
    {"chunk", "self, chunks, dim=0", chunk},
    {"unbind", "self, dim=0", unbind},
    {"meshgrid", "*tensors, indexing=None", meshgrid},
    {"broadcast_tensors", "*tensors", broadcastTensors},
};

}  // namespace

std::span<const NativeDef> viewRules() { return kViewRules; }

}  // namespace ts::eval
