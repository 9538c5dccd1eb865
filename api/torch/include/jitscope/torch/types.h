// PyTorch's basic types over libjitscope: errors, dtypes, devices, arrays of numbers, options.
// C++17.
#pragma once

#include <jitscope/jitscope_c.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace c10 {
inline namespace jitscope_v0 {

using std::nullopt;
using std::optional;
using std::string_view;

// A failure. what() has the stack of TorchScript functions.
class Error : public std::runtime_error {
 public:
  // Takes over the error.
  explicit Error(jitscope_error* error) : std::runtime_error(jitscope_error_text(error)) {
    message_ = jitscope_error_message(error);
    jitscope_error_free(error);
  }
  explicit Error(const std::string& message) : std::runtime_error(message), message_(message) {}
  const char* what_without_backtrace() const noexcept { return message_.c_str(); }
  const std::string& msg() const { return message_; }

 private:
  std::string message_;
};

enum class ScalarType : int8_t {
  Byte = 0,
  Char = 1,
  Short = 2,
  Int = 3,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  BFloat16 = 15,
};
constexpr ScalarType kByte = ScalarType::Byte, kChar = ScalarType::Char, kShort = ScalarType::Short,
                     kInt = ScalarType::Int, kLong = ScalarType::Long, kHalf = ScalarType::Half,
                     kFloat = ScalarType::Float, kDouble = ScalarType::Double,
                     kComplexFloat = ScalarType::ComplexFloat,
                     kComplexDouble = ScalarType::ComplexDouble, kBool = ScalarType::Bool,
                     kBFloat16 = ScalarType::BFloat16;
constexpr ScalarType kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong,
                     kFloat16 = kHalf, kFloat32 = kFloat, kFloat64 = kDouble;

// "Float", as in the names of tensors' types.
inline const char* toString(ScalarType type) {
  switch (type) {
    case ScalarType::Byte: return "Byte";
    case ScalarType::Char: return "Char";
    case ScalarType::Short: return "Short";
    case ScalarType::Int: return "Int";
    case ScalarType::Long: return "Long";
    case ScalarType::Half: return "Half";
    case ScalarType::Float: return "Float";
    case ScalarType::Double: return "Double";
    case ScalarType::ComplexFloat: return "ComplexFloat";
    case ScalarType::ComplexDouble: return "ComplexDouble";
    case ScalarType::Bool: return "Bool";
    case ScalarType::BFloat16: return "BFloat16";
  }
  return "UNKNOWN_SCALAR";
}
// As PyTorch's own printing of a dtype in C++: "float", "long int".
inline std::ostream& operator<<(std::ostream& stream, ScalarType type) {
  switch (type) {
    case ScalarType::Byte: return stream << "unsigned char";
    case ScalarType::Char: return stream << "signed char";
    case ScalarType::Short: return stream << "short int";
    case ScalarType::Int: return stream << "int";
    case ScalarType::Long: return stream << "long int";
    case ScalarType::Half: return stream << "c10::Half";
    case ScalarType::Float: return stream << "float";
    case ScalarType::Double: return stream << "double";
    case ScalarType::ComplexFloat: return stream << "c10::complex<float>";
    case ScalarType::ComplexDouble: return stream << "c10::complex<double>";
    case ScalarType::Bool: return stream << "bool";
    case ScalarType::BFloat16: return stream << "c10::BFloat16";
  }
  return stream;
}

// The dtype of a C++ type.
template <typename T>
struct CppTypeToScalarType;
#define JITSCOPE_CPP_TYPE(type, name)                     \
  template <>                                             \
  struct CppTypeToScalarType<type> {                      \
    static constexpr ScalarType value = ScalarType::name; \
  };
JITSCOPE_CPP_TYPE(uint8_t, Byte)
JITSCOPE_CPP_TYPE(int8_t, Char)
JITSCOPE_CPP_TYPE(int16_t, Short)
JITSCOPE_CPP_TYPE(int32_t, Int)
JITSCOPE_CPP_TYPE(int64_t, Long)
JITSCOPE_CPP_TYPE(float, Float)
JITSCOPE_CPP_TYPE(double, Double)
JITSCOPE_CPP_TYPE(std::complex<float>, ComplexFloat)
JITSCOPE_CPP_TYPE(std::complex<double>, ComplexDouble)
JITSCOPE_CPP_TYPE(bool, Bool)
#undef JITSCOPE_CPP_TYPE

enum class Layout : int8_t { Strided = 0 };
constexpr Layout kStrided = Layout::Strided;
enum class MemoryFormat : int8_t {
  Contiguous = 0,
  Preserve = 1,
  ChannelsLast = 2,
  ChannelsLast3d = 3
};

enum class DeviceType : int8_t { CPU = 0, CUDA = 1, Meta = 14 };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA, kMeta = DeviceType::Meta;
using DeviceIndex = int8_t;

class Device {
 public:
  Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}
  // "cpu", "cuda:0".
  Device(const std::string& text) : type_(kCPU) {
    const size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    if (kind == "cuda")
      type_ = kCUDA;
    else if (kind == "meta")
      type_ = kMeta;
    else if (kind != "cpu")
      throw Error("Invalid device string: '" + text + "'");
    if (colon != text.npos) index_ = static_cast<DeviceIndex>(std::stoi(text.substr(colon + 1)));
  }
  Device(const char* text) : Device(std::string(text)) {}
  DeviceType type() const { return type_; }
  DeviceIndex index() const { return index_; }
  bool has_index() const { return index_ >= 0; }
  bool is_cpu() const { return type_ == kCPU; }
  bool is_cuda() const { return type_ == kCUDA; }
  std::string str() const {
    const std::string kind = is_cpu() ? "cpu" : is_cuda() ? "cuda" : "meta";
    return has_index() ? kind + ":" + std::to_string(index_) : kind;
  }
  friend bool operator==(const Device& a, const Device& b) {
    return a.type_ == b.type_ && a.index_ == b.index_;
  }
  friend bool operator!=(const Device& a, const Device& b) { return !(a == b); }
  friend std::ostream& operator<<(std::ostream& stream, const Device& device) {
    return stream << device.str();
  }

 private:
  DeviceType type_;
  DeviceIndex index_ = -1;
};

