// at::Tensor over libjitscope, and calls of operators. C++17.
#pragma once

#include <jitscope/torch/types.h>

#include <functional>
#include <tuple>

namespace at {
inline namespace jitscope_v0 {

class Tensor;
using TensorList = ArrayRef<Tensor>;

namespace detail {

inline void check(jitscope_error* error) {
  if (error != nullptr) throw Error(error);
}

// The runtime of the process.
inline jitscope_runtime* runtime() {
  static jitscope_runtime* const made = [] {
    jitscope_runtime* created = nullptr;
    check(jitscope_runtime_create(nullptr, &created));
    return created;
  }();
  return made;
}

// A shared handle of a value. Null: none.
using Ref = std::shared_ptr<const jitscope_value>;
inline Ref own(jitscope_value* value) {
  return Ref(value, [](const jitscope_value* held) {
    jitscope_value_free(const_cast<jitscope_value*>(held));
  });
}
template <typename Make, typename... Arguments>
Ref made(Make make, Arguments... arguments) {
  jitscope_value* value = nullptr;
  check(make(arguments..., &value));
  return own(value);
}
inline const Ref& none() {
  static const Ref value = made(jitscope_none);
  return value;
}

}  // namespace detail

// A reference to a tensor. Operators are methods, as in PyTorch.
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(detail::Ref value) : value_(std::move(value)) {}

  bool defined() const { return value_ != nullptr; }
  const detail::Ref& value() const { return value_ ? value_ : detail::none(); }
  bool is_same(const Tensor& other) const { return data_ptr() == other.data_ptr(); }

  ScalarType scalar_type() const {
    jitscope_dtype dtype{};
    detail::check(jitscope_tensor_shape(value().get(), &dtype, nullptr, nullptr, nullptr));
    return static_cast<ScalarType>(dtype);
  }
  ScalarType dtype() const { return scalar_type(); }
  IntArrayRef sizes() const { return dims(true); }
  IntArrayRef strides() const { return dims(false); }
  int64_t size(int64_t dim) const { return sizes().at(wrapped(dim)); }
  int64_t stride(int64_t dim) const { return strides().at(wrapped(dim)); }
  int64_t dim() const { return static_cast<int64_t>(sizes().size()); }
  int64_t ndimension() const { return dim(); }
  int64_t numel() const {
    int64_t product = 1;
    for (const int64_t size : sizes()) product *= size;
    return product;
  }
  bool is_contiguous() const {
    int64_t expected = 1;
    const IntArrayRef all = sizes(), steps = strides();
    for (size_t i = all.size(); i-- > 0; expected *= all[i])
      if (all[i] != 1 && steps[i] != expected) return numel() == 0;
    return true;
  }
  bool is_floating_point() const {
    const ScalarType type = scalar_type();
    return type == kFloat || type == kDouble || type == kHalf || type == kBFloat16;
  }
  Device device() const { return Device(kCPU); }
  TensorOptions options() const { return TensorOptions(scalar_type()).device(device()); }
  // "CPUFloatType".
  std::string toString() const {
    return std::string("CPU") + c10::toString(scalar_type()) + "Type";
  }

  // Programs may write through the pointer.
  void* data_ptr() const {
    void* data = nullptr;
    if (defined()) detail::check(jitscope_tensor_mutable_data(value_.get(), &data));
    return data;
  }
  template <typename T>
  T* data_ptr() const {
    if (scalar_type() != CppTypeToScalarType<std::remove_const_t<T>>::value)
      throw Error(std::string("expected scalar type ") +
                  c10::toString(CppTypeToScalarType<std::remove_const_t<T>>::value) +
                  " but found " + c10::toString(scalar_type()));
    return static_cast<T*>(data_ptr());
  }
  Scalar item() const;
  template <typename T>
  T item() const {
    return item().template to<T>();
  }

  bool requires_grad() const {
    int result = 0;
    detail::check(jitscope_tensor_requires_grad(value().get(), &result));
    return result != 0;
  }
  const Tensor& requires_grad_(bool required = true) const {
    detail::check(jitscope_tensor_set_requires_grad(value().get(), required));
    return *this;
  }
  const Tensor& set_requires_grad(bool required) const { return requires_grad_(required); }
  // Undefined without a gradient.
  Tensor grad() const {
    const detail::Ref found = detail::made(jitscope_tensor_grad, value().get());
    return jitscope_value_kind(found.get()) == JITSCOPE_NONE ? Tensor() : Tensor(found);
  }
  void backward(const Tensor& gradient = {}, c10::optional<bool> retain_graph = c10::nullopt,
                bool create_graph = false) const {
    const jitscope_value *root = value().get(), *seed = gradient.value().get();
    detail::check(jitscope_backward(detail::runtime(), &root, 1, &seed,
                                    retain_graph.value_or(create_graph), create_graph));
  }

  Tensor operator[](int64_t index) const { return select(0, index); }
  Tensor operator-() const { return neg(); }

#include <jitscope/torch/tensor_methods.h>

 private:
  IntArrayRef dims(bool areSizes) const {
    size_t rank = 0;
    const int64_t *sizes = nullptr, *strides = nullptr;
    detail::check(jitscope_tensor_shape(value().get(), nullptr, &rank, &sizes, &strides));
    return {areSizes ? sizes : strides, rank};
  }
  size_t wrapped(int64_t dim) const {
    return static_cast<size_t>(dim < 0 ? dim + this->dim() : dim);
  }

  detail::Ref value_;
};

namespace detail {

// ---- values of arguments

inline Ref boxed(const Tensor& tensor) { return tensor.value(); }
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
  values.push_back(none());  // the layout
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
template <>
struct Result<bool> {
  static bool of(const Ref& value) {
    int result = 0;
    check(jitscope_value_bool(value.get(), &result));
    return result != 0;
  }
};
template <>
struct Result<int64_t> {
  static int64_t of(const Ref& value) {
    int64_t result = 0;
    check(jitscope_value_int(value.get(), &result));
    return result;
  }
};
template <>
struct Result<double> {
  static double of(const Ref& value) {
    double result = 0;
    check(jitscope_value_float(value.get(), &result));
    return result;
  }
};
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

// A tensor on memory of the caller; strides count elements. deleter: called with the memory when
// the last tensor on it is gone.
inline Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides,
                        std::function<void(void*)> deleter, const TensorOptions& options = {}) {
  struct Owner {
    void* data;
    std::function<void(void*)> deleter;
  };
  std::unique_ptr<Owner> owner;
  if (deleter) owner.reset(new Owner{data, std::move(deleter)});
  void (*const release)(void*) = [](void* context) {
    const std::unique_ptr<Owner> held(static_cast<Owner*>(context));
    held->deleter(held->data);
  };
  const auto dtype = static_cast<jitscope_dtype>(options.dtype_opt().value_or(kFloat));
  Tensor tensor(detail::made(
      jitscope_tensor_borrow, data, dtype, sizes.size(), sizes.data(),
      strides.empty() ? static_cast<const int64_t*>(nullptr) : strides.data(),
      owner ? release : static_cast<void (*)(void*)>(nullptr), static_cast<void*>(owner.get())));
  owner.release();
  if (options.requires_grad()) tensor.requires_grad_();
  return tensor;
}
inline Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides,
                        const TensorOptions& options = {}) {
  return from_blob(data, sizes, strides, {}, options);
}
inline Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options = {}) {
  return from_blob(data, sizes, {}, {}, options);
}

}  // namespace jitscope_v0
}  // namespace at
