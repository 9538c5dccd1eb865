// Operators that repeat or reorder elements: repeat, tile, roll, flip, rot90, repeat_interleave,
// triangles and diagonals.
#include <algorithm>
#include <numeric>

#include "core/kernels/by_size.h"
#include "core/kernels/families.h"
#include "core/kernels/index.h"
#include "core/kernels/join.h"
#include "core/kernels/loops.h"
#include "core/kernels/packs.h"
#include "core/kernels/strided_blocks.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

Tensor repeat(const Tensor& self, const IntList& repeats) {
  const size_t rank = self.sizes().size();
  if (repeats.size() < rank)
    fail(
        "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
        "tensor");
  const size_t lead = repeats.size() - rank;
  Dims sizes, times, from, fromStrides;
  for (size_t i = 0; i < repeats.size(); ++i) {
    const int64_t size = i < lead ? 1 : self.sizes()[i - lead];
    if (repeats[i] < 0) fail("repeats must not be negative, {} is", repeats[i]);
    int64_t product = 0;
    if (__builtin_mul_overflow(size, repeats[i], &product))
      fail("repeat: {} times {} elements are too many", repeats[i], size);
    sizes.push_back(product);
  }
  Tensor result = tensor::emptyBeside(self, sizes, self.dtype());
  if (result.isMeta() || result.numel() == 0) return result;
  // Splits each dimension of the result into (repetitions, size); self broadcasts into this shape.
  for (size_t i = 0; i < repeats.size(); ++i) {
    const int64_t size = i < lead ? 1 : self.sizes()[i - lead];
    times.push_back(repeats[i]);
    times.push_back(size);
    from.push_back(1);
    from.push_back(size);
    fromStrides.push_back(0);
    fromStrides.push_back(i < lead ? 0 : self.strides()[i - lead]);
  }
  copyInto(viewTo(result, times), tensor::view(self, from, fromStrides, self.offset()));
  return result;
}

Tensor tile(const Tensor& self, const IntList& dims) {
  IntList repeats(std::max<size_t>(self.sizes().size(), dims.size()), 1);
  std::ranges::copy(dims, repeats.end() - static_cast<std::ptrdiff_t>(dims.size()));
  return repeat(self, repeats);
}

// Joins two parts along a dimension, from `start` on and before. Both are parts of each row of a
// contiguous tensor.
Tensor rollRows(const Tensor& self, size_t dim, int64_t start) {
  const Tensor result = tensor::emptyLike(self, self.dtype(), MemoryFormat::Contiguous);
  auto rest = static_cast<int64_t>(self.itemSize());
  for (size_t i = dim + 1; i < self.sizes().size(); ++i) rest *= self.sizes()[i];
  const int64_t row = self.sizes()[dim] * rest, first = start * rest,
                bytes = self.numel() * static_cast<int64_t>(self.itemSize());
  const bool isStreamed = bytes >= kStreamedBytes;
  for (int64_t at = 0; at < bytes; at += row) {
    copyBytes(result.bytes() + at, self.bytes() + at + first, static_cast<size_t>(row - first),
              isStreamed);
    copyBytes(result.bytes() + at + row - first, self.bytes() + at, static_cast<size_t>(first),
              isStreamed);
  }
  if (isStreamed) endStreams();
  return result;
}

Tensor roll(const Tensor& self, const IntList& shifts, const IntList& dims) {
  if (shifts.empty()) fail("`shifts` required");
  if (dims.empty() && shifts.size() == 1) {
    const Tensor flat = viewTo(contiguous(self), Dims{self.numel()});
    return viewTo(roll(flat, shifts, {0}), self.sizes());
  }
  if (shifts.size() != dims.size())
    fail("shifts and dimensions must align. shifts: {}, dims:{}", shifts.size(), dims.size());
  if (self.numel() == 0) return clone(self);
  Tensor result = self;
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t size = result.size(dims[i]);
    const int64_t start = (size - shifts[i] % size) % size;
    const TensorList parts = {narrow(result, dims[i], start, size - start),
                              narrow(result, dims[i], 0, start)};
    const bool areRows = result.isContiguous() && !result.isMeta() && !result.impl()->isConj &&
                         std::ranges::all_of(parts, [](const Tensor& part) {
                           return part.suggestedFormat() == MemoryFormat::Contiguous;
                         });
    result =
        areRows ? rollRows(result, static_cast<size_t>(tensor::wrapDim(dims[i], self.dim())), start)
                : cat(parts, dims[i]);
  }
  return result;
}

