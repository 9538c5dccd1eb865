// Views of parts of a tensor: select, slice, narrow, split, chunk, unbind, unfold, diagonal,
// as_strided; and the *_scatter operators, which write to such a part of a copy.
#include <algorithm>
#include <numeric>

#include "core/kernels/families.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {

namespace {

// Returns a non-negative dimension; throws for 0-d tensors.
size_t dimOf(const Tensor& self, int64_t dim, std::string_view what) {
  if (self.dim() == 0) fail(ErrorKind::Index, "{}() cannot be applied to a 0-dim tensor.", what);
  return static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
}

}  // namespace

Tensor select(const Tensor& self, int64_t dim, int64_t index) {
  const size_t at = dimOf(self, dim, "select");
  const int64_t size = self.sizes()[at];
  if (index < -size || index >= size)
    fail(ErrorKind::Index, "select(): index {} out of range for tensor of size {} at dimension {}",
         index, tensor::shapeText(self.sizes()), dim);
  const int64_t offset = self.offset() + (index < 0 ? index + size : index) * self.strides()[at];
  Dims sizes = self.sizes(), strides = self.strides();
  sizes.erase(at);
  strides.erase(at);
  return tensor::view(self, sizes, strides, offset);
}

Tensor slice(const Tensor& self, int64_t dim, std::optional<int64_t> start,
             std::optional<int64_t> end, int64_t step) {
  const size_t at = dimOf(self, dim, "slice");
  if (step <= 0) fail("slice step must be positive, not {}", step);
  const int64_t size = self.sizes()[at];
  auto bound = [size](int64_t value, int64_t least) {
    return std::clamp(value < 0 ? value + size : value, least, size);
  };
  const int64_t first = bound(start.value_or(0), 0);
  const int64_t last = bound(end.value_or(INT64_MAX), first);
  Dims sizes = self.sizes(), strides = self.strides();
  const int64_t count = last > first ? (last - first - 1) / step + 1 : 0;
  sizes[at] = count;
  if (__builtin_mul_overflow(strides[at], step, &strides[at]))
    strides[at] = INT64_MAX;  // any stride works, because at most one element remains
  return tensor::view(self, sizes, strides, self.offset() + first * self.strides()[at]);
}

Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length) {
  const size_t at = dimOf(self, dim, "narrow");
  if (length < 0) fail("narrow(): length must be non-negative.");
  const int64_t size = self.sizes()[at];
  if (start != size) {
    if (start < -size || start > size)
      fail(ErrorKind::Index, "start out of range (expected to be in range of [{}, {}], but got {})",
           -size, size, start);
    if (start < 0) start += size;
  }
  if (start > size - length)
    fail("start ({}) + length ({}) exceeds dimension size ({}).", start, length, size);
  return slice(self, dim, start, start + length);
}

namespace {

void checkParts(int64_t count) {
  if (count > shape_rules::kMostParts)
    fail(ErrorKind::OutOfMemory, "a tensor is split into at most {} parts (kMostParts)",
         shape_rules::kMostParts);
}

IntList limited(std::optional<IntList> sizes) {
  if (!sizes) checkParts(shape_rules::kMostParts + 1);
  return *std::move(sizes);
}

}  // namespace

TensorList splitSizes(const Tensor& self, const IntList& sizes, int64_t dim) {
  if (self.dim() == 0) fail("split expects at least a 1-dimensional tensor");
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  if (std::ranges::any_of(sizes, [](int64_t size) { return size < 0; }))
    fail(
        "split_with_sizes expects split_sizes have only non-negative entries, but got "
        "split_sizes={}",
        tensor::shapeText(sizes));
  if (!shape_rules::fitParts(sizes, self.sizes()[at]))
    fail(
        "split_with_sizes expects split_sizes to sum exactly to {} (input tensor's size at "
        "dimension {}), but got split_sizes={}",
        self.sizes()[at], dim, tensor::shapeText(sizes));
  TensorList parts;
  parts.reserve(sizes.size());
  Dims partSizes = self.sizes();
  int64_t offset = self.offset();
  for (int64_t size : sizes) {
    partSizes[at] = size;
    parts.push_back(tensor::view(self, partSizes, self.strides(), offset));
    offset += size * self.strides()[at];
  }
  return parts;
}

