// Values known at compile time: literals, defaults of schemas, values of prim::Constant nodes.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/types/type.h"

namespace ts::types {

// An immutable typed value. The exact type is stored, so that even an empty list compares and
// prints with its own type. Cheap to copy: containers are shared.
class Constant {
 public:
  struct Device {
    std::string name;  // "cpu", "cuda:0"
    friend bool operator==(const Device&, const Device&) = default;
  };
  struct EnumValue {
    const EnumType* type;
    std::string name;
    friend bool operator==(const EnumValue&, const EnumValue&) = default;
  };
  using Elements = std::shared_ptr<const std::vector<Constant>>;
  // A tensor of a loaded or traced program, opaque to this folder.
  using Opaque = std::shared_ptr<const void>;

  Constant() = default;  // None
  static Constant none() { return {}; }
  static Constant boolean(bool value);
  static Constant integer(int64_t value);
  static Constant real(double value);
  static Constant complex(std::complex<double> value);
  static Constant string(std::string value);
  static Constant device(std::string name);
  static Constant enumValue(const EnumType* type, std::string member);
  static Constant function(const FunctionType* type);
  static Constant tensor(TypePtr type, Opaque value);
  static Constant list(TypePtr element, std::vector<Constant> elements);
  static Constant tuple(std::vector<Constant> elements, TypePtr type = nullptr);
  // `items` contains keys and values alternately.
  static Constant dict(TypePtr key, TypePtr value, std::vector<Constant> items);

  TypePtr type() const { return type_ ? type_ : noneType(); }
  bool isNone() const { return type()->is(TypeKind::None); }
  bool isBool() const { return std::holds_alternative<bool>(value_); }
  bool isInt() const { return std::holds_alternative<int64_t>(value_); }
  bool isReal() const { return std::holds_alternative<double>(value_); }
  bool isComplex() const { return std::holds_alternative<std::complex<double>>(value_); }
  bool isString() const { return std::holds_alternative<std::string>(value_); }
  bool isContainer() const { return std::holds_alternative<Elements>(value_); }

  bool toBool() const { return std::get<bool>(value_); }
  int64_t toInt() const { return std::get<int64_t>(value_); }
  double toReal() const { return std::get<double>(value_); }
  std::complex<double> toComplex() const { return std::get<std::complex<double>>(value_); }
  const std::string& toString() const { return std::get<std::string>(value_); }
  const Device& toDevice() const { return std::get<Device>(value_); }
  const EnumValue& toEnum() const { return std::get<EnumValue>(value_); }
  const std::vector<Constant>& elements() const { return *std::get<Elements>(value_); }
  bool isOpaque() const { return std::holds_alternative<Opaque>(value_); }
  const Opaque& opaque() const { return std::get<Opaque>(value_); }

  // Compares type and value, as constant pooling requires: NaN equals NaN, and 0.0 differs from
  // -0.0.
  friend bool identical(const Constant& a, const Constant& b);
  size_t hash() const;

  // Returns the text that PyTorch prints for defaults in schemas and named tuples: "1.", "[1, 2]",
  // "(1,)", "{a: 1}", "1.-2.5j", "None"; strings without quotes.
  std::string str() const;

 private:
  TypePtr type_ = nullptr;
  std::variant<std::monostate, bool, int64_t, double, std::complex<double>, std::string, Device,
               EnumValue, Elements, Opaque>
      value_;
};

struct EnumMember {
  std::string name;
  Constant value;
};

}  // namespace ts::types
