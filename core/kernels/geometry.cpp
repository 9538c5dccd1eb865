// Properties of tensors (size, stride, dim, ...), views with another dtype, and operators that
// change a tensor's shape or storage (resize_, set_).
#include <algorithm>

#include "core/kernels/families.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

int64_t sizeAt(const Tensor& self, int64_t dim) { return self.size(dim); }
IntList sizesOf(const Tensor& self) { return self.sizes().vec(); }
int64_t strideAt(const Tensor& self, int64_t dim) { return self.stride(dim); }
IntList stridesOf(const Tensor& self) { return self.strides().vec(); }
int64_t dimsOf(const Tensor& self) { return self.dim(); }
int64_t numelOf(const Tensor& self) { return self.numel(); }
int64_t offsetOf(const Tensor& self) { return self.offset(); }
int64_t elementSize(const Tensor& self) { return static_cast<int64_t>(self.itemSize()); }
bool isContiguous(const Tensor& self) { return self.isContiguous(); }
bool isContiguousAs(const Tensor& self, MemoryFormat format) { return self.isContiguous(format); }
bool isStridedAs(const Tensor& self, MemoryFormat format) {
  return self.suggestedFormat() == format;
}
bool isDense(const Tensor& self) { return self.isNonOverlappingAndDense(); }
bool isSameSize(const Tensor& self, const Tensor& other) { return self.sizes() == other.sizes(); }
bool isSetTo(const Tensor& self, const Tensor& other) {
  return self.storage() == other.storage() && self.offset() == other.offset() &&
         self.sizes() == other.sizes() && self.strides() == other.strides();
}
Tensor shapeAsTensor(const Tensor& self) {
  Tensor shape = tensor::empty(Dims{self.dim()}, DType::Int64);
  std::ranges::copy(self.sizes(), shape.data<int64_t>());
  return shape;
}

Tensor sharing(const Tensor& self, DType dtype, const Dims& sizes, const Dims& strides,
               int64_t offset) {
  return tensor::onStorage(self.storage(), dtype, sizes, strides, offset);
}

Tensor viewAsReal(const Tensor& self) {
  if (!tensor::isComplex(self.dtype())) fail("view_as_real is only supported for complex tensors");
  if (self.impl()->isConj)
    fail("view_as_real doesn't work on unresolved conjugated tensors; use resolve_conj() first");
  Dims sizes = self.sizes(), strides = self.strides();
  for (int64_t& stride : strides) stride *= 2;
  sizes.push_back(2);
  strides.push_back(1);
  return sharing(self, tensor::realOf(self.dtype()), sizes, strides, self.offset() * 2);
}

Tensor viewAsComplex(const Tensor& self) {
  if (self.dtype() != DType::Float32 && self.dtype() != DType::Float64)
    fail("view_as_complex is only supported for tensors of float32 and float64, not {}",
         tensor::nameOf(self.dtype()));
  if (self.dim() == 0) fail("Input tensor must have one or more dimensions");
  if (self.sizes().back() != 2) fail("Tensor must have a last dimension of size 2");
  if (self.strides().back() != 1) fail("Tensor must have a last dimension with stride 1");
  Dims sizes = self.sizes(), strides = self.strides();
  sizes.erase(sizes.size() - 1);
  strides.erase(strides.size() - 1);
  for (int64_t& stride : strides) {
    if (stride % 2 != 0)
      fail("Tensor must have a stride divisible by 2 for all but last dimension");
    stride /= 2;
  }
  if (self.offset() % 2 != 0) fail("Tensor must have a storage_offset divisible by 2");
  return sharing(self, tensor::complexOf(self.dtype()), sizes, strides, self.offset() / 2);
}

Tensor realPart(const Tensor& self) {
  if (!tensor::isComplex(self.dtype())) return self;
  Tensor plain = alias(self);
  plain.impl()->isConj = false;  // conjugation does not change the real part
  return select(viewAsReal(plain), -1, 0);
}
Tensor imaginaryPart(const Tensor& self) {
  if (!tensor::isComplex(self.dtype()))
    fail("imag is not implemented for tensors with non-complex dtypes.");
  return select(viewAsReal(resolved(self)), -1, 1);
}

