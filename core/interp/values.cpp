// Values and their types: the type of a value, conversions to types, and constants of graphs.
#include <algorithm>

#include "core/interp/interpreter.h"
#include "core/kernels/copy.h"
#include "core/tensor/error.h"
#include "core/tensor/value_walk.h"
#include "core/types/opaque.h"

namespace ts::interp {

using tensor::fail;
using tensor::Tag;
using types::TypeKind;
using types::TypePtr;

TypePtr typeOf(const IValue& value) {
  switch (value.tag()) {
    case Tag::None: return types::noneType();
    case Tag::Bool: return types::boolType();
    case Tag::Int: return types::intType();
    case Tag::Double: return types::floatType();
    case Tag::Complex: return types::complexType();
    case Tag::Tensor: return types::tensorType();
    case Tag::String: return types::stringType();
    case Tag::Tuple: {
      const auto& tuple = value.toTuple();
      if (tuple.type != nullptr) return tuple.type;
      const tensor::ValueDepth depth;
      std::vector<TypePtr> elements;
      for (const IValue& item : tuple.items) elements.push_back(typeOf(item));
      return types::tupleOf(std::move(elements));
    }
    case Tag::List: return types::listOf(value.toList().element);
    case Tag::Dict: return types::dictOf(value.toDict().key, value.toDict().value);
    case Tag::Object: return value.toObject().type;
    case Tag::Enum: return value.toEnum().type;
    case Tag::Device: return types::deviceType();
    case Tag::Generator: return types::basic(TypeKind::Generator);
    case Tag::Future: return types::futureOf(types::anyType());
    default: return types::anyType();
  }
}

bool isOfType(const IValue& value, TypePtr type) {
  switch (type->kind()) {
    case TypeKind::Any: return true;
    case TypeKind::Tensor: return value.isTensor();
    case TypeKind::Int: return value.isInt();
    case TypeKind::Float: return value.isDouble();
    case TypeKind::Bool: return value.isBool();
    case TypeKind::String: return value.isString();
    case TypeKind::None: return value.isNone();
    case TypeKind::AnyList: return value.isList();
    case TypeKind::AnyTuple: return value.isTuple();
    case TypeKind::Future: return value.tag() == Tag::Future;
    default: return types::isSubtype(typeOf(value), type);
  }
}

namespace {

std::optional<IValue> number(const IValue& value, TypeKind kind) {
  IValue number = value;
  if (value.isTensor()) {
    if (value.toTensor().numel() != 1) return std::nullopt;
    number = IValue(kernels::itemOf(value.toTensor()));
  }
  if (!number.isNumber()) return std::nullopt;
  switch (kind) {
    case TypeKind::Bool:
      if (number.isBool()) return number;
      return std::nullopt;
    case TypeKind::Int:
      if (number.isInt()) return number;
      if (number.isBool()) return IValue(int64_t{number.toBool()});
      return std::nullopt;
    case TypeKind::Float:
      if (number.isComplex()) return std::nullopt;
      return IValue(number.toScalar().to<double>());
    case TypeKind::Complex: return IValue(number.toScalar().to<tensor::Complex128>());
    default: return number;
  }
}

// Converts each item to its type; nullopt if one doesn't fit. Sets isSame if all items were
// unchanged.
std::optional<std::vector<IValue>> fitAll(const std::vector<IValue>& items, auto&& typeAt,
                                          bool& isSame) {
  std::vector<IValue> fitted;
  fitted.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    auto part = fitTo(items[i], typeAt(i));
    if (!part) return std::nullopt;
    isSame &= part->same(items[i]);
    fitted.push_back(std::move(*part));
  }
  return fitted;
}

std::optional<IValue> list(const IValue& value, TypePtr element) {
  if (!value.isList() && !value.isTuple()) return std::nullopt;
  const auto& items = value.isList() ? value.toList().items : value.toTuple().items;
  bool isSame = value.isList() && value.toList().element == element;
  auto fitted = fitAll(
      items, [&](size_t) { return element; }, isSame);
  if (!fitted) return std::nullopt;
  return isSame ? value : tensor::makeList(element, std::move(*fitted));
}

std::optional<IValue> tuple(const IValue& value, const types::TupleType& type) {
  if (!value.isTuple() || value.toTuple().items.size() != type.contained().size())
    return std::nullopt;
  bool isSame = true;
  auto fitted = fitAll(
      value.toTuple().items, [&](size_t i) { return type.element(i); }, isSame);
  if (!fitted) return std::nullopt;
  if (isSame && (!type.isNamed() || value.toTuple().type == &type)) return value;
  return IValue(tensor::makeCounted<tensor::TupleValue>(std::move(*fitted),
                                                        type.isNamed() ? &type : nullptr));
}

std::optional<IValue> dict(const IValue& value, TypePtr type) {
  if (!value.isDict()) return std::nullopt;
  auto& from = value.toDict();
  bool isSame = from.key == type->element(0) && from.value == type->element(1);
  auto dict = tensor::makeCounted<tensor::DictValue>(type->element(0), type->element(1));
  for (const auto& entry : from.entries()) {
    auto key = fitTo(entry.key, type->element(0));
    auto item = fitTo(entry.value, type->element(1));
    if (!key || !item) return std::nullopt;
    isSame &= key->same(entry.key) && item->same(entry.value);
    dict->set(*key, std::move(*item));
  }
  return isSame ? value : IValue(dict);
}

}  // namespace

