// Arguments of operators as values of the library, and their results. C++17.
#pragma once

#include <jitscope/torch/tensor.h>

namespace at {
inline namespace jitscope_v0 {
namespace detail {

// ---- values of arguments

inline Ref boxed(const Ref& value) { return value; }
inline Ref boxed(const Tensor& tensor) { return tensor.value(); }
inline Ref boxed(const Generator&) { return none(); }
inline Ref boxed(bool number) { return made(jitscope_bool, number); }
inline Ref boxed(int64_t number) { return made(jitscope_int, number); }
inline Ref boxed(double number) { return made(jitscope_float, number); }
inline Ref boxed(c10::string_view text) { return made(jitscope_string, text.data(), text.size()); }
inline Ref boxed(ScalarType type) { return boxed(static_cast<int64_t>(type)); }
inline Ref boxed(MemoryFormat format) { return boxed(static_cast<int64_t>(format)); }
inline Ref boxed(Layout layout) { return boxed(static_cast<int64_t>(layout)); }
inline Ref boxed(const Device& device) { return made(jitscope_device, device.str().c_str()); }
inline Ref boxed(const Scalar& number) {
  if (number.isComplex()) {
    const std::complex<double> value = number.toComplexDouble();
    return made(jitscope_complex, value.real(), value.imag());
  }
  return number.isBoolean()    ? boxed(number.toBool())
         : number.isIntegral() ? boxed(number.toLong())
                               : boxed(number.toDouble());
}
template <typename T>
Ref boxed(ArrayRef<T> items) {
  std::vector<Ref> refs;
  std::vector<const jitscope_value*> handles;
  for (const T& item : items) {
    refs.push_back(boxed(item));
    handles.push_back(refs.back().get());
  }
  return made(jitscope_list, handles.data(), handles.size());
}
inline Ref boxed(OptionalIntArrayRef items) { return items.has_value() ? boxed(*items) : none(); }
template <typename T>
Ref boxed(const c10::optional<T>& value) {
  return value.has_value() ? boxed(*value) : none();
}

inline void addTo(std::vector<Ref>& values, const TensorOptions& options) {
  values.push_back(boxed(options.dtype_opt()));
  values.push_back(boxed(options.layout_opt()));
  values.push_back(boxed(options.device_opt()));
  values.push_back(none());  // pinned memory
}
template <typename T>
void addTo(std::vector<Ref>& values, const T& value) {
  values.push_back(boxed(value));
}

// ---- results

template <typename T>
struct Result;
template <>
struct Result<void> {
  static void of(const Ref&) {}
};
template <>
struct Result<Tensor> {
  static Tensor of(const Ref& value) {
    return jitscope_value_kind(value.get()) == JITSCOPE_NONE ? Tensor() : Tensor(value);
  }
};
// A value that a function of the C interface reads as a number.
template <auto read, typename Read, typename T = Read>
struct NumberOf {
  static T of(const Ref& value) {
    Read number{};
    check(read(value.get(), &number));
    return static_cast<T>(number);
  }
};
template <>
struct Result<bool> : NumberOf<jitscope_value_bool, int, bool> {};
template <>
struct Result<int64_t> : NumberOf<jitscope_value_int, int64_t> {};
template <>
struct Result<double> : NumberOf<jitscope_value_float, double> {};
template <>
struct Result<Scalar> {
  static Scalar of(const Ref& value) {
    switch (jitscope_value_kind(value.get())) {
      case JITSCOPE_BOOL: return Result<bool>::of(value);
      case JITSCOPE_INT: return Result<int64_t>::of(value);
      case JITSCOPE_FLOAT: return Result<double>::of(value);
      default: break;
    }
    double real = 0, imag = 0;
    check(jitscope_value_complex(value.get(), &real, &imag));
    return Scalar(std::complex<double>(real, imag));
  }
};
inline Ref item(const Ref& value, size_t index) {
  return made(jitscope_value_item, value.get(), index, static_cast<jitscope_value**>(nullptr));
}
template <typename T>
struct Result<std::vector<T>> {
  static std::vector<T> of(const Ref& value) {
    size_t size = 0;
    check(jitscope_value_size(value.get(), &size));
    std::vector<T> items;
    for (size_t i = 0; i < size; ++i) items.push_back(Result<T>::of(item(value, i)));
    return items;
  }
};
template <typename... T>
struct Result<std::tuple<T...>> {
  static std::tuple<T...> of(const Ref& value) {
    return of(value, std::index_sequence_for<T...>());
  }
  template <size_t... I>
  static std::tuple<T...> of(const Ref& value, std::index_sequence<I...>) {
    return {Result<T>::of(item(value, I))...};
  }
};

// The memory format of an argument, or that of the options.
inline c10::optional<MemoryFormat> formatOf(const TensorOptions& options,
                                            c10::optional<MemoryFormat> argument) {
  return argument.has_value() ? argument : options.memory_format_opt();
}
// A new tensor, which the options tell to require a gradient.
inline Tensor withOptions(Tensor made, const TensorOptions& options) {
  if (options.requires_grad()) made.requires_grad_();
  return made;
}

// Calls an operator with all arguments of its schema.
template <typename R, typename... Arguments>
R call(const char* name, const Arguments&... arguments) {
  std::vector<Ref> values;
  (addTo(values, arguments), ...);
  std::vector<const jitscope_value*> handles;
  for (const Ref& value : values) handles.push_back(value.get());
  return Result<R>::of(made(jitscope_call, runtime(), name, handles.data(), handles.size(),
                            static_cast<const char* const*>(nullptr), size_t{0}));
}

}  // namespace detail

inline Scalar Tensor::item() const { return detail::call<Scalar>("aten::item", *this); }
inline bool Tensor::is_leaf() const { return detail::call<bool>("aten::is_leaf", *this); }
inline void Tensor::retain_grad() const { detail::call<void>("aten::retain_grad", *this); }
inline int64_t Tensor::storage_offset() const {
  return detail::call<int64_t>("aten::storage_offset", *this);
}
inline bool Tensor::is_contiguous(MemoryFormat format) const {
  return detail::call<bool>("aten::is_contiguous.memory_format", *this, format);
}

}  // namespace jitscope_v0
}  // namespace at