// Borrows an array. One that is made of a list in braces is valid in the expression only.
template <typename T>
class ArrayRef {
 public:
  ArrayRef() = default;
  ArrayRef(const T& item) : data_(&item), size_(1) {}
  ArrayRef(const T* data, size_t size) : data_(data), size_(size) {}
  ArrayRef(const T* begin, const T* end) : data_(begin), size_(static_cast<size_t>(end - begin)) {}
  template <typename A>
  ArrayRef(const std::vector<T, A>& items) : data_(items.data()), size_(items.size()) {}
  template <size_t N>
  ArrayRef(const std::array<T, N>& items) : data_(items.data()), size_(N) {}
  template <size_t N>
  ArrayRef(const T (&items)[N]) : data_(items), size_(N) {}
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  ArrayRef(const std::initializer_list<T>& items) : data_(items.begin()), size_(items.size()) {}
#pragma GCC diagnostic pop

  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](size_t i) const { return data_[i]; }
  const T& at(size_t i) const {
    if (i >= size_) throw Error("ArrayRef: invalid index " + std::to_string(i));
    return data_[i];
  }
  const T& front() const { return data_[0]; }
  const T& back() const { return data_[size_ - 1]; }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  bool equals(ArrayRef other) const {
    return size_ == other.size_ && std::equal(begin(), end(), other.begin());
  }
  friend bool operator==(ArrayRef a, ArrayRef b) { return a.equals(b); }
  friend bool operator!=(ArrayRef a, ArrayRef b) { return !a.equals(b); }
  friend std::ostream& operator<<(std::ostream& stream, ArrayRef items) {
    stream << "[";
    for (size_t i = 0; i < items.size(); ++i) stream << (i > 0 ? ", " : "") << items[i];
    return stream << "]";
  }

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
};
using IntArrayRef = ArrayRef<int64_t>;

// None, or a borrowed array.
class OptionalIntArrayRef {
 public:
  OptionalIntArrayRef() = default;
  OptionalIntArrayRef(std::nullopt_t) {}
  OptionalIntArrayRef(const int64_t& item) : array_(item) {}
  OptionalIntArrayRef(IntArrayRef array) : array_(array) {}
  OptionalIntArrayRef(const std::vector<int64_t>& items) : array_(items) {}
  OptionalIntArrayRef(std::initializer_list<int64_t> items) : array_(items) {}
  bool has_value() const { return array_.has_value(); }
  IntArrayRef operator*() const { return *array_; }

 private:
  optional<IntArrayRef> array_;
};

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
  Scalar(std::complex<double> number) : kind_(JITSCOPE_COMPLEX), real_(number) {}
  bool isBoolean() const { return kind_ == JITSCOPE_BOOL; }
  bool isIntegral(bool includeBool = false) const {
    return kind_ == JITSCOPE_INT || (includeBool && isBoolean());
  }
  bool isFloatingPoint() const { return kind_ == JITSCOPE_FLOAT; }
  bool isComplex() const { return kind_ == JITSCOPE_COMPLEX; }
  template <typename T>
  T to() const {
    return isIntegral(true) ? static_cast<T>(integer_) : static_cast<T>(real_.real());
  }
  double toDouble() const { return to<double>(); }
  float toFloat() const { return to<float>(); }
  int64_t toLong() const { return to<int64_t>(); }
  int toInt() const { return to<int>(); }
  bool toBool() const { return to<bool>(); }
  std::complex<double> toComplexDouble() const {
    return isIntegral(true) ? std::complex<double>(static_cast<double>(integer_)) : real_;
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
  TensorOptions(Device device) : device_(device) {}
  TensorOptions(DeviceType device) : device_(Device(device)) {}
  TensorOptions(Layout) {}
  TensorOptions dtype(optional<ScalarType> dtype) const {
    TensorOptions copy = *this;
    copy.dtype_ = dtype;
    return copy;
  }
  template <typename T>
  TensorOptions dtype() const {
    return dtype(CppTypeToScalarType<T>::value);
  }
  TensorOptions device(optional<Device> device) const {
    TensorOptions copy = *this;
    copy.device_ = device;
    return copy;
  }
  TensorOptions device(DeviceType type, DeviceIndex index = -1) const {
    return device(Device(type, index));
  }
  TensorOptions layout(Layout) const { return *this; }
  TensorOptions pinned_memory(bool) const { return *this; }
  TensorOptions requires_grad(bool required) const {
    TensorOptions copy = *this;
    copy.requiresGrad_ = required;
    return copy;
  }
  bool has_dtype() const { return dtype_.has_value(); }
  optional<ScalarType> dtype_opt() const { return dtype_; }
  optional<Device> device_opt() const { return device_; }
  bool requires_grad() const { return requiresGrad_; }

 private:
  optional<ScalarType> dtype_;
  optional<Device> device_;
  bool requiresGrad_ = false;
};
inline TensorOptions dtype(ScalarType type) { return TensorOptions(type); }
inline TensorOptions device(Device device) { return TensorOptions(device); }
inline TensorOptions requires_grad(bool required = true) {
  return TensorOptions().requires_grad(required);
}

}  // namespace jitscope_v0
}  // namespace c10

namespace at {
inline namespace jitscope_v0 {
using namespace c10;
}  // namespace jitscope_v0
}  // namespace at
