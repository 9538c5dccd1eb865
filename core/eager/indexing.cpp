// tensor[...] and tensor[...] = value, composed of the same operators as in PyTorch, because traces
// record them (torch/csrc/autograd/python_variable_indexing.cpp, aten/src/ATen/TensorIndexing.h).
#include "core/base/torch_profile.h"
#include "core/eager/convert.h"
#include "core/eager/members.h"
#include "core/eager/tracing.h"
#include "core/kernels/copy.h"

namespace ts::eager {
namespace {

using tensor::DType;

[[noreturn]] void refuseIndex(Vm& vm, const Value& index) {
  vm.raise(vm.types.IndexError,
           "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are "
           "valid indices (got " +
               vm.classOf(index)->name + ")");
}

// True for a short list that contains slices, tensors, sequences or None: PyTorch treats it as a
// tuple.
bool isTupleLike(const Value& index) {
  auto* list = index.as<List>();
  if (!list || list->items.size() >= 32) return false;
  for (const Value& item : list->items)
    if (isTensor(item) || item.as<List>() || item.as<Tuple>() || item.as<eval::Slice>() ||
        item.isNone() || item.tag() == eval::Tag::Ellipsis)
      return true;
  return false;
}

bool isBoolean(const Tensor& tensor) {
  return tensor.dtype() == DType::Bool || tensor.dtype() == DType::UInt8;
}

// The state while indices are applied one after another.
struct Slicing {
  Vm& vm;
  Tensor result;
  trace::Recorder* recorder = recorderOf(vm);
  int64_t dim = 0;  // the dimension of `result` to which the next index applies
  std::vector<IValue> tensors = {};
  bool hasTensors = false;

  void select(int64_t index, const Tensor* source = nullptr) {
    const int64_t size = result.dim() ? result.size(dim) : 0;
    if (result.dim() == 0)
      vm.raise(vm.types.IndexError,
               "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
               "`tensor.item<T>()` in C++ to "
               "convert a 0-dim tensor to a number");
    if (index < -size || index >= size)
      vm.raise(vm.types.IndexError, "index " + std::to_string(index) +
                                        " is out of bounds for dimension " + std::to_string(dim) +
                                        " with size " + std::to_string(size));
    if (recorder && source) recorder->stash(2, -1, *source);
    result = callTensor(vm, "aten::select.int", {result, dim, index});
  }

  // Converts a bound. `argument` is its position among the arguments of aten::slice.
  int64_t bound(const Value& value, size_t argument) {
    if (recorder && isTensor(value)) recorder->stash(argument, -1, dataOf(value));
    if (isTensor(value)) return elementOf(vm, dataOf(value)).toScalar().to<int64_t>();
    return vm.toIndex(value);
  }

  void slice(const eval::Slice& slice) {
    if (result.dim() == 0)
      vm.raise(vm.types.IndexError, "slice() cannot be applied to a 0-dim tensor.");
    const int64_t step = slice.step.isNone() ? 1 : bound(slice.step, 4);
    if (step == 0) vm.raiseValueError("step cannot be zero");
    if (step < 0) vm.raiseValueError("step must be greater than zero");
    const int64_t start = slice.start.isNone() ? 0 : bound(slice.start, 2);
    const int64_t stop = slice.stop.isNone() ? INT64_MAX : bound(slice.stop, 3);
    // A slice of the whole dimension needs no operator, except in a trace.
    if (!recorder && start == 0 && step == 1 && stop >= result.size(dim)) {
      ++dim;
      return;
    }
    result = callTensor(vm, "aten::slice.Tensor", {result, dim, start, stop, step});
    ++dim;
  }

  void add(const Tensor& index) {
    tensors.resize(static_cast<size_t>(dim));
    tensors.emplace_back(index);
    hasTensors = true;
    ++dim;
  }

  void boolean(bool value) {
    result = callTensor(vm, "aten::unsqueeze", {result, dim});
    const Tensor index =
        tensor::empty(value ? std::initializer_list<int64_t>{1} : std::initializer_list<int64_t>{0},
                      DType::Int64);
    kernels::fill(index, int64_t{0});
    add(index);
  }

  void tensorIndex(const Tensor& index) {
    if (index.dim() == 0 && tensor::isIntegral(index.dtype()) && !isBoolean(index)) {
      select(elementOf(vm, index).toScalar().to<int64_t>(), &index);
    } else if (index.dim() == 0 && isBoolean(index)) {
      boolean(elementOf(vm, index).toScalar().to<int64_t>() != 0);
    } else {
      add(index);  // including a mask with several dimensions, which aten::index splits
    }
  }

