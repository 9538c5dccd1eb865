// Properties of tensors, and conversions between tensors, numbers and lists.
#include <algorithm>

#include "core/interp/operators.h"
#include "core/kernels/copy.h"

namespace ts::interp {
namespace {

// ---- properties

int64_t dtypeOf(const Tensor& tensor) { return static_cast<int64_t>(tensor.dtype()); }
IValue deviceOf(const Tensor& tensor) { return tensor::makeDevice(nameOf(tensor.device())); }
int64_t layoutOf(const Tensor&) { return 0; }  // strided
bool requiresGrad(const Tensor& tensor) { return tensor.requiresGrad(); }
bool isMeta(const Tensor& tensor) { return tensor.isMeta(); }
bool isCpu(const Tensor& tensor) { return !tensor.isMeta(); }
IValue noName(const Tensor&) { return {}; }
// The marker runs these operators: see kTapeOperators.
void needTape(kernels::Stack&) { tensor::failAsGap("the tape of gradients isn't available here"); }
int64_t lengthOf(const Tensor& tensor) {
  if (tensor.dim() == 0) fail(ErrorKind::Type, "len() of a 0-d tensor");
  return tensor.sizes()[0];
}
int64_t versionOf(const Tensor& tensor) { return tensor.version(); }

// A tensor on the same storage that doesn't require a gradient.
IValue dataOf(const Tensor& tensor) {
  Tensor data = tensor::view(tensor, tensor.sizes(), tensor.strides(), tensor.offset());
  tensor::separateVersion(data);
  return data;
}

IValue deviceIndex(const IValue& device) {
  const int64_t index = device.toDevice().index;
  return index < 0 ? IValue() : IValue(index);
}
std::string deviceKind(const IValue& device) { return device.toDevice().kind; }

// ---- numbers

Scalar numberOf(const Tensor& tensor) { return kernels::itemOf(tensor); }
int64_t intOf(const Tensor& tensor) {
  const Scalar value = kernels::itemOf(tensor);
  if (!value.isReal()) return value.to<int64_t>();
  const double real = value.to<double>();
  return real >= -0x1p63 && real < 0x1p63 ? static_cast<int64_t>(real) : INT64_MIN;
}
double floatOf(const Tensor& tensor) { return kernels::itemOf(tensor).to<double>(); }
std::complex<double> complexOf(const Tensor& tensor) {
  return kernels::itemOf(tensor).to<tensor::Complex128>();
}
bool boolOf(const Tensor& tensor) {
  if (tensor.numel() != 1)
    fail("Boolean value of Tensor with {} value{} is ambiguous",
         tensor.numel() == 0 ? "no" : "more than one", tensor.numel() == 0 ? "s" : "");
  return kernels::itemOf(tensor).to<tensor::Complex128>() != tensor::Complex128();
}

// The check of implicit conversions, which the compiler inserts where a number is required.
Tensor checkedImplicit(const Tensor& tensor) {
  if (tensor.requiresGrad()) fail("Cannot input a tensor that requires grad as a scalar argument");
  if (tensor.dim() != 0)
    fail("Cannot input a tensor of dimension other than 0 as a scalar argument");
  return tensor;
}
int64_t implicitInt(const Tensor& tensor) {
  if (!tensor::isIntegral(checkedImplicit(tensor).dtype()))
    fail("Cannot input a tensor of type {} as an integral argument", nameOf(tensor.dtype()));
  return intOf(tensor);
}
double implicitFloat(const Tensor& tensor) { return floatOf(checkedImplicit(tensor)); }
std::complex<double> implicitComplex(const Tensor& tensor) {
  return complexOf(checkedImplicit(tensor));
}
Scalar implicitScalar(const Tensor& tensor) { return numberOf(checkedImplicit(tensor)); }

std::complex<double> complexPair(const IValue& real, const IValue& imaginary) {
  auto part = [](const IValue& value) {
    return value.isTensor() ? floatOf(value.toTensor()) : value.toScalar().to<double>();
  };
  return {part(real), part(imaginary)};
}

// ---- tensors

// A number as a tensor for type promotion: with the widest dtype of its kind.
Tensor tensorOfNumber(const Scalar& value) { return kernels::tensorOf(value, value.dtype()); }

DType defaultFor(const Scalar& value) {
  if (value.isReal()) return tensor::defaultDType();
  return value.isComplex() ? tensor::complexOf(tensor::defaultDType()) : value.dtype();
}

Tensor placed(Tensor tensor, const IValue& device, bool requiresGrad) {
  if (!device.isNone()) {
    const std::string& kind = device.toDevice().kind;
    if (kind == "meta")
      tensor = tensor::emptyMeta(tensor.sizes(), tensor.dtype());
    else if (kind != "cpu")
      fail("device {} is not available: use cpu or meta", device.toDevice().text());
  }
  if (requiresGrad) {
    if (!tensor::isFloating(tensor.dtype()) && !tensor::isComplex(tensor.dtype()))
      fail("Only tensors of floating point and complex dtype can require gradients");
    tensor.impl()->requiresGrad = true;
  }
  return tensor;
}

Tensor makeTensor(const Scalar& value, std::optional<DType> dtype, const IValue& device,
                  bool requiresGrad) {
  return placed(kernels::tensorOf(value, dtype.value_or(defaultFor(value))), device, requiresGrad);
}
Tensor asTensorNumber(const Scalar& value, std::optional<DType> dtype, const IValue& device) {
  return makeTensor(value, dtype, device, false);
}

DType elementDType(types::TypePtr type) {
  while (type->is(types::TypeKind::List)) type = type->element();
  switch (type->kind()) {
    case types::TypeKind::Int: return DType::Int64;
    case types::TypeKind::Bool: return DType::Bool;
    case types::TypeKind::Complex: return tensor::complexOf(tensor::defaultDType());
    case types::TypeKind::Float: return tensor::defaultDType();
    default:
      fail("a tensor can contain bools, ints, floats or complex numbers, but not {}",
           type->annotation());
  }
}

// The shape that the first elements imply. The other elements are checked when they are read.
kernels::Dims shapeOf(const ListValue& list) {
  kernels::Dims shape;
  for (const ListValue* level = &list;;) {
    shape.push_back(static_cast<int64_t>(level->items.size()));
    if (level->items.empty() || !level->items[0].isList()) return shape;
    level = &level->items[0].toList();
  }
}

template <typename T>
void fillFrom(const ListValue& list, const kernels::Dims& shape, size_t dim, T*& to) {
  if (static_cast<int64_t>(list.items.size()) != shape[dim])
    fail(ErrorKind::Value, "Expected sequence of length {} at dim {} (got {})", shape[dim], dim,
         list.items.size());
  for (const IValue& item : list.items) {
    if (dim + 1 < shape.size()) {
      fillFrom(item.toList(), shape, dim + 1, to);
      continue;
    }
    *to++ = item.toScalar().to<T>();
  }
}

Tensor fromList(const IValue& data, std::optional<DType> dtype) {
  ListValue& list = data.toList();
  const kernels::Dims shape = shapeOf(list);
  // Converts through the widest dtype of the kind, so that the conversion is that of tensors.
  const DType natural = elementDType(list.element);
  Tensor tensor = tensor::empty(shape, tensor::isFloating(natural)  ? DType::Float64
                                       : tensor::isComplex(natural) ? DType::Complex128
                                                                    : natural);
  switch (tensor.dtype()) {
    case DType::Float64: {
      auto* to = tensor.data<double>();
      fillFrom(list, shape, 0, to);
      break;
    }
    case DType::Complex128: {
      auto* to = tensor.data<tensor::Complex128>();
      fillFrom(list, shape, 0, to);
      break;
    }
    case DType::Bool: {
      auto* to = tensor.data<bool>();
      fillFrom(list, shape, 0, to);
      break;
    }
    default: {
      auto* to = tensor.data<int64_t>();
      fillFrom(list, shape, 0, to);
    }
  }
  return kernels::toDType(tensor, dtype.value_or(natural));
}

Tensor makeTensorOfList(const IValue& data, std::optional<DType> dtype, const IValue& device,
                        bool requiresGrad) {
  return placed(fromList(data, dtype), device, requiresGrad);
}
Tensor asTensorOfList(const IValue& data, std::optional<DType> dtype, const IValue& device) {
  return placed(fromList(data, dtype), device, false);
}
Tensor asTensor(const Tensor& data, std::optional<DType> dtype, const IValue& device) {
  return placed(kernels::toDType(data, dtype.value_or(data.dtype())), device, false);
}

// Broadcasts lists of a program, whose numbers may be negative. A negative size means an unknown
// size to core/shape_rules, so that its rule cannot serve here.
std::vector<int64_t> inferSize(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  std::vector<int64_t> result(std::max(a.size(), b.size()));
  for (size_t fromEnd = 1; fromEnd <= result.size(); ++fromEnd) {
    const int64_t x = fromEnd <= a.size() ? a[a.size() - fromEnd] : 1;
    const int64_t y = fromEnd <= b.size() ? b[b.size() - fromEnd] : 1;
    const size_t dimension = result.size() - fromEnd;
    if (x != y && x != 1 && y != 1)
      tensor::fail(
          "The size of tensor a ({}) must match the size of tensor b ({}) at non-singleton "
          "dimension {}",
          x, y, dimension);
    result[dimension] = x == 1 ? y : x;
  }
  return result;
}

IValue sizeIfOther(const IValue& own, const IValue& other) {
  return own.toIntVector() == other.toIntVector() ? IValue() : own;
}

constexpr OperatorEntry kTensorOperators[] = {
    {"prim::dtype", boxed<dtypeOf>},
    {"prim::device", boxed<deviceOf>},
    {"prim::layout", boxed<layoutOf>},
    {"prim::requires_grad", boxed<requiresGrad>},
    {"prim::is_meta", boxed<isMeta>},
    {"prim::is_cpu", boxed<isCpu>},
    {"prim::is_cuda", boxed<kernels::returnFalse>},
    {"prim::is_xpu", boxed<kernels::returnFalse>},
    {"prim::is_ipu", boxed<kernels::returnFalse>},
    {"prim::is_mps", boxed<kernels::returnFalse>},
    {"prim::is_ort", boxed<kernels::returnFalse>},
    {"prim::is_vulkan", boxed<kernels::returnFalse>},
    {"prim::is_mkldnn", boxed<kernels::returnFalse>},
    {"prim::is_nested", boxed<kernels::returnFalse>},
    {"prim::is_quantized", boxed<kernels::returnFalse>},
    {"prim::is_sparse", boxed<kernels::returnFalse>},
    {"prim::is_sparse_csr", boxed<kernels::returnFalse>},
    {"prim::name", boxed<noName>},
    {"prim::grad", needTape},
    {"aten::grad", needTape},
    {"aten::backward", needTape},
    {"aten::backward.TensorList", needTape},
    {"prim::data", boxed<dataOf>},
    {"prim::index", boxed<deviceIndex>},
    {"prim::type", boxed<deviceKind>},
    {"aten::len.Tensor", boxed<lengthOf>},
    {"aten::_version", boxed<versionOf>},
    {"aten::Int.Tensor", boxed<intOf>},
    {"aten::Float.Tensor", boxed<floatOf>},
    {"aten::Bool.Tensor", boxed<boolOf>},
    {"aten::IntImplicit", boxed<implicitInt>},
    {"aten::FloatImplicit", boxed<implicitFloat>},
    {"aten::ComplexImplicit", boxed<implicitComplex>},
    {"aten::ScalarImplicit", boxed<implicitScalar>},
    {"aten::Complex.Tensor_Tensor", boxed<complexPair>},
    {"aten::Complex.Tensor_float", boxed<complexPair>},
    {"aten::Complex.float_Tensor", boxed<complexPair>},
    {"aten::Complex.Tensor_int", boxed<complexPair>},
    {"aten::Complex.int_Tensor", boxed<complexPair>},
    {"aten::Complex.Tensor_bool", boxed<complexPair>},
    {"aten::Complex.bool_Tensor", boxed<complexPair>},
    {"prim::NumToTensor.Scalar", boxed<tensorOfNumber>},
    {"prim::NumToTensor.bool", boxed<tensorOfNumber>},
    {"aten::tensor.float", boxed<makeTensor>},
    {"aten::tensor.int", boxed<makeTensor>},
    {"aten::tensor.bool", boxed<makeTensor>},
    {"aten::tensor.complex", boxed<makeTensor>},
    {"aten::tensor", boxed<makeTensorOfList>},
    {"aten::as_tensor.float", boxed<asTensorNumber>},
    {"aten::as_tensor.int", boxed<asTensorNumber>},
    {"aten::as_tensor.bool", boxed<asTensorNumber>},
    {"aten::as_tensor.complex", boxed<asTensorNumber>},
    {"aten::as_tensor", boxed<asTensor>},
    {"aten::as_tensor.list", boxed<asTensorOfList>},
    {"aten::_size_if_not_equal", boxed<sizeIfOther>},
    {"aten::_infer_size", boxed<inferSize>},
};

}  // namespace

std::span<const OperatorEntry> tensorOperators() { return kTensorOperators; }

}  // namespace ts::interp
