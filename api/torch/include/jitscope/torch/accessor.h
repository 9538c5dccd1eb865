// Elements of tensors by their indices, without checks: Tensor::accessor<T, N>(). C++17.
#pragma once

#include <jitscope/torch/types.h>

namespace at {
inline namespace jitscope_v0 {

// Valid while the tensor that it was made of is.
template <typename T, size_t N>
class TensorAccessor {
 public:
  TensorAccessor(T* data, const int64_t* sizes, const int64_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  IntArrayRef sizes() const { return {sizes_, N}; }
  IntArrayRef strides() const { return {strides_, N}; }
  int64_t size(int64_t dim) const { return sizes_[dim]; }
  int64_t stride(int64_t dim) const { return strides_[dim]; }
  T* data() const { return data_; }
  // An element of the last dimension, an accessor of the others.
  decltype(auto) operator[](int64_t index) const {
    if constexpr (N == 1)
      return static_cast<T&>(data_[index * strides_[0]]);
    else
      return TensorAccessor<T, N - 1>(data_ + index * strides_[0], sizes_ + 1, strides_ + 1);
  }

 private:
  T* data_;
  const int64_t *sizes_, *strides_;
};

}  // namespace jitscope_v0
}  // namespace at