  void by(const Value& index, int64_t dimensionsOfAll) {
    int64_t integer = 0;
    if (index.isBool())
      boolean(index.integerValue() != 0);
    else if (auto* slice = index.as<eval::Slice>())
      this->slice(*slice);
    else if (index.tag() == eval::Tag::Ellipsis)
      dim += original - dimensionsOfAll;
    else if (index.isNone()) {
      result = callTensor(vm, "aten::unsqueeze", {result, dim});
      ++dim;
    } else if (isTensor(index))
      tensorIndex(dataOf(index));
    else if (isArray(vm, index))
      tensorIndex(placedTensor(vm, liftedArray(vm, index)));
    else if (index.as<List>() || index.as<Tuple>() || index.as<eval::Range>())
      add(sequenceIndex(index));
    else if (vm.asInt(index, integer, true))
      select(integer);
    else
      refuseIndex(vm, index);
  }

  Tensor sequenceIndex(const Value& index) {
    const Tensor tensor = placedTensor(vm, makeTensor(vm, index, std::nullopt));
    // An empty list selects nothing.
    if (tensor.numel() == 0) return makeTensor(vm, index, DType::Int64);
    if (!tensor::isIntegral(tensor.dtype()) && !isBoolean(tensor))
      vm.raise(vm.types.IndexError,
               atLeast(TorchProfile::Torch2_6)
                   ? "tensors used as indices must be long, int, byte or bool tensors"
                   : "tensors used as indices must be long, byte or bool tensors");
    return tensor;
  }

  int64_t original = 0;  // number of dimensions of the indexed tensor
};

// The number of dimensions that an index consumes.
int64_t dimensionsOf(Vm& vm, const Value& index) {
  if (index.isNone() || index.isBool() || index.tag() == eval::Tag::Ellipsis) return 0;
  const Value tensor = isArray(vm, index) ? withoutNumpy(vm, index) : index;
  if (isTensor(tensor) && isBoolean(dataOf(tensor))) return dataOf(tensor).dim();
  return 1;
}

std::vector<Value> indicesOf(const Value& index) {
  if (auto* tuple = index.as<Tuple>()) return tuple->items;
  if (isTupleLike(index)) return index.as<List>()->items;
  return {index};
}

Slicing applyIndices(Vm& vm, const Tensor& self, const Value& index) {
  const std::vector<Value> indices = indicesOf(index);
  int64_t specified = 0;
  for (const Value& each : indices) specified += dimensionsOf(vm, each);
  if (specified > self.dim() && !(indices.size() == 1 && self.dim() == 0))
    vm.raise(vm.types.IndexError,
             "too many indices for tensor of dimension " + std::to_string(self.dim()));
  Slicing state{vm, self};
  state.original = self.dim();
  for (const Value& each : indices) state.by(each, specified);
  return state;
}

// Removes leading dimensions of size one, which assignment ignores.
Tensor withoutLeadingOnes(Vm& vm, const Tensor& value) {
  std::span<const int64_t> sizes = value.sizes();
  size_t first = 0;
  while (first < sizes.size() && sizes[first] == 1) ++first;
  if (!first) return value;
  return callTensor(vm, "aten::view", {value, tensor::makeIntList(sizes.subspan(first))});
}

void copyTo(Vm& vm, const Tensor& target, const Tensor& value) {
  if (value.sizes() != target.sizes() && value.dim() == 0) {
    callTensor(vm, "aten::fill_.Tensor", {target, value});
    return;
  }
  const bool isSame = value.sizes() == target.sizes();
  callTensor(vm, "aten::copy_", {target, isSame ? value : withoutLeadingOnes(vm, value), false});
}

Tensor valueFor(Vm& vm, const Tensor& self, const Value& value) {
  if (isTensor(value)) return dataOf(value);
  tensor::Scalar number;
  if (!toScalar(vm, value, number))
    vm.raiseTypeError("can't assign a " + vm.classOf(value)->name + " to a torch." +
                      std::string(tensor::nameOf(self.dtype())) + "Tensor");
  return guarded(vm, [&] { return kernels::tensorOf(number, self.dtype()); });
}

}  // namespace

Value getItem(Vm& vm, const Value& object, const Value& index) {
  const Tensor self = dataOf(object);
  Slicing state = applyIndices(vm, self, index);
  if (state.hasTensors)
    return wrap(vm,
                callTensor(vm, "aten::index.Tensor",
                           {state.result, tensor::makeList(types::optionalOf(types::tensorType()),
                                                           std::move(state.tensors))}));
  if (state.result.same(self)) return wrap(vm, callTensor(vm, "aten::alias", {self}));
  return wrap(vm, state.result);
}

void setItem(Vm& vm, const Value& object, const Value& index, const Value& assigned) {
  const Tensor self = dataOf(object);
  const Tensor value = valueFor(vm, self, assigned);
  Slicing state = applyIndices(vm, self, index);
  if (!state.hasTensors) {
    copyTo(vm, state.result, value);
    return;
  }
  const Tensor source = withoutLeadingOnes(vm, value);
  callTensor(vm, "aten::index_put_",
             {state.result,
              tensor::makeList(types::optionalOf(types::tensorType()), std::move(state.tensors)),
              source, false});
}

}  // namespace ts::eager