// If the element size differs, the last dimension grows or shrinks; it must be dense.
Tensor viewDType(const Tensor& self, DType dtype) {
  if (self.dtype() == dtype) return alias(self);
  if (self.impl()->isConj)
    fail("view.dtype doesn't work on conjugated tensors; use resolve_conj() first");
  const auto from = static_cast<int64_t>(self.itemSize()),
             to = static_cast<int64_t>(tensor::sizeOf(dtype));
  if (from == to) return sharing(self, dtype, self.sizes(), self.strides(), self.offset());
  if (self.dim() == 0)
    fail("self.dim() cannot be 0 to view {} as {} (different element sizes)",
         tensor::nameOf(self.dtype()), tensor::nameOf(dtype));
  if (self.strides().back() != 1)
    fail("self.stride(-1) must be 1 to view {} as {} (different element sizes), but got {}",
         tensor::nameOf(self.dtype()), tensor::nameOf(dtype), self.strides().back());
  Dims sizes = self.sizes(), strides = self.strides();
  const size_t last = sizes.size() - 1;
  const int64_t ratio = from > to ? from / to : to / from;
  if (from > to) {
    sizes[last] *= ratio;
    for (size_t i = 0; i < last; ++i) strides[i] *= ratio;
    return sharing(self, dtype, sizes, strides, self.offset() * ratio);
  }
  bool fits = sizes[last] % ratio == 0 && self.offset() % ratio == 0;
  sizes[last] /= ratio;
  for (size_t i = 0; i < last; ++i) {
    fits &= strides[i] % ratio == 0;
    strides[i] /= ratio;
  }
  if (!fits)
    fail(
        "the last size, the strides and the storage offset must be divisible by {} to view {} as "
        "{} (different element sizes)",
        ratio, tensor::nameOf(self.dtype()), tensor::nameOf(dtype));
  return sharing(self, dtype, sizes, strides, self.offset() / ratio);
}

Tensor resize_(const Tensor& self, const IntList& sizes, std::optional<MemoryFormat> format) {
  if (format == MemoryFormat::Preserve) fail("Unsupported memory format preserve_format");
  tensor::resizeTo(self, sizes);
  if (format) tensor::setGeometry(self, sizes, tensor::stridesFor(sizes, *format), self.offset());
  return self;
}
Tensor resizeAs_(const Tensor& self, const Tensor& other, std::optional<MemoryFormat> format) {
  if (format == MemoryFormat::Preserve) format = other.suggestedFormat();
  return resize_(self, other.sizes().vec(), format);
}
Tensor resizeOutput_(const Tensor& self, const IntList& sizes, const IValue&) {
  tensor::resizeTo(self, sizes);
  return self;
}

Tensor setToTensor(const Tensor& self, const Tensor& source) {
  sharing(source, self.dtype(), source.sizes(), source.strides(),
          source.offset());  // throws when the storage is too small
  tensor::setStorage(self, source.storage());
  tensor::setGeometry(self, source.sizes(), source.strides(), source.offset());
  return self;
}
Tensor setToPart(const Tensor& self, const Tensor& source, int64_t offset, const IntList& sizes,
                 const IntList& strides) {
  if (!source.isContiguous()) fail("passed in tensor to be used as storage must be contiguous");
  const Dims ownStrides = strides.empty() ? tensor::contiguousStrides(sizes) : Dims(strides);
  return setToTensor(
      self, sharing(source, self.dtype(), Dims(sizes), ownStrides, offset + source.offset()));
}
Tensor setEmpty(const Tensor& self) {
  return setToTensor(self, tensor::emptyBeside(self, Dims{0}, self.dtype()));
}

constexpr Kernel kGeometryKernels[] = {
    {"aten::size.int", boxed<sizeAt>},
    {"aten::size", boxed<sizesOf>},
    {"aten::sym_size", boxed<sizesOf>},
    {"aten::sym_size.int", boxed<sizeAt>},
    {"aten::stride.int", boxed<strideAt>},
    {"aten::stride", boxed<stridesOf>},
    {"aten::sym_stride", boxed<stridesOf>},
    {"aten::dim", boxed<dimsOf>},
    {"aten::numel", boxed<numelOf>},
    {"aten::sym_numel", boxed<numelOf>},
    {"aten::storage_offset", boxed<offsetOf>},
    {"aten::sym_storage_offset", boxed<offsetOf>},
    {"aten::element_size", boxed<elementSize>},
    {"aten::is_contiguous", boxed<isContiguous>},
    {"aten::is_contiguous.memory_format", boxed<isContiguousAs>},
    {"aten::is_strides_like_format", boxed<isStridedAs>},
    {"aten::is_non_overlapping_and_dense", boxed<isDense>},
    {"aten::is_same_size", boxed<isSameSize>},
    {"aten::is_set_to", boxed<isSetTo>},
    {"aten::_shape_as_tensor", boxed<shapeAsTensor>},
    {"aten::view_as_real", boxed<viewAsReal>},
    {"aten::view_as_complex", boxed<viewAsComplex>},
    {"aten::real", boxed<realPart>},
    {"aten::imag", boxed<imaginaryPart>},
    {"aten::view.dtype", boxed<viewDType>},
    {"aten::resize_", boxed<resize_>},
    {"aten::resize_as_", boxed<resizeAs_>},
    {"aten::_resize_output_", boxed<resizeOutput_>},
    {"aten::set_", boxed<setEmpty>},
    {"aten::set_.source_Tensor", boxed<setToTensor>},
    {"aten::set_.source_Tensor_storage_offset", boxed<setToPart>},
};

}  // namespace

std::span<const Kernel> geometryKernels() { return kGeometryKernels; }

}  // namespace ts::kernels
