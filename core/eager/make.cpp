// Creates tensors from Python numbers and sequences: torch.tensor and the older constructors.
#include <limits>

#include "core/eager/convert.h"
#include "core/eager/members.h"
#include "core/eager/tracing.h"
#include "core/kernels/copy.h"

namespace ts::eager {
namespace {

using tensor::DType;

// The limit of nesting. A deeper sequence contains itself.
constexpr size_t kMostDims = 128;

struct Data {
  Vm& vm;
  std::vector<int64_t> sizes = {};
  std::optional<DType> dtype = {};
  std::vector<Value> leaves = {};  // in order, including 0-d tensors

  // Reads the items of a sequence; false for a number.
  bool items(const Value& value, std::vector<Value>& out) {
    if (auto* list = value.as<List>())
      out = list->items;
    else if (auto* tuple = value.as<Tuple>())
      out = tuple->items;
    else if (value.as<eval::Range>() || (isTensor(value) && dataOf(value).dim() > 0))
      out = vm.toVector(value);
    else
      return false;
    return true;
  }

  void meet(DType own) { dtype = dtype ? tensor::promote(*dtype, own) : own; }

  void leaf(const Value& value) {
    tensor::Scalar number;
    if (isTensor(value))
      meet(dataOf(value).dtype());
    else if (!toScalar(vm, value, number)) {
      int64_t integer = 0;
      if (!vm.asInt(value, integer, true))
        vm.raiseTypeError("new(): invalid data type '" + vm.classOf(value)->name + "'");
      meet(DType::Int64);
    } else
      meet(number.isReal()      ? tensor::defaultDType()
           : number.isComplex() ? tensor::complexOf(tensor::defaultDType())
                                : number.dtype());
    leaves.push_back(value);
  }

  void read(const Value& given, size_t depth) {
    const Value value = withoutNumpy(vm, given);
    if (depth > kMostDims)
      vm.raiseValueError("too many dimensions '" + vm.classOf(value)->name + "'");
    std::vector<Value> inner;
    if (!items(value, inner)) {
      if (depth != sizes.size()) vm.raiseTypeError("not a sequence");
      leaf(value);
      return;
    }
    const int64_t length = static_cast<int64_t>(inner.size());
    if (depth == sizes.size()) {
      if (!leaves.empty())
        vm.raiseTypeError(
            "all elements of a tensor must have the same nesting depth, but a sequence is next to "
            "a number");
      sizes.push_back(length);
    } else if (sizes[depth] != length) {
      vm.raiseValueError("expected sequence of length " + std::to_string(sizes[depth]) +
                         " at dim " + std::to_string(depth) + " (got " + std::to_string(length) +
                         ")");
    }
    for (const Value& item : inner) read(item, depth + 1);
  }
};

// PyTorch's names of C++ types, for error messages.
const char* cppName(DType dtype) {
  switch (dtype) {
    case DType::UInt8: return "uint8_t";
    case DType::Int8: return "int8_t";
    case DType::Int16: return "int16_t";
    default: return "int";
  }
}

template <typename T>
T element(Vm& vm, const Value& value, DType dtype) {
  tensor::Scalar number;
  int64_t integer = 0;
  if (isTensor(value))
    number = elementOf(vm, dataOf(value)).toScalar();
  else if (!toScalar(vm, value, number)) {
    vm.asInt(value, integer, true);
    number = integer;
  }
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) < 8) {
    const int64_t wide = number.to<int64_t>();
    const bool fits =
        wide >= std::numeric_limits<T>::min() && wide <= std::numeric_limits<T>::max();
    // Negative numbers wrap around in unsigned bytes.
    if (!fits && !(std::is_unsigned_v<T> && wide < 0 && wide >= -std::numeric_limits<T>::max()))
      vm.raise(vm.types.RuntimeError, std::string("value cannot be converted to type ") +
                                          cppName(dtype) + " without overflow");
  }
  return number.to<T>();
}

}  // namespace

Tensor makeTensor(Vm& vm, const Value& given, std::optional<DType> dtype) {
  const Value value = withoutNumpy(vm, given);
  if (isTensor(value)) {
    const Tensor from = dataOf(value);
    return guarded(vm, [&] {
      return dtype && *dtype != from.dtype() ? kernels::toDType(from, *dtype)
                                             : kernels::clone(from);
    });
  }
  if (value.as<Str>()) vm.raiseTypeError("new(): invalid data type 'str'");
  Data data{vm};
  data.read(value, 0);
  const DType chosen = dtype.value_or(data.dtype.value_or(tensor::defaultDType()));
  return guarded(vm, [&] {
    const Tensor result = tensor::empty(data.sizes, chosen);
    tensor::visit(chosen, [&]<typename T>() {
      T* out = result.data<T>();
      for (const Value& leaf : data.leaves) *out++ = element<T>(vm, leaf, chosen);
    });
    return result;
  });
}

Tensor makeLegacy(Vm& vm, const CallArgs& args, DType dtype) {
  const Value first = args.positional ? args.values[0] : Value();
  const bool isSize = vm.isInstance(first, eval::torchOf(vm).size);
  if (isTensor(first)) {
    if (dataOf(first).dtype() != dtype)
      vm.raiseTypeError(std::string("new(): expected a tensor of dtype ") +
                        std::string(tensor::nameOf(dtype)) + ", not " +
                        std::string(tensor::nameOf(dataOf(first).dtype())));
    return detached(dataOf(first));
  }
  if (!isSize &&
      (first.as<List>() || first.as<Tuple>() || first.as<eval::Range>() || isArray(vm, first)))
    return placedTensor(vm, makeTensor(vm, first, dtype));
  std::vector<int64_t> sizes;
  if (isSize)
    for (const Value& size : first.as<Tuple>()->items) sizes.push_back(vm.toIndex(size));
  else if (!args.positional)
    sizes.push_back(0);
  else
    for (size_t i = 0; i < args.positional; ++i) {
      int64_t size = 0;
      if (args.values[i].isBool() || !vm.asInt(args.values[i], size, true))
        vm.raiseTypeError("new(): data must be a sequence or sizes, not " +
                          vm.classOf(args.values[i])->name);
      sizes.push_back(size);
    }
  return guarded(vm, [&] { return tensor::empty(sizes, dtype); });
}

}  // namespace ts::eager