Tensor flip(const Tensor& self, const IntList& dims) {
  Dims strides = self.strides();
  int64_t offset = 0;
  std::vector<bool> seen(std::max<size_t>(self.sizes().size(), 1));
  for (int64_t dim : dims) {
    const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
    if (seen[at]) fail("dim {} appears multiple times in the list of dims", dim);
    seen[at] = true;
    if (self.dim() == 0) continue;
    offset += (self.sizes()[at] - 1) * strides[at];
    strides[at] = -strides[at];
  }
  const Tensor from = resolved(self);
  if (!from.same(self)) return flip(from, dims);
  Tensor result = tensor::emptyLike(self, self.dtype());
  if (result.isMeta() || result.numel() == 0) return result;
  const size_t size = self.itemSize();
  visitSize(size, [&]<typename T>() {
    ElementLoop<2>(self.sizes(), {result.strides(), strides}, {size, size})
        .run({result.bytes(), self.bytes() + offset * static_cast<int64_t>(size)},
             [](auto pointers, auto steps, int64_t count) {
               constexpr int64_t kStep = sizeof(T);
               T* to = reinterpret_cast<T*>(pointers[0]);
               const T* from = reinterpret_cast<const T*>(pointers[1]);
               const int64_t toStep = steps[0] / kStep, fromStep = steps[1] / kStep;
               if (toStep == 1 && fromStep == 1)
                 std::copy_n(from, count, to);
               else if (toStep == 1 && fromStep == -1)
                 inVectors([=]<size_t>() TS_INLINED_LAMBDA {
#pragma GCC ivdep
                   for (int64_t i = 0; i < count; ++i) to[i] = from[-i];
                 });
               else
                 for (int64_t i = 0; i < count; ++i) to[i * toStep] = from[i * fromStep];
             });
  });
  return result;
}
Tensor fliplr(const Tensor& self) {
  if (self.dim() < 2) fail("Input must be >= 2-d.");
  return flip(self, {1});
}
Tensor flipud(const Tensor& self) {
  if (self.dim() < 1) fail("Input must be >= 1-d.");
  return flip(self, {0});
}

Tensor rot90(const Tensor& self, int64_t k, const IntList& dims) {
  if (dims.size() != 2) fail("expected total rotation dims == 2, but got dims = {}", dims.size());
  if (self.dim() < 2) fail("expected total dims >= 2, but got total dims = {}", self.dim());
  const int64_t a = tensor::wrapDim(dims[0], self.dim()), b = tensor::wrapDim(dims[1], self.dim());
  if (a == b)
    fail("expected rotation dims to be different, but got dim0 = {} and dim1 = {}", dims[0],
         dims[1]);
  switch ((k % 4 + 4) % 4) {
    case 1: return transpose(flip(self, {b}), a, b);
    case 2: return flip(self, dims);
    case 3: return transpose(flip(self, {a}), a, b);
    default: return clone(self, MemoryFormat::Contiguous);
  }
}

