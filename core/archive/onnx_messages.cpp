#include "core/archive/onnx_messages.h"

#include <algorithm>
#include <cstring>

#include "core/archive/archive_error.h"
#include "core/archive/onnx_reader.h"
#include "core/archive/protobuf_reader.h"

namespace ts::archive {
namespace {

using types::Constant;

constexpr int64_t kMostElements = int64_t{1} << 40;  // of one tensor
constexpr int64_t kMostConstantElements = 16;

struct DataType {
  std::string_view printed;  // in types of graphs
  std::string_view dtype;
};

// By number, as TensorProto.DataType.
constexpr DataType kDataTypes[] = {
    {"", ""},
    {"Float", "float32"},
    {"Byte", "uint8"},
    {"Char", "int8"},
    {"", "uint16"},
    {"Short", "int16"},
    {"Int", "int32"},
    {"Long", "int64"},
    {"", ""},
    {"Bool", "bool"},
    {"Half", "float16"},
    {"Double", "float64"},
    {"", "uint32"},
    {"", "uint64"},
    {"ComplexFloat", "complex64"},
    {"ComplexDouble", "complex128"},
    {"BFloat16", "bfloat16"},
};

const DataType& dataType(int64_t number) {
  return kDataTypes[number >= 0 && number < std::ssize(kDataTypes) ? number : 0];
}

// Sizes below 0, and all sizes of a tensor that no memory could contain, become unknown.
void checkSizes(std::vector<int64_t>& sizes) {
  int64_t elements = 1;
  for (int64_t& size : sizes) {
    if (size < 0) size = -1;
    if (size <= 0) continue;
    if (size > kMostElements / elements) {
      std::ranges::fill(sizes, -1);
      return;
    }
    elements *= size;
  }
}

// An element of the bytes of a tensor, which are little-endian.
template <typename T>
std::optional<T> elementOf(std::string_view raw, size_t at) {
  if (raw.size() < (at + 1) * sizeof(T)) return {};
  T value;
  std::memcpy(&value, raw.data() + at * sizeof(T), sizeof(T));
  return value;
}

types::TypePtr tensorTypeOf(std::string_view bytes) {
  types::TensorInfo info;
  for (ProtobufReader in(bytes); in.next();) {
    if (in.field() == 1) info.dtype = dataType(in.integer()).printed;
    if (in.field() != 2) continue;
    info.sizes.emplace();
    for (ProtobufReader shape(in.bytes()); shape.next();) {
      if (shape.field() != 1) continue;
      int64_t size = -1;
      for (ProtobufReader dimension(shape.bytes()); dimension.next();)
        if (dimension.field() == 1) size = dimension.integer();
      info.sizes->push_back(size);
    }
    checkSizes(*info.sizes);
  }
  return types::tensorType(std::move(info));
}

// The type of a TypeProto: a tensor, a sequence or an optional; Any for other ones.
types::TypePtr typeOf(std::string_view bytes, size_t depth = 0) {
  if (depth > kMostOnnxNesting) refuse("types are nested too deeply (kMostOnnxNesting)");
  for (ProtobufReader in(bytes); in.next();) {
    if (in.field() == 1) return tensorTypeOf(in.bytes());
    if (in.field() != 4 && in.field() != 9) continue;
    for (ProtobufReader inner(in.bytes()); inner.next();) {
      if (inner.field() != 1) continue;
      const types::TypePtr element = typeOf(inner.bytes(), depth + 1);
      return in.field() == 4 ? types::listOf(element) : types::optionalOf(element);
    }
  }
  return types::anyType();
}

}  // namespace

std::string_view onnxDtype(int64_t number) { return dataType(number).dtype; }

TensorProto::TensorProto(std::string_view bytes) {
  for (ProtobufReader in(bytes); in.next();) {
    switch (in.field()) {
      case 1: in.addIntegers(dims); break;
      case 2: type = in.integer(); break;
      case 4: in.addReals(reals); break;
      case 5:
      case 7: in.addIntegers(integers); break;
      case 8: name = in.bytes(); break;
      case 9: raw = in.bytes(); break;
      default: break;
    }
  }
  checkSizes(dims);
}

std::string_view TensorProto::dtype() const { return onnxDtype(type); }

types::TypePtr TensorProto::tensorType() const {
  types::TensorInfo info;
  info.dtype = dataType(type).printed;
  info.sizes = dims;
  return types::tensorType(std::move(info));
}

std::string TensorProto::text() const {
  std::string sizes;
  for (int64_t size : dims) sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
  return std::string(dtype()) + " [" + sizes + "]";
}

std::optional<Constant> TensorProto::constant() const {
  if (dims.size() > 1) return {};
  const int64_t count = dims.empty() ? 1 : dims[0];
  if (count < 0 || count > kMostConstantElements) return {};
  std::vector<Constant> elements;
  for (int64_t i = 0; i < count; ++i) {
    std::optional<Constant> constant = element(static_cast<size_t>(i));
    if (!constant) return {};
    elements.push_back(std::move(*constant));
  }
  if (dims.empty()) return elements[0];
  const bool isReal = !elements.empty() && elements[0].isReal();
  return Constant::list(isReal ? types::floatType() : types::intType(), std::move(elements));
}

std::optional<Constant> TensorProto::element(size_t at) const {
  const auto real = [](auto value) {
    return value ? std::optional(Constant::real(*value)) : std::nullopt;
  };
  const auto integer = [](auto value) {
    return value ? std::optional(Constant::integer(*value)) : std::nullopt;
  };
  if (dtype() == "float32")
    return at < reals.size() ? Constant::real(reals[at]) : real(elementOf<float>(raw, at));
  if (dtype() == "float64") return real(elementOf<double>(raw, at));
  if (dtype() != "int64" && dtype() != "int32" && dtype() != "bool") return {};
  if (dtype() == "bool" && dims.empty() && (!integers.empty() || !raw.empty()))
    return Constant::boolean(integers.empty() ? raw[0] != 0 : integers[0] != 0);
  if (at < integers.size()) return Constant::integer(integers[at]);
  if (dtype() == "int64") return integer(elementOf<int64_t>(raw, at));
  return dtype() == "int32" ? integer(elementOf<int32_t>(raw, at))
                            : integer(elementOf<int8_t>(raw, at));
}

GraphProto::GraphProto(std::string_view bytes) {
  for (ProtobufReader in(bytes); in.next();) {
    switch (in.field()) {
      case 1: nodes.push_back(in.bytes()); break;
      case 5: initializers.push_back(in.bytes()); break;
      case 11: inputs.push_back(addType(in.bytes())); break;
      case 12: outputs.push_back(addType(in.bytes())); break;
      case 13: addType(in.bytes()); break;
      default: break;
    }
  }
}

// Keeps the type of a ValueInfoProto and returns its name.
std::string_view GraphProto::addType(std::string_view valueInfo) {
  std::string_view named, type;
  for (ProtobufReader in(valueInfo); in.next();) {
    if (in.field() == 1) named = in.bytes();
    if (in.field() == 2) type = in.bytes();
  }
  types[named] = typeOf(type);
  return named;
}

NodeProto::NodeProto(std::string_view bytes) {
  for (ProtobufReader in(bytes); in.next();) {
    switch (in.field()) {
      case 1: inputs.push_back(in.bytes()); break;
      case 2: outputs.push_back(in.bytes()); break;
      case 3: name = in.bytes(); break;
      case 4: op = in.bytes(); break;
      case 5: attributes.push_back(in.bytes()); break;
      case 7: domain = in.bytes(); break;
      default: break;
    }
  }
}

bool NodeProto::isStandard(std::string_view wanted) const {
  return op == wanted && (domain.empty() || domain == "ai.onnx");
}

namespace {

// Integers if the tensor is a short vector of them.
ir::AttributeValue contentOf(const TensorProto& tensor) {
  const std::optional<Constant> constant = tensor.constant();
  if (!constant || constant->type() != types::listOf(types::intType())) return tensor.text();
  std::vector<int64_t> all;
  for (const Constant& element : constant->elements()) all.push_back(element.toInt());
  return all;
}

}  // namespace

AttributeProto::AttributeProto(std::string_view bytes) {
  std::vector<int64_t> integers;
  std::vector<double> reals;
  std::vector<std::string> texts;
  for (ProtobufReader in(bytes); in.next();) {
    switch (in.field()) {
      case 1: name = in.bytes(); break;
      case 2: value = in.real(); break;
      case 3: value = in.integer(); break;
      case 4: value = std::string(in.bytes()); break;
      case 5: tensor.emplace(in.bytes()); break;
      case 6:
      case 11: graphs.push_back(in.bytes()); break;
      case 7: in.addReals(reals); break;
      case 8: in.addIntegers(integers); break;
      case 9: texts.emplace_back(in.bytes()); break;
      default: break;
    }
  }
  if (!integers.empty()) value = std::move(integers);
  if (!reals.empty()) value = std::move(reals);
  if (!texts.empty()) value = std::move(texts);
  if (tensor) value = contentOf(*tensor);
}

bool AttributeProto::hasGoodName() const {
  return !name.empty() && std::ranges::all_of(name, [](char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || each == '_' ||
           (each >= '0' && each <= '9');
  });
}

}  // namespace ts::archive
