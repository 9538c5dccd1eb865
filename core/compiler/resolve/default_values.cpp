// Converts Python values to TorchScript constants, as pybind's casts and toIValue do.
#include <algorithm>

#include "core/compiler/resolve/annotations.h"
#include "core/compiler/resolve/known_names.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::compiler {

using types::Constant;
using types::TypeKind;
using types::TypePtr;

namespace {

std::optional<int64_t> toInt(const PyObject& value) {
  if (value.kind == PyKind::External) return dtypeNumber(value.name);
  if (value.kind != PyKind::Constant) return std::nullopt;
  if (value.constant.isBool()) return value.constant.toBool();
  return value.constant.isInt() ? std::optional(value.constant.toInt()) : std::nullopt;
}

std::optional<double> toReal(const PyObject& value) {
  if (value.kind != PyKind::Constant) return std::nullopt;
  if (value.constant.isReal()) return value.constant.toReal();
  auto integer = toInt(value);
  return integer ? std::optional(static_cast<double>(*integer)) : std::nullopt;
}

std::optional<bool> toBool(const PyObject& value) {
  if (value.kind != PyKind::Constant) return std::nullopt;
  if (value.constant.isNone()) return false;
  if (value.constant.isComplex()) return value.constant.toComplex() != std::complex<double>();
  auto number = toReal(value);
  return number ? std::optional(*number != 0) : std::nullopt;
}

// "cuda:0" for a string or a torch.device(...).
std::optional<std::string> toDevice(const PyObject& value) {
  constexpr std::string_view kTypes[] = {
      "cpu",  "cuda", "ipu", "xpu",  "mkldnn", "opengl", "opencl", "ideep", "hip",          "ve",
      "fpga", "ort",  "xla", "lazy", "vulkan", "mps",    "meta",   "hpu",   "privateuseone"};
  auto valid = [&](std::string_view text) {
    std::string_view type = text.substr(0, text.find(':'));
    std::string_view index = type.size() == text.size() ? "0" : text.substr(type.size() + 1);
    return std::ranges::find(kTypes, type) != std::end(kTypes) && !index.empty() &&
           std::ranges::all_of(index, [](char c) { return c >= '0' && c <= '9'; });
  };
  if (value.kind == PyKind::Constant && value.constant.isString()) {
    return valid(value.constant.toString()) ? std::optional(value.constant.toString())
                                            : std::nullopt;
  }
  if (value.kind != PyKind::Instance || value.name != "torch.device" || value.elements.empty())
    return std::nullopt;
  const PyObject& type = *value.elements[0];
  if (type.kind != PyKind::Constant || !type.constant.isString()) return std::nullopt;
  std::string name = type.constant.toString();
  if (value.elements.size() > 1) {
    auto index = toInt(*value.elements[1]);
    if (!index) return std::nullopt;
    name += ":" + std::to_string(*index);
  }
  return valid(name) ? std::optional(name) : std::nullopt;
}

bool isSequence(const PyObject& value) {
  return value.kind == PyKind::Tuple || value.kind == PyKind::List;
}

template <typename Make>
std::optional<std::vector<Constant>> each(const PyObject& value, Make&& make) {
  std::vector<Constant> constants;
  for (size_t i = 0; i < value.elements.size(); ++i) {
    auto element = make(value.elements[i], i);
    if (!element) return std::nullopt;
    constants.push_back(std::move(*element));
  }
  return constants;
}

// The tensor of a running program, else a tensor without data.
Constant ofTensor(const PyObject& value) {
  const auto* tensor = value.value.as<eval::Tensor>();
  const bool hasData = tensor && tensor->data.defined();
  return Constant::tensor(types::tensorType(),
                          hasData ? std::make_shared<const tensor::Tensor>(tensor->data) : nullptr);
}

// Converts a value without an expected type, with the type that PyTorch infers.
std::optional<Constant> inferred(const PyObject& value) {
  switch (value.kind) {
    case PyKind::Constant: return value.constant;
    case PyKind::External:
      if (auto number = dtypeNumber(value.name)) return Constant::integer(*number);
      return std::nullopt;
    case PyKind::Instance:
      if (auto device = toDevice(value)) return Constant::device(*device);
      return std::nullopt;
    // An int for an IntEnum, a str for a StrEnum, else a value of an enum type.
    case PyKind::EnumMember: return Constant::tensor(types::unknownType(), nullptr);
    case PyKind::Opaque:
      return value.name == "Tensor" ? std::optional(ofTensor(value)) : std::nullopt;
    case PyKind::Tuple: {
      auto elements = each(value, [](PyRef element, size_t) { return inferred(*element); });
      return elements ? std::optional(Constant::tuple(std::move(*elements))) : std::nullopt;
    }
    case PyKind::List: {
      auto elements = each(value, [](PyRef element, size_t) { return inferred(*element); });
      if (!elements || elements->empty()) return std::nullopt;
      TypePtr type = elements->front().type();
      bool same = std::ranges::all_of(
          *elements, [&](const Constant& element) { return element.type() == type; });
      return same ? std::optional(Constant::list(type, std::move(*elements))) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

template <typename T, typename Make>
std::optional<Constant> wrap(std::optional<T> value, Make&& make) {
  return value ? std::optional(make(std::move(*value))) : std::nullopt;
}

bool containsUnknown(const PyObject& value) {
  if (value.kind == PyKind::Unknown) return true;
  return isSequence(value) && std::ranges::any_of(value.elements, [](PyRef element) {
           return containsUnknown(*element);
         });
}

std::optional<Constant> scalar(const PyObject& value) {
  if (value.kind == PyKind::Constant && value.constant.isComplex()) return value.constant;
  if (auto integer = toInt(value)) return Constant::integer(*integer);
  return wrap(toReal(value), Constant::real);
}

std::optional<Constant> member(const PyObject& value, const types::EnumType& type) {
  if (value.kind != PyKind::EnumMember || !type.member(value.name)) return std::nullopt;
  std::string_view name = type.qualifiedName(), own = value.cls->qualifiedName;
  bool same = name.substr(name.rfind('.') + 1) == own.substr(own.rfind('.') + 1);
  return same ? std::optional(Constant::enumValue(&type, value.name)) : std::nullopt;
}

}  // namespace

std::optional<Constant> constantOf(PyRef object, TypePtr type) {
  const PyObject& value = *object;
  if (containsUnknown(value) || type->isUnknown())
    return Constant::tensor(types::unknownType(), nullptr);
  bool none = value.kind == PyKind::Constant && value.constant.isNone();
  switch (type->kind()) {
    case TypeKind::Tensor:
      // PyTorch makes an undefined tensor of None, which Python code sees as None again.
      if (none) return Constant::none();
      return value.kind == PyKind::Opaque && value.name == "Tensor" ? inferred(value)
                                                                    : std::nullopt;
    case TypeKind::None: return none ? std::optional(Constant::none()) : std::nullopt;
    case TypeKind::Int: return wrap(toInt(value), Constant::integer);
    case TypeKind::Float: return wrap(toReal(value), Constant::real);
    case TypeKind::Bool: return wrap(toBool(value), Constant::boolean);
    case TypeKind::Complex:
      if (value.kind == PyKind::Constant && value.constant.isComplex()) return value.constant;
      return wrap(toReal(value), [](double real) { return Constant::complex({real, 0}); });
    case TypeKind::Number: return scalar(value);
    case TypeKind::String:
      // Bytes are accepted as a string; their text is not kept.
      if (value.kind == PyKind::Opaque && value.name == "bytes")
        return Constant::tensor(types::unknownType(), nullptr);
      return value.kind == PyKind::Constant && value.constant.isString()
                 ? std::optional(value.constant)
                 : std::nullopt;
    case TypeKind::Device:
      return wrap(toDevice(value),
                  [](std::string name) { return Constant::device(std::move(name)); });
    case TypeKind::Any:
    case TypeKind::AnyList:
    case TypeKind::AnyTuple: return inferred(value);
    case TypeKind::Optional:
      return none ? std::optional(Constant::none()) : constantOf(object, type->element());
    case TypeKind::Union: {
      auto result = inferred(value);
      return result && types::isSubtype(result->type(), type) ? result : std::nullopt;
    }
    case TypeKind::List: {
      if (!isSequence(value)) return std::nullopt;
      auto elements =
          each(value, [&](PyRef element, size_t) { return constantOf(element, type->element()); });
      return elements ? std::optional(Constant::list(type->element(), std::move(*elements)))
                      : std::nullopt;
    }
    case TypeKind::Tuple: {
      // The fields of a named tuple instance are not followed.
      if (value.kind == PyKind::Instance && value.cls && value.cls->kind == ClassKind::NamedTuple) {
        return Constant::tensor(types::unknownType(), nullptr);
      }
      if (value.kind != PyKind::Tuple || value.elements.size() != type->contained().size())
        return std::nullopt;
      auto elements = each(
          value, [&](PyRef element, size_t i) { return constantOf(element, type->element(i)); });
      return elements ? std::optional(Constant::tuple(std::move(*elements), type)) : std::nullopt;
    }
    case TypeKind::Enum: return member(value, *types::cast<types::EnumType>(type));
    default: return std::nullopt;
  }
}

}  // namespace ts::compiler
