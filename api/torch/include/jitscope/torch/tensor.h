// at::Tensor over libjitscope. C++17.
#pragma once

#include <jitscope/torch/accessor.h>
#include <jitscope/torch/options.h>

#include <functional>
#include <tuple>

namespace at {
inline namespace jitscope_v0 {

class Tensor;
class GradReference;
using TensorList = ArrayRef<Tensor>;
using ITensorListRef = TensorList;
using DeprecatedTypeProperties = TensorOptions;

// Each thread has one generator of random numbers, which manual_seed() seeds. Programs cannot make
// others.
class Generator {
 public:
  Generator() = delete;
};

namespace indexing {
class TensorIndex;
}  // namespace indexing

namespace detail {

inline void check(jitscope_error* error) {
  if (error != nullptr) c10::detail::throwError(error);
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
// Fails to compile, with the text of `Absent`, where it is instantiated.
template <typename T>
constexpr bool kAbsent = false;

}  // namespace detail

// A reference to a tensor. Operators are methods, as in PyTorch.
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(detail::Ref value) : value_(std::move(value)) {}
  Tensor(const Tensor&) = default;
  Tensor(Tensor&&) = default;
  // A named tensor refers to another one; that which a temporary refers to gets its elements, as in
  // `x[0] = y`.
  Tensor& operator=(const Tensor&) & = default;
  Tensor& operator=(Tensor&&) & = default;
  Tensor& operator=(const Tensor& other) && { return copy_(other); }
  Tensor& operator=(Tensor&& other) && { return copy_(other); }
  Tensor& operator=(const Scalar& number) && { return fill_(number); }

  bool defined() const { return value_ != nullptr; }
  void reset() { value_ = nullptr; }
  const detail::Ref& value() const { return value_ ? value_ : detail::none(); }
  bool is_same(const Tensor& other) const {
    return jitscope_value_same(value().get(), other.value().get()) != 0;
  }
  int64_t use_count() const { return value_.use_count(); }

  ScalarType scalar_type() const {
    jitscope_dtype dtype{};
    detail::check(jitscope_tensor_shape(value().get(), &dtype, nullptr, nullptr, nullptr));
    return static_cast<ScalarType>(dtype);
  }
  TypeMeta dtype() const { return scalar_type(); }
  IntArrayRef sizes() const { return dims(true); }
  IntArrayRef strides() const { return dims(false); }
  int64_t size(int64_t dim) const { return sizes()[wrapped(dim)]; }
  int64_t stride(int64_t dim) const { return strides()[wrapped(dim)]; }
  int64_t dim() const { return static_cast<int64_t>(sizes().size()); }
  int64_t ndimension() const { return dim(); }
  int64_t numel() const {
    int64_t product = 1;
    for (const int64_t size : sizes()) product *= size;
    return product;
  }
  size_t itemsize() const { return c10::elementSize(scalar_type()); }
  int64_t element_size() const { return static_cast<int64_t>(itemsize()); }
  size_t nbytes() const { return static_cast<size_t>(numel()) * itemsize(); }
  int64_t storage_offset() const;
  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  bool is_floating_point() const { return c10::isFloatingType(scalar_type()); }
  bool is_complex() const { return c10::isComplexType(scalar_type()); }
  Device device() const { return Device(kCPU); }
  int64_t get_device() const { return -1; }
  bool is_cpu() const { return true; }
  bool is_cuda() const { return false; }
  bool is_sparse() const { return false; }
  bool is_quantized() const { return false; }
  Layout layout() const { return kStrided; }
  TensorOptions options() const {
    return TensorOptions(scalar_type()).device(device()).layout(kStrided);
  }
  DeprecatedTypeProperties type() const { return options(); }
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
    constexpr ScalarType wanted = CppTypeToScalarType<std::remove_const_t<T>>::value;
    TORCH_CHECK(scalar_type() == wanted, "expected scalar type ", wanted, " but found ",
                scalar_type());
    return static_cast<T*>(data_ptr());
  }
  void* mutable_data_ptr() const { return data_ptr(); }
  template <typename T>
  T* mutable_data_ptr() const {
    return data_ptr<T>();
  }
  const void* const_data_ptr() const {
    const void* data = nullptr;
    if (defined()) detail::check(jitscope_tensor_data(value_.get(), &data));
    return data;
  }
  template <typename T>
  const std::remove_const_t<T>* const_data_ptr() const {
    return data_ptr<std::remove_const_t<T>>();
  }
  template <typename T>
  T* data() const {
    return data_ptr<T>();
  }
  template <typename T, size_t N>
  TensorAccessor<T, N> accessor() const& {
    static_assert(N > 0, "accessor is used for indexing tensor, for scalars use *data_ptr<T>()");
    TORCH_CHECK(dim() == static_cast<int64_t>(N), "TensorAccessor expected ", N,
                " dims but tensor has ", dim());
    return {data_ptr<T>(), sizes().data(), strides().data()};
  }
  template <typename T, size_t N>
  TensorAccessor<T, N> accessor() && = delete;  // it would outlive the tensor
  template <typename T, size_t N>
  void packed_accessor32() const {
    static_assert(detail::kAbsent<T>, "packed accessors are for kernels of CUDA; use accessor()");
  }
  template <typename T, size_t N>
  void packed_accessor64() const {
    static_assert(detail::kAbsent<T>, "packed accessors are for kernels of CUDA; use accessor()");
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
  bool is_leaf() const;
  void retain_grad() const;
  // The tensor's elements, without its history.
  Tensor data() const { return detach(); }
  Tensor tensor_data() const { return detach(); }
  Tensor variable_data() const { return detach(); }
  // Undefined without a gradient.
  Tensor grad() const {
    const detail::Ref found = detail::made(jitscope_tensor_grad, value().get());
    return jitscope_value_kind(found.get()) == JITSCOPE_NONE ? Tensor() : Tensor(found);
  }
  // The gradient; an assignment replaces it.
  GradReference mutable_grad() const;
  void backward(const Tensor& gradient = {}, c10::optional<bool> retain_graph = c10::nullopt,
                bool create_graph = false) const {
    const jitscope_value *root = value().get(), *seed = gradient.value().get();
    detail::check(jitscope_backward(detail::runtime(), &root, 1, &seed,
                                    retain_graph.value_or(create_graph), create_graph));
  }
  template <typename Hook>
  unsigned register_hook(Hook&&) const {
    static_assert(detail::kAbsent<Hook>, "Tensor::register_hook is not in libjitscope");
    return 0;
  }

  Tensor cpu() const { return *this; }
  Tensor toType(ScalarType type) const { return to(type); }
  Tensor to(TypeMeta dtype, bool non_blocking = false, bool copy = false) const {
    return to(dtype.toScalarType(), non_blocking, copy);
  }
  Tensor operator[](int64_t index) const { return select(0, index); }
  Tensor operator[](const Scalar& index) const { return select(0, index.toLong()); }
  Tensor operator[](const Tensor& index) const;
  Tensor index(ArrayRef<indexing::TensorIndex> indices) const;
  Tensor index(std::initializer_list<indexing::TensorIndex> indices) const;
  Tensor& index_put_(ArrayRef<indexing::TensorIndex> indices, const Tensor& values) const;
  Tensor& index_put_(ArrayRef<indexing::TensorIndex> indices, const Scalar& value) const;
  Tensor& index_put_(std::initializer_list<indexing::TensorIndex> indices,
                     const Tensor& values) const;
  Tensor& index_put_(std::initializer_list<indexing::TensorIndex> indices,
                     const Scalar& value) const;

  Tensor operator-() const { return neg(); }
  Tensor operator~() const { return bitwise_not(); }
#define JITSCOPE_COMPOUND(symbol, method)                                      \
  Tensor& operator symbol(const Tensor& other) { return this->method(other); } \
  Tensor& operator symbol(const Scalar& other) { return this->method(other); }
  JITSCOPE_COMPOUND(+=, add_)
  JITSCOPE_COMPOUND(-=, sub_)
  JITSCOPE_COMPOUND(*=, mul_)
  JITSCOPE_COMPOUND(/=, div_)
  JITSCOPE_COMPOUND(&=, bitwise_and_)
  JITSCOPE_COMPOUND(|=, bitwise_or_)
  JITSCOPE_COMPOUND(^=, bitwise_xor_)
#undef JITSCOPE_COMPOUND

#include <jitscope/torch/tensor_methods.h>

 private:
  IntArrayRef dims(bool areSizes) const {
    size_t rank = 0;
    const int64_t *sizes = nullptr, *strides = nullptr;
    detail::check(jitscope_tensor_shape(value().get(), nullptr, &rank, &sizes, &strides));
    return {areSizes ? sizes : strides, rank};
  }
  size_t wrapped(int64_t dim) const {
    const int64_t rank = this->dim(), most = std::max<int64_t>(rank, 1);
    TORCH_CHECK_INDEX(dim >= -most && dim < most && rank > 0,
                      "Dimension out of range (expected to be in range of [", -most, ", ", most - 1,
                      "], but got ", dim, ")");
    return static_cast<size_t>(dim < 0 ? dim + rank : dim);
  }

  detail::Ref value_;
};

// The gradient of a tensor.
class GradReference : public Tensor {
 public:
  explicit GradReference(const Tensor& of) : Tensor(of.grad()), of_(of) {}
  GradReference& operator=(const Tensor& gradient) {
    Tensor& held = *this;
    held = gradient;
    detail::check(jitscope_tensor_set_grad(of_.value().get(), gradient.value().get()));
    return *this;
  }

 private:
  Tensor of_;
};
inline GradReference Tensor::mutable_grad() const { return GradReference(*this); }

}  // namespace jitscope_v0
}  // namespace at