std::optional<IValue> fitTo(const IValue& value, TypePtr type) {
  switch (type->kind()) {
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Complex:
    case TypeKind::Number: return number(value, type->kind());
    case TypeKind::ScalarType:
    case TypeKind::Layout:
    case TypeKind::MemoryFormat: return value.isInt() ? std::optional(value) : std::nullopt;
    case TypeKind::List: return list(value, type->element());
    case TypeKind::Dict: return dict(value, type);
    case TypeKind::Tuple: return tuple(value, *types::cast<types::TupleType>(type));
    case TypeKind::Optional:
      if (value.isNone()) return value;
      return fitTo(value, type->element());
    case TypeKind::Union:
      // Unchanged if a member of the Union is exactly its type.
      for (TypePtr member : type->contained())
        if (isOfType(value, member)) return value;
      for (TypePtr member : type->contained())
        if (auto fitted = fitTo(value, member)) return fitted;
      return std::nullopt;
    default: return isOfType(value, type) ? std::optional(value) : std::nullopt;
  }
}

// ---- constants

IValue valueOf(const types::Constant& constant) {
  if (constant.isNone()) return {};
  if (constant.isBool()) return constant.toBool();
  if (constant.isInt()) return constant.toInt();
  if (constant.isReal()) return constant.toReal();
  if (constant.isComplex()) return constant.toComplex();
  if (constant.isString()) return constant.toString();
  const TypePtr type = constant.type();
  if (constant.isContainer()) {
    std::vector<IValue> items;
    for (const types::Constant& element : constant.elements()) items.push_back(valueOf(element));
    if (type->is(TypeKind::List)) return tensor::makeList(type->element(), std::move(items));
    if (const auto* tuple = types::cast<types::TupleType>(type))
      return tensor::makeCounted<tensor::TupleValue>(std::move(items),
                                                     tuple->isNamed() ? tuple : nullptr);
    auto dict = tensor::makeCounted<tensor::DictValue>(type->element(0), type->element(1));
    for (size_t i = 0; i + 1 < items.size(); i += 2) dict->set(items[i], items[i + 1]);
    return dict;
  }
  if (type->is(TypeKind::Device)) return tensor::makeDevice(constant.toDevice().name);
  if (const auto* enumType = types::cast<types::EnumType>(type)) {
    const types::EnumMember* member = enumType->member(constant.toEnum().name);
    if (member == nullptr) fail("{} has no member {}", type->str(), constant.toEnum().name);
    return tensor::makeCounted<tensor::EnumValue>(enumType, member->name, valueOf(member->value));
  }
  if (type->is(TypeKind::Tensor) && constant.opaque())
    return *static_cast<const tensor::Tensor*>(constant.opaque().get());
  fail("a constant of type {} can't be used at run time", type->str());
}