// Returns the position i repeats[i] times, in order: 0, 0, 1, 1, 1, ...
Tensor repeatPositions(const Tensor& repeats, std::optional<int64_t> size) {
  if (repeats.dim() != 1) fail("repeat_interleave only accept 1D vector as repeat");
  if (repeats.dtype() != DType::Int64 && repeats.dtype() != DType::Int32)
    fail("repeats has to be Long or Int tensor");
  const Tensor counts = contiguous(toDType(repeats, DType::Int64));
  const std::span<const int64_t> times(counts.data<int64_t>(), static_cast<size_t>(counts.numel()));
  int64_t total = 0;
  for (int64_t count : times) {
    if (count < 0) fail("repeats can not be negative");
    if (__builtin_add_overflow(total, count, &total)) fail("repeats sum up to too many");
  }
  if (size && *size != total)
    fail("allocated size does not match required size: {} and {}", *size, total);
  Tensor result = tensor::empty(Dims{total}, DType::Int64);
  int64_t* to = result.data<int64_t>();
  for (size_t i = 0; i < times.size(); ++i) to = std::fill_n(to, times[i], static_cast<int64_t>(i));
  return toDType(result, repeats.dtype());
}
Tensor repeatInterleave(const Tensor& self, const Tensor& repeats, std::optional<int64_t> dim,
                        std::optional<int64_t> size) {
  const Tensor input = dim ? self : flatten(self);
  Tensor times = repeats;
  if (repeats.dim() == 0 || (repeats.dim() == 1 && repeats.numel() == 1))
    times = expand(reshape(repeats, Dims{1}), Dims{input.size(dim.value_or(0))});
  else if (repeats.dim() != 1)
    fail("repeats must be 0-dim or 1-dim tensor");
  else if (repeats.numel() != input.size(dim.value_or(0)))
    fail(
        "repeats must have the same size as input along dim, but got repeats.size(0) = {} and "
        "input.size({}) = {}",
        repeats.numel(), dim.value_or(0), input.size(dim.value_or(0)));
  return indexSelect(input, dim.value_or(0), repeatPositions(times, size));
}
Tensor repeatInterleaveInt(const Tensor& self, int64_t repeats, std::optional<int64_t> dim,
                           std::optional<int64_t> size) {
  const int64_t rank = dim ? self.dim() : 1;
  if (repeats < 0 || rank == 0 || size || self.isMeta())
    return repeatInterleave(self, tensor::scalarTensor(repeats), dim, size);
  const Tensor input = resolved(dim ? self : flatten(self));
  const int64_t at = tensor::wrapDim(dim.value_or(0), rank);
  Dims sizes = input.sizes();
  sizes.insert(static_cast<size_t>(at) + 1, repeats);
  const Tensor copies = clone(expand(unsqueeze(input, at + 1), sizes), MemoryFormat::Contiguous);
  Dims joined = input.sizes();
  joined[static_cast<size_t>(at)] *= repeats;
  return viewTo(copies, joined);
}

Tensor combinations(const Tensor& self, int64_t r, bool withReplacement) {
  if (self.dim() != 1)
    fail("Expect a 1D vector, but got shape {}", tensor::shapeText(self.sizes()));
  if (r < 0) fail("Expect a non-negative number, but got {}", r);
  if (r == 0) return tensor::emptyBeside(self, Dims{0}, self.dtype());
  const int64_t n = self.numel();
  std::vector<int64_t> positions, at(static_cast<size_t>(r));
  for (size_t i = 0; i < at.size(); ++i) at[i] = withReplacement ? 0 : static_cast<int64_t>(i);
  // The greatest position that element i of a combination may have.
  auto most = [&](size_t i) { return withReplacement ? n - 1 : n - r + static_cast<int64_t>(i); };
  bool more = n > 0 && (withReplacement || r <= n);
  while (more) {
    positions.insert(positions.end(), at.begin(), at.end());
    size_t i = at.size();
    while (i > 0 && at[i - 1] == most(i - 1)) --i;
    more = i > 0;
    if (!more) break;
    ++at[i - 1];
    for (; i < at.size(); ++i) at[i] = withReplacement ? at[i - 1] : at[i - 1] + 1;
  }
  Tensor index = tensor::empty(Dims{static_cast<int64_t>(positions.size())}, DType::Int64);
  std::ranges::copy(positions, index.data<int64_t>());
  return viewTo(indexSelect(self, 0, index), Dims{static_cast<int64_t>(positions.size()) / r, r});
}

