// Strided tensors on shared storage. A Tensor is a reference: copies of it are the same tensor, and
// in-place operators change it for all who hold it, as in PyTorch.
#pragma once

#include <span>
#include <string>

#include "core/base/dims.h"
#include "core/tensor/dtype.h"
#include "core/tensor/storage.h"

namespace ts::tensor {

// Sizes or strides.
using ts::Dims;

// PyTorch's numbers.
enum class MemoryFormat : int8_t {
  Contiguous = 0,
  Preserve = 1,
  ChannelsLast = 2,
  ChannelsLast3d = 3
};

struct TensorImpl final : Counted {
  Storage storage;
  Dims sizes;
  Dims strides;        // in elements
  int64_t offset = 0;  // in elements
  int64_t numel = 0;
  DType dtype = DType::Float32;
  bool requiresGrad = false;
  // What PyTorch's gradients would remember of how it was made, "AddBackward0": tensors print it.
  // Null: a leaf.
  const char* gradient = nullptr;
  bool isContiguous = true;
  // A number that became a tensor: in type promotion it counts as a number (`x + 2`).
  bool isWrappedNumber = false;
  // Its elements, read as conjugated: what torch.conj() gives.
  bool isConj = false;
  uint32_t version = 0;  // grows with each write in place
};

class Tensor {
 public:
  Tensor() = default;  // undefined: what None is where a Tensor is optional
  explicit Tensor(Ptr<TensorImpl> impl) : impl_(std::move(impl)) {}

  bool defined() const { return static_cast<bool>(impl_); }
  TensorImpl* impl() const { return impl_.get(); }
  bool same(const Tensor& other) const { return impl_ == other.impl_; }  // one object

  DType dtype() const { return impl_->dtype; }
  int64_t dim() const { return static_cast<int64_t>(impl_->sizes.size()); }
  const Dims& sizes() const { return impl_->sizes; }
  const Dims& strides() const { return impl_->strides; }
  // Negative dimensions count from the end; throws IndexError.
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  int64_t numel() const { return impl_->numel; }
  int64_t offset() const { return impl_->offset; }
  const Storage& storage() const { return impl_->storage; }
  size_t itemSize() const { return sizeOf(impl_->dtype); }
  bool isContiguous() const { return impl_->isContiguous; }
  bool isContiguous(MemoryFormat format) const;
  // The format that its strides suggest: ChannelsLast for 4-d tensors laid out so, else Contiguous.
  MemoryFormat suggestedFormat() const;
  // No element is stored twice, and the elements fill their range: any order of dimensions.
  bool isNonOverlappingAndDense() const;
  bool isMeta() const { return impl_->storage && !impl_->storage->data(); }
  bool requiresGrad() const { return impl_->requiresGrad; }
  // torch.device's text: "cpu" or "meta".
  const char* device() const { return isMeta() ? "meta" : "cpu"; }

  // The first element; T must be the C++ type of dtype() (not checked) or std::byte. Null for meta
  // tensors.
  template <typename T>
  T* data() const {
    return reinterpret_cast<T*>(bytes());
  }
  std::byte* bytes() const {
    std::byte* base = impl_->storage->data();
    return base ? base + impl_->offset * static_cast<int64_t>(itemSize()) : nullptr;
  }

 private:
  Ptr<TensorImpl> impl_;
};

// ---- making; all throw tensor::Error for negative sizes and overflowing products
// Not initialised. format: Contiguous or, for 4-d and 5-d ones, a channels-last one.
Tensor empty(std::span<const int64_t> sizes, DType dtype,
             MemoryFormat format = MemoryFormat::Contiguous);
Tensor emptyMeta(std::span<const int64_t> sizes, DType dtype,
                 MemoryFormat format = MemoryFormat::Contiguous);
// Like empty(), on meta when `like` is.
Tensor emptyBeside(const Tensor& like, std::span<const int64_t> sizes, DType dtype);
Tensor emptyStrided(std::span<const int64_t> sizes, std::span<const int64_t> strides, DType dtype,
                    bool meta = false);
// With PyTorch's choice for preserve_format: the strides of `like` when it is non-overlapping and
// dense, else in the order of its strides.
Tensor emptyLike(const Tensor& like, DType dtype, MemoryFormat format = MemoryFormat::Preserve);
// A new tensor on the same storage. requiresGrad is not inherited; conjugation is.
Tensor view(const Tensor& base, std::span<const int64_t> sizes, std::span<const int64_t> strides,
            int64_t offset);
// On a storage of bytes; checks that it is large enough.
Tensor onStorage(Storage storage, DType dtype, std::span<const int64_t> sizes,
                 std::span<const int64_t> strides, int64_t offset);
// A 0-d tensor of one element.
template <typename T>
Tensor scalarTensor(T value) {
  Tensor made = empty({}, DTypeOf<T>::value);
  *made.data<T>() = value;
  return made;
}
// Puts other sizes, strides, offset and storage into the tensor itself (resize_, set_, unsqueeze_
// and kin).
void setGeometry(const Tensor& tensor, std::span<const int64_t> sizes,
                 std::span<const int64_t> strides, int64_t offset);
// Resizes an out= argument or resize_: contiguous strides, a larger storage where needed.
void resizeTo(const Tensor& tensor, std::span<const int64_t> sizes);

// ---- geometry
int64_t product(std::span<const int64_t> sizes);  // throws on overflow
Dims contiguousStrides(std::span<const int64_t> sizes);
Dims stridesFor(std::span<const int64_t> sizes, MemoryFormat format);
// Among `rank` dimensions, counting from the end when negative; a 0-d tensor counts as 1-d. Throws
// IndexError.
int64_t wrapDim(int64_t dim, int64_t rank);
// Throws RuntimeError naming both shapes.
Dims broadcastShapes(std::span<const int64_t> a, std::span<const int64_t> b);
// The strides with which a tensor of `sizes`/`strides` is read as one of the larger shape `to`.
Dims expandedStrides(std::span<const int64_t> sizes, std::span<const int64_t> strides,
                     std::span<const int64_t> to);
// "[2, 3]"
std::string shapeText(std::span<const int64_t> sizes);

}  // namespace ts::tensor