namespace {

bool areEqual(const void* a, const void* b) {
  static kernels::NamedKernel equal("aten::equal");
  const auto &left = *static_cast<const tensor::Tensor*>(a),
             &right = *static_cast<const tensor::Tensor*>(b);
  if (left.dtype() != right.dtype() || left.sizes() != right.sizes()) return false;
  Stack stack = {left, right};
  equal(stack);
  return stack.back().toBool();
}
const bool kTensorsCompare = types::setOpaqueEquality(areEqual);

}  // namespace

types::Constant tensorConstant(const tensor::Tensor& tensor) {
  return types::Constant::tensor(types::tensorType(),
                                 std::make_shared<const tensor::Tensor>(tensor));
}

std::optional<types::Constant> constantOf(const IValue& value) {
  using types::Constant;
  switch (value.tag()) {
    case Tag::None: return Constant::none();
    case Tag::Bool: return Constant::boolean(value.toBool());
    case Tag::Int: return Constant::integer(value.toInt());
    case Tag::Double: return Constant::real(value.toDouble());
    case Tag::Complex: return Constant::complex(value.toComplex());
    case Tag::String: return Constant::string(value.toString());
    case Tag::Device: return Constant::device(value.toDevice().text());
    case Tag::List: {
      std::vector<Constant> items;
      for (const IValue& item : value.toList().items) {
        const auto constant = constantOf(item);
        if (!constant) return std::nullopt;
        items.push_back(*constant);
      }
      return Constant::list(value.toList().element, std::move(items));
    }
    default: return std::nullopt;
  }
}

// ---- arguments

Stack bindArguments(const ops::FunctionSchema& schema, const std::vector<IValue>& positional,
                    const std::vector<std::pair<std::string, IValue>>& named) {
  const auto& formals = schema.arguments;
  if (positional.size() > formals.size())
    fail("{}() expected at most {} argument(s) but received {} argument(s). Declaration: {}",
         schema.name, formals.size(), positional.size() + named.size(), schema.str());
  for (const auto& [name, value] : named)
    if (!schema.argumentIndex(name))
      fail("{}() got an unknown keyword argument '{}'. Declaration: {}", schema.name, name,
           schema.str());
  Stack bound;
  for (size_t i = 0; i < formals.size(); ++i) {
    const ops::Argument& formal = formals[i];
    auto byName = std::ranges::find(named, formal.name, &std::pair<std::string, IValue>::first);
    const IValue* argument = byName == named.end() ? nullptr : &byName->second;
    if (i < positional.size()) {
      if (argument != nullptr) fail("{}() got the argument '{}' twice", schema.name, formal.name);
      argument = &positional[i];
    }
    if (argument == nullptr) {
      if (!formal.defaultValue)
        fail("{}() is missing value for argument '{}'. Declaration: {}", schema.name, formal.name,
             schema.str());
      bound.push_back(valueOf(*formal.defaultValue));
      continue;
    }
    // None is an undefined tensor.
    const bool isUndefined = argument->isNone() && formal.type->is(TypeKind::Tensor);
    auto fitted = isUndefined ? std::optional(*argument) : fitTo(*argument, formal.type);
    if (!fitted)
      fail(
          "{}() Expected a value of type '{}' for argument '{}' but instead found type '{}'. "
          "Declaration: {}",
          schema.name, formal.type->annotation(), formal.name, typeOf(*argument)->annotation(),
          schema.str());
    bound.push_back(std::move(*fitted));
  }
  return bound;
}

}  // namespace ts::interp