// Keeps the elements on one side of a diagonal of each matrix and sets the others to zero.
template <bool IsUpper>
void zeroTriangle(const Tensor& self, int64_t diagonalAt) {
  if (self.isMeta() || self.numel() == 0) return;
  const int64_t rows = self.size(-2), columns = self.size(-1);
  const int64_t rowStride = self.stride(-2), columnStride = self.stride(-1);
  const size_t size = self.itemSize();
  Dims batch = self.sizes(), strides = self.strides();
  for (Dims* dims : {&batch, &strides}) dims->resize(dims->size() - 2);
  ElementLoop<1>(batch, {strides}, {size})
      .run({self.bytes()}, [&](auto pointers, auto steps, int64_t count) {
        for (int64_t i = 0; i < count; ++i) {
          std::byte* matrix = pointers[0] + i * steps[0];
          for (int64_t row = 0; row < rows; ++row) {
            const int64_t edge = std::clamp<int64_t>(
                row + std::clamp(diagonalAt, -rows, columns) + (IsUpper ? 0 : 1), 0, columns);
            const int64_t first = IsUpper ? 0 : edge, end = IsUpper ? edge : columns;
            std::byte* const start = matrix + row * rowStride * static_cast<int64_t>(size);
            if (columnStride == 1) {
              std::memset(start + first * static_cast<int64_t>(size), 0,
                          static_cast<size_t>(end - first) * size);
              continue;
            }
            for (int64_t column = first; column < end; ++column)
              std::memset(start + column * columnStride * static_cast<int64_t>(size), 0, size);
          }
        }
      });
}
template <bool IsUpper>
Tensor triangle_(const Tensor& self, int64_t diagonalAt) {
  if (self.dim() < 2 && (self.numel() != 0 || atLeast(TorchProfile::Torch2_6)))
    fail("{}: input tensor must have at least 2 dimensions", IsUpper ? "triu" : "tril");
  zeroTriangle<IsUpper>(self, diagonalAt);
  return self;
}
template <bool IsUpper>
Tensor triangle(const Tensor& self, int64_t diagonalAt) {
  return triangle_<IsUpper>(clone(self, MemoryFormat::Contiguous), diagonalAt);
}

// A triangle of a matrix, by rows. Sizes may be near 2^63, so the numbers are wider.
template <bool IsUpper>
class TriangleRows {
 public:
  using Wide = __int128;
  TriangleRows(int64_t rows, int64_t columns, int64_t offset)
      : columns_(columns),
        offset_(std::clamp(offset, -rows, columns)),
        first_(IsUpper ? Wide(0) : std::clamp<Wide>(-offset_, 0, rows)),
        last_(IsUpper ? std::clamp<Wide>(columns_ - offset_, 0, rows) : Wide(rows)) {}

  // The first row with elements, and the one behind the last.
  int64_t first() const { return static_cast<int64_t>(first_); }
  int64_t last() const { return static_cast<int64_t>(last_); }
  // The columns of a row, and the first of them.
  int64_t length(Wide row) const {
    return static_cast<int64_t>(IsUpper ? columns_ - std::max<Wide>(0, row + offset_)
                                        : std::min(columns_, row + offset_ + 1));
  }
  int64_t column(Wide row) const {
    return IsUpper ? static_cast<int64_t>(columns_) - length(row) : 0;
  }

  // Throws for a number of elements that no tensor has.
  int64_t elements() const {
    // Lengths change by one from row to row on one side of `cut`, and are equal on the other.
    const Wide cut = std::clamp<Wide>(IsUpper ? -offset_ : columns_ - offset_, first_, last_);
    const Wide from = IsUpper ? cut : first_, to = IsUpper ? last_ : cut;
    const double mean =
        from < to ? (static_cast<double>(length(from)) + static_cast<double>(length(to - 1))) / 2
                  : 0;
    const double all =
        mean * static_cast<double>(to - from) +
        static_cast<double>(last_ - first_ - (to - from)) * static_cast<double>(columns_);
    if (all > 0x1p50) fail("the triangle has about {:.3g} elements, which no tensor can hold", all);
    return static_cast<int64_t>(all);
  }

 private:
  Wide columns_, offset_, first_, last_;
};

template <bool IsUpper>
Tensor triangleIndices(int64_t rows, int64_t columns, int64_t offset, std::optional<DType> dtype,
                       const IValue&, const IValue&, const IValue&) {
  if (rows < 0 || columns < 0)
    fail("row and col must be non-negative, got {} and {}", rows, columns);
  const TriangleRows<IsUpper> triangle(rows, columns, offset);
  const int64_t count = triangle.elements();
  Tensor result = tensor::empty(Dims{2, count}, DType::Int64);
  int64_t *row = result.data<int64_t>(), *column = row + count;
  for (int64_t at = triangle.first(); at < triangle.last(); ++at) {
    const int64_t length = triangle.length(at);
    row = std::fill_n(row, length, at);
    std::iota(column, column + length, triangle.column(at));
    column += length;
  }
  return toDType(result, dtype.value_or(DType::Int64));
}

