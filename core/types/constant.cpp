#include "core/types/constant.h"

#include "core/base/hash.h"
#include "core/types/opaque.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace ts::types {
namespace {

uint64_t bitsOf(double value) {
  // All NaNs are equal: a program cannot observe their payload.
  return std::isnan(value) ? ~uint64_t{0} : std::bit_cast<uint64_t>(value);
}

std::string realText(double value) {
  // A float that equals an int64 prints as an integer followed by a dot; -0.0 loses its sign.
  if (std::abs(value) < 0x1p63 && std::trunc(value) == value) {
    return fmt::format("{}.", static_cast<int64_t>(value));
  }
  if (std::isnan(value)) return "nan";
  return fmt::format("{:.17g}", value);
}

// Joins the elements with ", ".
std::string joined(const std::vector<Constant>& elements) {
  std::string text;
  for (const Constant& element : elements) {
    if (!text.empty()) text += ", ";
    text += element.str();
  }
  return text;
}

std::string dictText(const std::vector<Constant>& items) {
  std::string text = "{";
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    if (i > 0) text += ", ";
    text += items[i].str() + ": " + items[i + 1].str();
  }
  return text + "}";
}

}  // namespace

Constant Constant::boolean(bool value) {
  Constant constant;
  constant.type_ = boolType();
  constant.value_ = value;
  return constant;
}

Constant Constant::integer(int64_t value) {
  Constant constant;
  constant.type_ = intType();
  constant.value_ = value;
  return constant;
}

Constant Constant::real(double value) {
  Constant constant;
  constant.type_ = floatType();
  constant.value_ = value;
  return constant;
}

Constant Constant::complex(std::complex<double> value) {
  Constant constant;
  constant.type_ = complexType();
  constant.value_ = value;
  return constant;
}

Constant Constant::string(std::string value) {
  Constant constant;
  constant.type_ = stringType();
  constant.value_ = std::move(value);
  return constant;
}

Constant Constant::device(std::string name) {
  Constant constant;
  constant.type_ = deviceType();
  constant.value_ = Device{std::move(name)};
  return constant;
}

Constant Constant::enumValue(const EnumType* type, std::string member) {
  Constant constant;
  constant.type_ = type;
  constant.value_ = EnumValue{type, std::move(member)};
  return constant;
}

Constant Constant::function(const FunctionType* type) {
  Constant constant;
  constant.type_ = type;
  return constant;
}

Constant Constant::tensor(TypePtr type, Opaque value) {
  Constant constant;
  constant.type_ = type;
  constant.value_ = std::move(value);
  return constant;
}

Constant Constant::list(TypePtr element, std::vector<Constant> elements) {
  Constant constant;
  constant.type_ = listOf(element);
  constant.value_ = std::make_shared<const std::vector<Constant>>(std::move(elements));
  return constant;
}

Constant Constant::tuple(std::vector<Constant> elements, TypePtr type) {
  if (!type) {
    std::vector<TypePtr> types;
    for (const Constant& element : elements) types.push_back(element.type());
    type = tupleOf(std::move(types));
  }
  Constant constant;
  constant.type_ = type;
  constant.value_ = std::make_shared<const std::vector<Constant>>(std::move(elements));
  return constant;
}

Constant Constant::dict(TypePtr key, TypePtr value, std::vector<Constant> items) {
  Constant constant;
  constant.type_ = dictOf(key, value);
  constant.value_ = std::make_shared<const std::vector<Constant>>(std::move(items));
  return constant;
}

namespace {
OpaqueEquality opaqueEquality = nullptr;
}

bool setOpaqueEquality(OpaqueEquality equality) {
  opaqueEquality = equality;
  return true;
}

bool identical(const Constant& a, const Constant& b) {
  if (a.type() != b.type() || a.value_.index() != b.value_.index()) return false;
  if (a.isReal()) return bitsOf(a.toReal()) == bitsOf(b.toReal());
  if (a.isComplex()) {
    return bitsOf(a.toComplex().real()) == bitsOf(b.toComplex().real()) &&
           bitsOf(a.toComplex().imag()) == bitsOf(b.toComplex().imag());
  }
  if (a.isOpaque()) {
    const void *left = a.opaque().get(), *right = b.opaque().get();
    return left == right || (left && right && opaqueEquality && opaqueEquality(left, right));
  }
  if (!a.isContainer()) return a.value_ == b.value_;
  const auto& left = a.elements();
  const auto& right = b.elements();
  if (&left == &right) return true;
  if (left.size() != right.size()) return false;
  for (size_t i = 0; i < left.size(); ++i) {
    if (!identical(left[i], right[i])) return false;
  }
  return true;
}

size_t Constant::hash() const {
  struct Hasher {
    size_t operator()(std::monostate) const { return 0; }
    size_t operator()(bool value) const { return value; }
    size_t operator()(int64_t value) const { return std::hash<int64_t>()(value); }
    size_t operator()(double value) const { return bitsOf(value); }
    size_t operator()(std::complex<double> value) const {
      return mixed(bitsOf(value.real()), bitsOf(value.imag()));
    }
    size_t operator()(const std::string& value) const { return std::hash<std::string>()(value); }
    size_t operator()(const Device& value) const { return std::hash<std::string>()(value.name); }
    size_t operator()(const EnumValue& value) const { return std::hash<std::string>()(value.name); }
    size_t operator()(const Opaque&) const { return 0; }  // different tensors may be equal
    size_t operator()(const Elements& value) const {
      size_t seed = value->size();
      for (const Constant& element : *value) seed = mixed(seed, element.hash());
      return seed;
    }
  };
  return mixed(std::hash<TypePtr>()(type()), std::visit(Hasher{}, value_));
}

std::string Constant::str() const {
  struct Printer {
    const Constant& self;
    std::string operator()(std::monostate) const {
      return self.isNone() ? "None" : self.type()->str();
    }
    std::string operator()(bool value) const { return value ? "True" : "False"; }
    std::string operator()(int64_t value) const { return fmt::format("{}", value); }
    std::string operator()(double value) const { return realText(value); }
    std::string operator()(std::complex<double> value) const {
      return realText(value.real()) + (value.imag() >= 0 ? "+" : "-") +
             realText(std::abs(value.imag())) + "j";
    }
    std::string operator()(const std::string& value) const { return value; }
    std::string operator()(const Device& value) const { return value.name; }
    std::string operator()(const EnumValue& value) const {
      return value.type->qualifiedName() + "." + value.name;
    }
    std::string operator()(const Opaque&) const { return "<" + self.type()->str() + ">"; }
    std::string operator()(const Elements& value) const {
      if (self.type()->is(TypeKind::Dict)) return dictText(*value);
      if (self.type()->is(TypeKind::Tuple))
        return "(" + joined(*value) + (value->size() == 1 ? ",)" : ")");
      return "[" + joined(*value) + "]";
    }
  };
  return std::visit(Printer{*this}, value_);
}

}  // namespace ts::types