TensorList split(const Tensor& self, int64_t size, int64_t dim) {
  if (self.dim() == 0) fail("split expects at least a 1-dimensional tensor");
  if (size < 0) fail("split expects split_size be non-negative, but got split_size={}", size);
  const int64_t extent = self.size(dim);
  if (size == 0 && extent != 0)
    fail("split_size can only be 0 if dimension size is 0, but got dimension size of {}", extent);
  return splitSizes(self, limited(shape_rules::splitSizes(extent, size)), dim);
}

TensorList unbind(const Tensor& self, int64_t dim) {
  if (self.dim() == 0)
    fail(ErrorKind::Index, "Dimension specified as {} but tensor has no dimensions", dim);
  checkParts(self.size(dim));
  TensorList parts;
  for (int64_t i = 0; i < self.size(dim); ++i) parts.push_back(select(self, dim, i));
  return parts;
}

Tensor asStrided(const Tensor& self, const IntList& sizes, const IntList& strides,
                 std::optional<int64_t> offset) {
  if (sizes.size() != strides.size())
    fail("mismatch in length of strides and shape: {} strides for {} sizes", strides.size(),
         sizes.size());
  Tensor result = tensor::onStorage(self.storage(), self.dtype(), sizes, strides,
                                    offset.value_or(self.offset()));
  result.impl()->isConj = self.impl()->isConj;
  return result;
}

Tensor diagonal(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  const auto a = static_cast<size_t>(tensor::wrapDim(dim1, self.dim())),
             b = static_cast<size_t>(tensor::wrapDim(dim2, self.dim()));
  if (a == b) fail("diagonal dimensions cannot be identical {}, {}", dim1, dim2);
  Dims sizes = self.sizes(), strides = self.strides();
  const int64_t rows = sizes[a], columns = sizes[b];
  // Checks the offset first, so that the subtraction cannot overflow; a large offset selects
  // nothing.
  const int64_t length = offset >= 0 ? (offset >= columns ? 0 : std::min(rows, columns - offset))
                                     : (offset <= -rows ? 0 : std::min(rows + offset, columns));
  const int64_t start = length == 0 ? 0 : offset >= 0 ? offset * strides[b] : -offset * strides[a];
  const int64_t step = strides[a] + strides[b];
  sizes.erase(std::max(a, b));
  sizes.erase(std::min(a, b));
  strides.erase(std::max(a, b));
  strides.erase(std::min(a, b));
  sizes.push_back(length);
  strides.push_back(step);
  return tensor::view(self, sizes, strides, self.offset() + start);
}

namespace {

Tensor narrowTensor(const Tensor& self, int64_t dim, const Tensor& start, int64_t length) {
  if (start.dim() != 0 || !tensor::isIntegral(start.dtype()))
    fail("start must be an 0-dim integral Tensor.");
  return narrow(self, dim, itemOf(start).to<int64_t>(), length);
}
Tensor narrowCopy(const Tensor& self, int64_t dim, int64_t start, int64_t length) {
  return clone(narrow(self, dim, start, length), MemoryFormat::Contiguous);
}

TensorList chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  if (self.dim() == 0) fail("chunk expects at least a 1-dimensional tensor");
  if (chunks <= 0) fail("chunk expects `chunks` to be greater than 0, got: {}", chunks);
  return splitSizes(self, limited(shape_rules::chunkSizes(self.size(dim), chunks)), dim);
}