Tensor diagEmbed(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  const int64_t rank = self.dim() + 1;
  const auto a = static_cast<size_t>(tensor::wrapDim(dim1, rank)),
             b = static_cast<size_t>(tensor::wrapDim(dim2, rank));
  if (a == b) fail("diagonal dimensions cannot be identical {}, {}", dim1, dim2);
  const int64_t length = std::abs(offset) + self.size(-1);
  Dims sizes = self.sizes();
  sizes.erase(sizes.size() - 1);
  sizes.insert(std::min(a, b), length);
  sizes.insert(std::max(a, b), length);
  Tensor result = tensor::emptyBeside(self, sizes, self.dtype());
  fill(result, 0);
  copyInto(diagonal(result, offset, static_cast<int64_t>(a), static_cast<int64_t>(b)), self);
  return result;
}
Tensor diag(const Tensor& self, int64_t offset) {
  if (self.dim() != 1 && self.dim() != 2) fail("matrix or a vector expected");
  // In PyTorch 2.6 a diagonal outside of the matrix is empty.
  if (!atLeast(TorchProfile::Torch2_6) && self.dim() == 2 &&
      (offset > self.sizes()[1] || offset < -self.sizes()[0]))
    fail("diag: the diagonal {} is outside of a matrix of shape {}", offset,
         tensor::shapeText(self.sizes()));
  return self.dim() == 1 ? diagEmbed(self, offset, 0, 1)
                         : clone(diagonal(self, offset), MemoryFormat::Contiguous);
}
Tensor diagflat(const Tensor& self, int64_t offset) {
  return diag(reshape(contiguous(self), Dims{self.numel()}), offset);
}

Tensor diagonalCopy(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  return copyOfView(diagonal(self, offset, dim1, dim2));
}

Tensor fillDiagonal_(const Tensor& self, const Scalar& value, bool wrap) {
  if (self.dim() < 2) fail("dimensions must larger than 1");
  const Dims& sizes = self.sizes();
  if (self.dim() > 2 && !std::ranges::all_of(sizes, [&](int64_t size) { return size == sizes[0]; }))
    fail("all dimensions of input must be of equal length");
  const int64_t step = std::accumulate(self.strides().begin(), self.strides().end(), int64_t{0});
  const int64_t length = std::ranges::min(sizes);
  fill(tensor::view(self, Dims{length}, Dims{step}, self.offset()), value);
  // In a tall matrix the diagonal continues below the square, after a gap of one row.
  if (wrap && self.dim() == 2 && sizes[0] > sizes[1] + 1)
    for (int64_t row = sizes[1] + 1; row < sizes[0]; row += sizes[1] + 1)
      fill(diagonal(narrow(self, 0, row, std::min(sizes[1], sizes[0] - row))), value);
  return self;
}

constexpr Kernel kArrangeKernels[] = {
    {"aten::repeat", boxed<repeat>},
    {"aten::tile", boxed<tile>},
    {"aten::roll", boxed<roll>},
    {"aten::roll.out", generatedOutOf<roll>},
    {"aten::flip", boxed<flip>},
    {"aten::fliplr", boxed<fliplr>},
    {"aten::flipud", boxed<flipud>},
    {"aten::rot90", boxed<rot90>},
    {"aten::repeat_interleave.Tensor", boxed<repeatPositions>},
    {"aten::repeat_interleave.Tensor_out", generatedOutOf<repeatPositions>},
    {"aten::repeat_interleave.self_Tensor", boxed<repeatInterleave>},
    {"aten::repeat_interleave.self_int", boxed<repeatInterleaveInt>},
    {"aten::combinations", boxed<combinations>},
    {"aten::tril", boxed<triangle<false>>},
    {"aten::triu", boxed<triangle<true>>},
    {"aten::tril.out", sameOutOf<triangle<false>>},
    {"aten::triu.out", sameOutOf<triangle<true>>},
    {"aten::tril_", boxed<triangle_<false>>},
    {"aten::triu_", boxed<triangle_<true>>},
    {"aten::tril_indices", boxed<triangleIndices<false>>},
    {"aten::triu_indices", boxed<triangleIndices<true>>},
    {"aten::diag", boxed<diag>},
    {"aten::diag.out", sameOutOf<diag>},
    {"aten::diag_embed", boxed<diagEmbed>},
    {"aten::diagflat", boxed<diagflat>},
    {"aten::diagonal_copy", boxed<diagonalCopy>},
    {"aten::fill_diagonal_", boxed<fillDiagonal_>},
};

}  // namespace

std::span<const Kernel> arrangeKernels() { return kArrangeKernels; }

}  // namespace ts::kernels
