// Strided tensors on shared storage. A Tensor is a reference: its copies are the same tensor, and
// in-place operators change it for all of them, as in PyTorch.
#pragma once

#include <span>
#include <string>

#include "core/base/dims.h"
#include "core/tensor/dtype.h"
#include "core/tensor/storage.h"

namespace ts::tensor {

// Sizes or strides.
using ts::Dims;

// The numbers are PyTorch's.
enum class MemoryFormat : int8_t {
  Contiguous = 0,
  Preserve = 1,
  ChannelsLast = 2,
  ChannelsLast3d = 3
};

struct VersionCounter final : Counted {
  uint32_t version = 0;
};

struct TensorImpl final : Counted {
  Storage storage;
  Dims sizes;
  Dims strides;        // in elements
  int64_t offset = 0;  // in elements
  int64_t numel = 0;
  DType dtype = DType::Float32;
  Device device = Device::Cpu;  // that of the storage
  bool requiresGrad = false;
  // The name of the gradient function that PyTorch would record, e.g. "AddBackward0"; tensors print
  // it. Null: a leaf.
  const char* gradient = nullptr;
  Ptr<Counted> history;  // the tensor's gradient, and the node that made it; see core/autodiff
  bool isContiguous = true;
  // A number that was converted to a tensor: type promotion still treats it as a number (`x + 2`).
  bool isWrappedNumber = false;
  // The elements are read as conjugated, as after torch.conj().
  bool isConj = false;
  bool isInference = false;  // made in inference mode: it is never recorded
  // Counts the writes to this tensor and to its views. Null: the storage counts them.
  Ptr<VersionCounter> ownVersion;
};

class Tensor {
 public:
  Tensor() = default;  // an undefined tensor: None for an optional Tensor
  explicit Tensor(Ptr<TensorImpl> impl) : impl_(std::move(impl)) {}

  bool defined() const { return static_cast<bool>(impl_); }
  TensorImpl* impl() const { return impl_.get(); }
  bool same(const Tensor& other) const { return impl_ == other.impl_; }  // same object

  DType dtype() const { return impl_->dtype; }
  int64_t dim() const { return static_cast<int64_t>(impl_->sizes.size()); }
  const Dims& sizes() const { return impl_->sizes; }
  const Dims& strides() const { return impl_->strides; }
  // A negative dimension counts from the end. Throws IndexError when it is out of range.
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  int64_t numel() const { return impl_->numel; }
  int64_t offset() const { return impl_->offset; }
  const Storage& storage() const { return impl_->storage; }
  size_t itemSize() const { return sizeOf(impl_->dtype); }
  bool isContiguous() const { return impl_->isContiguous; }
  bool isContiguous(MemoryFormat format) const;
  // Returns the memory format that the strides suggest: ChannelsLast for 4-d and ChannelsLast3d for
  // 5-d tensors with such strides, else Contiguous.
  MemoryFormat suggestedFormat() const;
  // Returns true if each memory location in the tensor's range holds exactly one element, in any
  // order of dimensions.
  bool isNonOverlappingAndDense() const;
  bool isMeta() const { return impl_->device == Device::Meta; }
  bool requiresGrad() const { return impl_->requiresGrad; }
  Device device() const { return impl_->device; }

  // The number of in-place writes to the tensor, its views and the tensors of which it is a view.
  // `x.data` shares memory with x but counts its own writes.
  uint32_t& version() const {
    return impl_->ownVersion ? impl_->ownVersion->version : impl_->storage->version();
  }
  // Each in-place write to the elements calls it.
  void countWrite() const {
    ++version();
    impl_->storage->countWrite();
  }

  // Returns the address of the first element; null where a tensor without elements has no memory,
  // and for devices beyond the CPU. Throws tensor::Error for tensors on meta with elements. T must
  // be the C++ type of dtype() (not checked), or std::byte.
  template <typename T>
  T* data() const {
    return reinterpret_cast<T*>(bytes());
  }
  std::byte* bytes() const {
    if (std::byte* base = impl_->storage->data())
      return base + impl_->offset * static_cast<int64_t>(itemSize());
    if (isMeta() && numel() != 0) failForMeta();
    return nullptr;
  }

 private:
  [[noreturn]] static void failForMeta();

  Ptr<TensorImpl> impl_;
};

// ---- construction; throws tensor::Error for negative sizes and overflowing products
//
// Returns an uninitialised tensor. `format` is Contiguous or, for 4-d and 5-d tensors, a
// channels-last format.
Tensor empty(std::span<const int64_t> sizes, DType dtype,
             MemoryFormat format = MemoryFormat::Contiguous);
Tensor emptyMeta(std::span<const int64_t> sizes, DType dtype,
                 MemoryFormat format = MemoryFormat::Contiguous);
// Like empty(), but on meta when `like` is on meta.
Tensor emptyBeside(const Tensor& like, std::span<const int64_t> sizes, DType dtype);
Tensor emptyStrided(std::span<const int64_t> sizes, std::span<const int64_t> strides, DType dtype,
                    bool meta = false);
// With Preserve, uses PyTorch's strides for preserve_format: the strides of `like` when it is
// non-overlapping and dense, else dense strides in the order of the strides of `like`.
Tensor emptyLike(const Tensor& like, DType dtype, MemoryFormat format = MemoryFormat::Preserve);
// Returns a new tensor on the same storage. It inherits conjugation and the counter of writes, but
// not requiresGrad.
Tensor view(const Tensor& base, std::span<const int64_t> sizes, std::span<const int64_t> strides,
            int64_t offset);
// Counts the writes to a tensor from now on apart from other tensors on its storage.
void separateVersion(const Tensor& tensor);
// Creates a tensor on a storage. Throws when the storage is too small.
Tensor onStorage(Storage storage, DType dtype, std::span<const int64_t> sizes,
                 std::span<const int64_t> strides, int64_t offset);
// Returns a 0-d tensor with one element.
template <typename T>
Tensor scalarTensor(T value) {
  Tensor tensor = empty({}, DTypeOf<T>::value);
  *tensor.data<T>() = value;
  return tensor;
}
// Replaces the storage of the tensor itself, and so its device.
void setStorage(const Tensor& tensor, Storage storage);
// Replaces the sizes, strides and offset of the tensor itself (resize_, set_, unsqueeze_ and
// similar operators).
void setGeometry(const Tensor& tensor, std::span<const int64_t> sizes,
                 std::span<const int64_t> strides, int64_t offset);
// Resizes an out= argument or the tensor of resize_: contiguous strides, and a larger storage if
// needed.
void resizeTo(const Tensor& tensor, std::span<const int64_t> sizes);

// ---- geometry
int64_t product(std::span<const int64_t> sizes);  // throws on overflow
Dims contiguousStrides(std::span<const int64_t> sizes);
Dims stridesFor(std::span<const int64_t> sizes, MemoryFormat format);
// Returns `dim` as an index below `rank`; negative values count from the end, and a 0-d tensor
// counts as 1-d. Throws IndexError.
int64_t wrapDim(int64_t dim, int64_t rank);
// Returns the broadcast shape. Throws a RuntimeError with both shapes when they don't match.
Dims broadcastShapes(std::span<const int64_t> a, std::span<const int64_t> b);
// Returns the strides that read a tensor of `sizes`/`strides` as a tensor of the larger shape `to`.
Dims expandedStrides(std::span<const int64_t> sizes, std::span<const int64_t> strides,
                     std::span<const int64_t> to);
// Returns the shape as text: "[2, 3]".
std::string shapeText(std::span<const int64_t> sizes);

}  // namespace ts::tensor
