// Numbers as arguments, and the options of new tensors. C++17.
#pragma once

#include <jitscope/torch/types.h>

namespace c10 {
inline namespace jitscope_v0 {

// A number.
class Scalar {
 public:
  Scalar() : Scalar(int64_t{0}) {}
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  Scalar(T number) {
    if constexpr (std::is_same_v<T, bool>)
      kind_ = JITSCOPE_BOOL, integer_ = number;
    else if constexpr (std::is_integral_v<T>)
      kind_ = JITSCOPE_INT, integer_ = static_cast<int64_t>(number);
    else
      kind_ = JITSCOPE_FLOAT, real_ = {static_cast<double>(number), 0};
  }
  Scalar(Half number) : Scalar(static_cast<double>(number)) {}
  Scalar(BFloat16 number) : Scalar(static_cast<double>(number)) {}
  template <typename T>
  Scalar(std::complex<T> number) : kind_(JITSCOPE_COMPLEX), real_(number) {}

  bool isBoolean() const { return kind_ == JITSCOPE_BOOL; }
  bool isIntegral(bool includeBool = false) const {
    return kind_ == JITSCOPE_INT || (includeBool && isBoolean());
  }
  bool isFloatingPoint() const { return kind_ == JITSCOPE_FLOAT; }
  bool isComplex() const { return kind_ == JITSCOPE_COMPLEX; }
  ScalarType type() const {
    return isBoolean()         ? ScalarType::Bool
           : isIntegral()      ? ScalarType::Long
           : isFloatingPoint() ? ScalarType::Double
                               : ScalarType::ComplexDouble;
  }
  template <typename T>
  T to() const {
    if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
      return T(toComplexDouble());
    else
      return isIntegral(true) ? static_cast<T>(integer_) : static_cast<T>(real_.real());
  }
  double toDouble() const { return to<double>(); }
  float toFloat() const { return to<float>(); }
  Half toHalf() const { return {toFloat()}; }
  BFloat16 toBFloat16() const { return {toFloat()}; }
  int64_t toLong() const { return to<int64_t>(); }
  int toInt() const { return to<int>(); }
  short toShort() const { return to<short>(); }
  int8_t toChar() const { return to<int8_t>(); }
  uint8_t toByte() const { return to<uint8_t>(); }
  bool toBool() const { return to<bool>(); }
  std::complex<double> toComplexDouble() const {
    return isIntegral(true) ? std::complex<double>(static_cast<double>(integer_)) : real_;
  }
  Scalar operator-() const {
    return isComplex()         ? Scalar(-real_)
           : isFloatingPoint() ? Scalar(-real_.real())
                               : Scalar(-integer_);
  }
  template <typename T>
  bool equal(T number) const {
    return toComplexDouble() == Scalar(number).toComplexDouble();
  }
  friend std::ostream& operator<<(std::ostream& stream, const Scalar& number) {
    if (number.isComplex()) return stream << number.real_;
    if (number.isFloatingPoint()) return stream << number.real_.real();
    if (number.isBoolean()) return stream << (number.toBool() ? "true" : "false");
    return stream << number.integer_;
  }

 private:
  jitscope_kind kind_;
  int64_t integer_ = 0;
  std::complex<double> real_;
};

// The dtype and the place of a new tensor.
class TensorOptions {
 public:
  TensorOptions() = default;
  TensorOptions(ScalarType dtype) : dtype_(dtype) {}
  TensorOptions(TypeMeta dtype) : dtype_(dtype) {}
  template <typename T, typename = std::enable_if_t<std::is_same_v<std::decay_t<T>, Device> ||
                                                    std::is_same_v<T, DeviceType> ||
                                                    std::is_convertible_v<T, std::string>>>
  TensorOptions(const T& device) : device_(Device(device)) {}
  TensorOptions(Layout layout) : layout_(layout) {}
  TensorOptions(MemoryFormat format) : format_(format) {}

  TensorOptions dtype(optional<ScalarType> dtype) const {
    return with([&](TensorOptions& copy) { copy.dtype_ = dtype; });
  }
  TensorOptions dtype(TypeMeta dtype) const { return this->dtype(dtype.toScalarType()); }
  TensorOptions dtype(ScalarType dtype) const { return this->dtype(make_optional(dtype)); }
  template <typename T>
  TensorOptions dtype() const {
    return dtype(CppTypeToScalarType<T>::value);
  }
  TensorOptions device(optional<Device> device) const {
    return with([&](TensorOptions& copy) { copy.device_ = device; });
  }
  TensorOptions device(DeviceType type, DeviceIndex index = -1) const {
    return device(Device(type, index));
  }
  TensorOptions layout(optional<Layout> layout) const {
    return with([&](TensorOptions& copy) { copy.layout_ = layout; });
  }
  // Memory on the CPU is the same with and without it.
  TensorOptions pinned_memory(optional<bool>) const { return *this; }
  TensorOptions memory_format(optional<MemoryFormat> format) const {
    return with([&](TensorOptions& copy) { copy.format_ = format; });
  }
  TensorOptions requires_grad(optional<bool> required) const {
    return with([&](TensorOptions& copy) { copy.requiresGrad_ = required; });
  }

  TypeMeta dtype() const { return dtype_.value_or(kFloat); }
  Device device() const { return device_.value_or(Device(kCPU)); }
  Layout layout() const { return layout_.value_or(kStrided); }
  bool requires_grad() const { return requiresGrad_.value_or(false); }
  bool pinned_memory() const { return false; }
  bool has_dtype() const { return dtype_.has_value(); }
  bool has_device() const { return device_.has_value(); }
  bool has_layout() const { return layout_.has_value(); }
  bool has_requires_grad() const { return requiresGrad_.has_value(); }
  optional<ScalarType> dtype_opt() const { return dtype_; }
  optional<Device> device_opt() const { return device_; }
  optional<Layout> layout_opt() const { return layout_; }
  optional<MemoryFormat> memory_format_opt() const { return format_; }

 private:
  template <typename Change>
  TensorOptions with(const Change& change) const {
    TensorOptions copy = *this;
    change(copy);
    return copy;
  }

  optional<ScalarType> dtype_;
  optional<Device> device_;
  optional<Layout> layout_;
  optional<MemoryFormat> format_;
  optional<bool> requiresGrad_;
};
inline TensorOptions dtype(ScalarType type) { return TensorOptions(type); }
inline TensorOptions dtype(TypeMeta type) { return TensorOptions(type); }
template <typename T>
TensorOptions dtype() {
  return TensorOptions().dtype<T>();
}
inline TensorOptions device(const Device& device) { return TensorOptions(device); }
inline TensorOptions device(DeviceType type, DeviceIndex index = -1) {
  return TensorOptions(Device(type, index));
}
inline TensorOptions layout(Layout layout) { return TensorOptions(layout); }
inline TensorOptions memory_format(MemoryFormat format) { return TensorOptions(format); }
inline TensorOptions requires_grad(bool required = true) {
  return TensorOptions().requires_grad(required);
}

}  // namespace jitscope_v0
}  // namespace c10