TensorList tensorSplit(const Tensor& self, int64_t sections, int64_t dim) {
  if (self.dim() == 0)
    fail("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  const int64_t extent = self.size(dim);
  if (sections <= 0) fail("number of sections must be larger than 0, got {}", sections);
  checkParts(sections);
  TensorList parts;
  for (int64_t i = 0, start = 0; i < sections; ++i) {
    const int64_t size = extent / sections + (i < extent % sections ? 1 : 0);
    parts.push_back(slice(self, dim, start, start + size));
    start += size;
  }
  return parts;
}
TensorList tensorSplitAt(const Tensor& self, const IntList& indices, int64_t dim) {
  if (self.dim() == 0)
    fail("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  TensorList parts;
  int64_t start = 0;
  for (int64_t end : indices) {
    parts.push_back(slice(self, dim, start, end));
    start = end;
  }
  parts.push_back(slice(self, dim, start, self.size(dim)));
  return parts;
}
TensorList tensorSplitBy(const Tensor& self, const Tensor& where, int64_t dim) {
  if (where.dtype() != DType::Int64 || where.dim() > 1)
    fail(
        "tensor_split expected tensor_indices_or_sections to be a 0- or 1-dimensional tensor of "
        "int64, but it is {} of {} dims",
        tensor::nameOf(where.dtype()), where.dim());
  if (where.dim() == 0) return tensorSplit(self, itemOf(where).to<int64_t>(), dim);
  IntList indices;
  for (const Tensor& index : unbind(where, 0)) indices.push_back(itemOf(index).to<int64_t>());
  return tensorSplitAt(self, indices, dim);
}

// hsplit, vsplit, dsplit: the dimension to split, and the required number of dimensions.
struct NamedSplit {
  std::string_view name;
  int64_t least, dim;
};
constexpr NamedSplit kHSplit{"hsplit", 1, 1}, kVSplit{"vsplit", 2, 0}, kDSplit{"dsplit", 3, 2};

int64_t dimOfSplit(const Tensor& self, const NamedSplit& kind) {
  if (self.dim() < kind.least)
    fail(
        "torch.{} requires a tensor with at least {} dimension{}, but got a tensor with {} "
        "dimensions!",
        kind.name, kind.least, kind.least == 1 ? "" : "s", self.dim());
  return std::min(kind.dim, self.dim() - 1);
}
template <const NamedSplit& Kind>
TensorList splitEvenly(const Tensor& self, int64_t sections) {
  const int64_t dim = dimOfSplit(self, Kind);
  if (sections <= 0 || self.size(dim) % sections != 0)
    fail(
        "torch.{} attempted to split along dimension {}, but the size of the dimension {} is not "
        "divisible by the split_size {}!",
        Kind.name, dim, self.size(dim), sections);
  return tensorSplit(self, sections, dim);
}
template <const NamedSplit& Kind>
TensorList splitAt(const Tensor& self, const IntList& indices) {
  return tensorSplitAt(self, indices, dimOfSplit(self, Kind));
}

template <TensorList (*F)(const Tensor&, int64_t, int64_t)>
TensorList copies(const Tensor& self, int64_t a, int64_t b) {
  TensorList parts = F(self, a, b);
  for (Tensor& part : parts) part = copyOfView(part);
  return parts;
}

Tensor unfold(const Tensor& self, int64_t dim, int64_t size, int64_t step) {
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  const int64_t extent = self.dim() == 0 ? 1 : self.sizes()[at];
  if (size < 0) fail("size is {} but must be >= 0", size);
  if (size > extent)
    fail("maximum size for tensor at dimension {} is {} but size is {}", dim, extent, size);
  if (step <= 0) fail("step is {} but must be > 0", step);
  Dims sizes = self.sizes(), strides = self.strides();
  sizes.push_back(size);
  strides.push_back(self.dim() == 0 ? 1 : self.strides()[at]);
  if (self.dim() > 0) {
    sizes[at] = (extent - size) / step + 1;
    if (__builtin_mul_overflow(strides[at], step, &strides[at])) strides[at] = INT64_MAX;
  }
  return tensor::view(self, sizes, strides, self.offset());
}

Tensor asStrided_(const Tensor& self, const IntList& sizes, const IntList& strides,
                  std::optional<int64_t> offset) {
  const Tensor view = asStrided(self, sizes, strides, offset);
  tensor::setGeometry(self, view.sizes(), view.strides(), view.offset());
  return self;
}

// Returns a copy of self in which `source` replaces the part that F views.
template <typename F>
Tensor withPart(const Tensor& self, const Tensor& source, F&& part) {
  Tensor result = clone(self);
  const Tensor target = part(result);
  if (target.sizes() != source.sizes())
    fail("expected src to have a size equal to that of the part: {} instead of {}",
         tensor::shapeText(target.sizes()), tensor::shapeText(source.sizes()));
  copyInto(target, source);
  return result;
}
Tensor selectScatter(const Tensor& self, const Tensor& source, int64_t dim, int64_t index) {
  return withPart(self, source, [&](const Tensor& target) { return select(target, dim, index); });
}
Tensor sliceScatter(const Tensor& self, const Tensor& source, int64_t dim,
                    std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) {
  return withPart(self, source,
                  [&](const Tensor& target) { return slice(target, dim, start, end, step); });
}
Tensor diagonalScatter(const Tensor& self, const Tensor& source, int64_t offset, int64_t dim1,
                       int64_t dim2) {
  return withPart(self, source,
                  [&](const Tensor& target) { return diagonal(target, offset, dim1, dim2); });
}
Tensor asStridedScatter(const Tensor& self, const Tensor& source, const IntList& sizes,
                        const IntList& strides, std::optional<int64_t> offset) {
  return withPart(self, source,
                  [&](const Tensor& target) { return asStrided(target, sizes, strides, offset); });
}

constexpr Kernel kViewPartKernels[] = {
    {"aten::select.int", boxed<select>},
    {"aten::slice.Tensor", boxed<slice>},
    {"aten::narrow", boxed<narrow>},
    {"aten::narrow.Tensor", boxed<narrowTensor>},
    {"aten::narrow_copy", boxed<narrowCopy>},
    {"aten::narrow_copy.out", sameOutOf<narrowCopy>},
    {"aten::split.Tensor", boxed<split>},
    {"aten::split.sizes", boxed<splitSizes>},
    {"aten::split", boxed<splitSizes>},
    {"aten::split_with_sizes", boxed<splitSizes>},
    {"aten::split_copy.Tensor", boxed<copies<split>>},
    {"aten::unsafe_split.Tensor", boxed<split>},
    {"aten::unsafe_split_with_sizes", boxed<splitSizes>},
    {"aten::chunk", boxed<chunk>},
    {"aten::unsafe_chunk", boxed<chunk>},
    {"aten::tensor_split.sections", boxed<tensorSplit>},
    {"aten::tensor_split.indices", boxed<tensorSplitAt>},
    {"aten::tensor_split.tensor_indices_or_sections", boxed<tensorSplitBy>},
    {"aten::hsplit.int", boxed<splitEvenly<kHSplit>>},
    {"aten::vsplit.int", boxed<splitEvenly<kVSplit>>},
    {"aten::dsplit.int", boxed<splitEvenly<kDSplit>>},
    {"aten::hsplit.array", boxed<splitAt<kHSplit>>},
    {"aten::vsplit.array", boxed<splitAt<kVSplit>>},
    {"aten::dsplit.array", boxed<splitAt<kDSplit>>},
    {"aten::unbind.int", boxed<unbind>},
    {"aten::unfold", boxed<unfold>},
    {"aten::as_strided", boxed<asStrided>},
    {"aten::as_strided_", boxed<asStrided_>},
    {"aten::diagonal", boxed<diagonal>},
    {"aten::linalg_diagonal", boxed<diagonal>},
    {"aten::select_scatter", boxed<selectScatter>},
    {"aten::select_scatter.out", generatedOutOf<selectScatter>},
    {"aten::slice_scatter", boxed<sliceScatter>},
    {"aten::slice_scatter.out", generatedOutOf<sliceScatter>},
    {"aten::diagonal_scatter", boxed<diagonalScatter>},
    {"aten::diagonal_scatter.out", generatedOutOf<diagonalScatter>},
    {"aten::as_strided_scatter", boxed<asStridedScatter>},
    {"aten::as_strided_scatter.out", generatedOutOf<asStridedScatter>},
};

}  // namespace

std::span<const Kernel> viewPartKernels() { return kViewPartKernels; }

}  // namespace ts::kernels
