// Tensors of the caller's memory and of numbers. C++17.
#pragma once

#include <jitscope/torch/functions.h>

namespace at {
inline namespace jitscope_v0 {

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
inline Tensor from_blob(void* data, IntArrayRef sizes, const std::function<void(void*)>& deleter,
                        const TensorOptions& options = {}) {
  return from_blob(data, sizes, {}, deleter, options);
}

namespace detail {

// The numbers of torch::tensor({{1, 2}, {3, 4}}).
class NestedNumbers {
 public:
  template <typename T, typename = decltype(CppTypeToScalarType<T>::value)>
  NestedNumbers(T number) : type_(CppTypeToScalarType<T>::value), numbers_{number} {}
  NestedNumbers(std::initializer_list<NestedNumbers> items)
      : type_(items.size() > 0 ? items.begin()->type_ : kFloat),
        sizes_{static_cast<int64_t>(items.size())} {
    const NestedNumbers* const first = items.begin();
    if (items.size() > 0) sizes_.insert(sizes_.end(), first->sizes_.begin(), first->sizes_.end());
    for (const NestedNumbers& item : items) {
      TORCH_CHECK(item.sizes_ == first->sizes_,
                  "Expected all sub-lists to have sizes: ", IntArrayRef(first->sizes_), " (e.g. ",
                  "), but got sub-list with sizes: ", IntArrayRef(item.sizes_));
      TORCH_CHECK(item.type_ == type_,
                  "Expected all elements of the tensor to have the same scalar "
                  "type: ",
                  type_, ", but got element of scalar type: ", item.type_);
      numbers_.insert(numbers_.end(), item.numbers_.begin(), item.numbers_.end());
    }
  }
  template <typename T>
  NestedNumbers(ArrayRef<T> items)
      : type_(CppTypeToScalarType<T>::value),
        sizes_{static_cast<int64_t>(items.size())},
        numbers_(items.begin(), items.end()) {}
  template <typename T>
  NestedNumbers(const std::vector<T>& items)
      : type_(CppTypeToScalarType<T>::value),
        sizes_{static_cast<int64_t>(items.size())},
        numbers_(items.begin(), items.end()) {}

  // Without a dtype in the options, whole numbers are int64 and others float32.
  Tensor toTensor(const TensorOptions& options) const {
    const ScalarType natural = c10::isFloatingType(type_)        ? kFloat
                               : type_ == kInt || type_ == kLong ? kLong
                                                                 : type_;
    // Double has all numbers of the smaller types, and int64 has its own.
    const bool isComplex = c10::isComplexType(type_), isWhole = c10::isIntegralType(type_);
    Tensor tensor = empty(sizes_, isComplex ? kComplexDouble : isWhole ? kLong : kDouble);
    for (size_t i = 0; i < numbers_.size(); ++i) {
      if (isComplex)
        tensor.data_ptr<std::complex<double>>()[i] = numbers_[i].toComplexDouble();
      else if (isWhole)
        tensor.data_ptr<int64_t>()[i] = numbers_[i].toLong();
      else
        tensor.data_ptr<double>()[i] = numbers_[i].toDouble();
    }
    return withOptions(tensor.to(options.dtype_opt().value_or(natural)), options);
  }

 private:
  ScalarType type_;
  std::vector<int64_t> sizes_;
  std::vector<Scalar> numbers_;
};

}  // namespace detail

// A tensor of a number, of a vector, or of nested lists in braces.
inline Tensor tensor(const detail::NestedNumbers& numbers, const TensorOptions& options = {}) {
  return numbers.toTensor(options);
}

}  // namespace jitscope_v0
}  // namespace at
