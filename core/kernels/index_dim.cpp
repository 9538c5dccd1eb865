// Indexing along one dimension by a vector of positions: index_select, index_add, index_copy,
// index_fill, index_reduce.
#include <algorithm>
#include <limits>

#include "core/kernels/by_size.h"
#include "core/kernels/convert.h"
#include "core/kernels/families.h"
#include "core/kernels/index.h"
#include "core/kernels/loops.h"
#include "core/kernels/reducing.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

// Returns the positions in an index vector; a 0-d tensor counts as a vector of one element.
std::vector<int64_t> positionsOf(const Tensor& index, std::string_view what, bool allowsInt32) {
  if (index.dim() > 1) fail(ErrorKind::Index, "{}(): Index is supposed to be a vector", what);
  if (index.dtype() != DType::Int64 && !(allowsInt32 && index.dtype() == DType::Int32))
    fail("{}(): Expected dtype int{}64 for index", what, allowsInt32 ? "32 or int" : "");
  const Tensor wide = contiguous(toDType(index, DType::Int64));
  return {wide.data<int64_t>(), wide.data<int64_t>() + wide.numel()};
}
void checkRange(const std::vector<int64_t>& positions, int64_t size) {
  for (int64_t at : positions)
    if (at < 0 || at >= size)
      fail(ErrorKind::Index, "index out of range in self: {} of {}", at, size);
}

}  // namespace

Tensor indexSelect(const Tensor& input, int64_t dim, const Tensor& index) {
  const Tensor self = resolved(input);
  const auto at = static_cast<size_t>(tensor::wrapDim(dim, self.dim()));
  Dims sizes = self.sizes();
  if (self.dim() == 0 && index.numel() != 1)
    fail("index_select(): Index to scalar can have only 1 value, got {} value(s)", index.numel());
  if (self.dim() > 0) sizes[at] = index.numel();
  Tensor result = tensor::emptyBeside(self, sizes, self.dtype());
  if (result.isMeta()) return result;
  const std::vector<int64_t> positions = positionsOf(index, "index_select", true);
  checkRange(positions, self.dim() == 0 ? 1 : self.sizes()[at]);
  if (result.numel() == 0) return result;
  if (self.dim() == 0) return copyInto(result, self);
  // Copies rows of bytes: all dimensions after this dimension.
  const Tensor source = contiguous(self);
  int64_t outer = 1, inner = static_cast<int64_t>(self.itemSize());
  for (size_t i = 0; i < at; ++i) outer *= sizes[i];
  for (size_t i = at + 1; i < sizes.size(); ++i) inner *= sizes[i];
  std::byte* to = result.bytes();
  if (inner == static_cast<int64_t>(self.itemSize())) {
    visitSize(self.itemSize(), [&]<typename T>() {
      T* element = reinterpret_cast<T*>(to);
      const T* row = reinterpret_cast<const T*>(source.bytes());
      for (int64_t i = 0; i < outer; ++i, row += self.sizes()[at])
        for (int64_t position : positions) *element++ = row[position];
    });
    return result;
  }
  for (int64_t i = 0; i < outer; ++i) {
    const std::byte* block = source.bytes() + i * self.sizes()[at] * inner;
    for (int64_t position : positions) {
      std::memcpy(to, block + position * inner, static_cast<size_t>(inner));
      to += inner;
    }
  }
  return result;
}

namespace {

// Returns self as rows, with the dimension moved to the front; a 0-d tensor counts as one row.
Tensor rowsOf(const Tensor& self, int64_t dim) {
  return self.dim() == 0 ? unsqueeze(self, 0) : moveDim(self, dim, 0);
}

// Checks the arguments of index_add, index_copy and index_reduce. Returns the positions.
std::vector<int64_t> checkSource(const Tensor& self, int64_t& dim, const Tensor& index,
                                 const Tensor& source, std::string_view what, bool allowsInt32) {
  dim = tensor::wrapDim(dim, self.dim());
  std::vector<int64_t> positions = positionsOf(index, what, allowsInt32);
  if (self.dtype() != source.dtype())
    fail("{}(): self and source must have the same scalar type", what);
  const Tensor rows = rowsOf(source, source.dim() == 0 ? 0 : dim);
  if (rows.sizes()[0] != index.numel())
    fail("{}(): Number of indices ({}) should be equal to source.size(dim) ({})", what,
         index.numel(), rows.sizes()[0]);
  const bool mixesScalars = !atLeast(TorchProfile::Torch2_6) || what == "index_copy";
  if (self.dim() != source.dim() && !(mixesScalars && self.dim() <= 1 && source.dim() <= 1))
    fail("{}(): the source has {} dimensions, self has {}", what, source.dim(), self.dim());
  const Tensor selfRows = rowsOf(self, dim);
  for (size_t i = 1; i < selfRows.sizes().size(); ++i)
    if (selfRows.sizes()[i] != rows.sizes()[i])
      fail("{}(): the shape of source, {}, doesn't match that of self, {}, besides dimension {}",
           what, tensor::shapeText(source.sizes()), tensor::shapeText(self.sizes()), dim);
  checkRange(positions, selfRows.sizes()[0]);
  self.countWrite();
  return positions;
}

Tensor withoutOverlap(const Tensor& self, const Tensor& source) {
  return self.storage() == source.storage() ? clone(source) : resolved(source);
}

// Calls f(pointers, steps, count) for runs of elements of self and source, in the rows at these
// positions.
template <typename F>
void eachRun(const Tensor& self, int64_t dim, const std::vector<int64_t>& positions,
             const Tensor& source, F&& f) {
  const std::array<Tensor, 2> all = {rowsOf(self, dim),
                                     rowsOf(source, source.dim() == 0 ? 0 : dim)};
  if (positions.empty() || all[0].numel() == 0) return;
  const std::array<Tensor, 2> row = {select(all[0], 0, 0), select(all[1], 0, 0)};
  const ElementLoop<2> loop = loopOver<2>(row[0].sizes(), row);
  const auto itemSize = static_cast<int64_t>(self.itemSize());
  for (size_t i = 0; i < positions.size(); ++i)
    loop.run({row[0].bytes() + positions[i] * all[0].strides()[0] * itemSize,
              row[1].bytes() + static_cast<int64_t>(i) * all[1].strides()[0] * itemSize},
             f);
}
// Calls combine(element of self, element of source) for the rows at these positions.
template <typename T, typename F>
void eachRow(const Tensor& self, int64_t dim, const std::vector<int64_t>& positions,
             const Tensor& source, F&& combine) {
  constexpr int64_t size = sizeof(T);
  eachRun(self, dim, positions, source, [&](auto pointers, auto steps, int64_t count) {
    T* to = reinterpret_cast<T*>(pointers[0]);
    const T* from = reinterpret_cast<const T*>(pointers[1]);
    if (steps[0] == size && steps[1] == size) {
#pragma GCC ivdep
      for (int64_t k = 0; k < count; ++k) combine(to[k], from[k]);
      return;
    }
    for (int64_t k = 0; k < count; ++k) combine(to[k * steps[0] / size], from[k * steps[1] / size]);
  });
}

Tensor indexAdd_(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& addend,
                 const Scalar& alpha) {
  const std::vector<int64_t> positions = checkSource(self, dim, index, addend, "index_add", true);
  if (self.isMeta()) return self;
  const Tensor source = withoutOverlap(self, addend);
  tensor::visit(self.dtype(), [&]<typename T>() {
    using C = ComputeType<T>;
    const C factor = alpha.to<C>();
    eachRow<T>(self, dim, positions, source, [factor](T& to, T from) {
      // As in PyTorch, the product is rounded to the dtype before the addition.
      const T product = convert<T>(static_cast<C>(from) * factor);
      to = convert<T>(static_cast<C>(to) + static_cast<C>(product));
    });
  });
  return self;
}

Tensor indexCopy_(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& values) {
  const std::vector<int64_t> positions = checkSource(self, dim, index, values, "index_copy", false);
  if (self.isMeta()) return self;
  Tensor source = withoutOverlap(self, values);
  if (self.impl()->isConj) {  // its elements are stored as conjugates
    const Tensor stored = tensor::emptyLike(source, source.dtype());
    stored.impl()->isConj = true;
    copyInto(stored, source);
    source = stored;
  }
  visitSize(self.itemSize(), [&]<typename T>() {
    eachRow<T>(self, dim, positions, source, [](T& to, const T& from) { to = from; });
  });
  return self;
}

Tensor indexFill_(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  const int64_t at = tensor::wrapDim(dim, self.dim());
  if (!tensor::isComplex(self.dtype()) && value.isComplex())
    fail("index_fill_(): Converting complex Scalar to non-complex type is not supported");
  const std::vector<int64_t> positions = positionsOf(index, "index_fill_", false);
  const Tensor rows = rowsOf(self, at);
  for (int64_t position : positions) checkedIndex(position, rows.sizes()[0], at);
  self.countWrite();
  for (int64_t position : positions) fill(select(rows, 0, position), value);
  return self;
}
Tensor indexFillTensor_(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value) {
  if (value.dim() != 0)
    fail(
        "index_fill_ only supports a 0-dimensional value tensor, but got tensor with {} "
        "dimension(s).",
        value.dim());
  return indexFill_(self, dim, index, itemOf(value));
}

Tensor indexReduce_(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& addend,
                    const std::string& reduce, bool includeSelf) {
  const Reducing how = reducingFrom(
      reduce, {Reducing::Prod, Reducing::Mean, Reducing::Amax, Reducing::Amin}, "index_reduce");
  const std::vector<int64_t> positions =
      checkSource(self, dim, index, addend, "index_reduce", true);
  if (self.isMeta()) return self;
  const Tensor source = withoutOverlap(self, addend), rows = rowsOf(self, dim);
  std::vector<int64_t> counts(static_cast<size_t>(rows.sizes()[0]), includeSelf ? 1 : 0);
  for (int64_t position : positions) ++counts[static_cast<size_t>(position)];
  tensor::visit(self.dtype(), [&]<typename T>() {
    if (!includeSelf)
      for (int64_t position : positions) fill(select(rows, 0, position), identityOf<T>(how));
    eachRow<T>(self, dim, positions, source, [how](T& to, T from) { to = combine(how, to, from); });
    if (how != Reducing::Mean) return;
    for (size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] < 2) continue;
      const Tensor row = select(rows, 0, static_cast<int64_t>(i));
      loopOver<1>(row.sizes(), {row})
          .run(pointersOf<1>({row}), [&](auto pointers, auto steps, int64_t count) {
            for (int64_t k = 0; k < count; ++k) {
              T& element = *reinterpret_cast<T*>(pointers[0] + k * steps[0]);
              element = divideByCount(element, counts[i]);
            }
          });
    }
  });
  return self;
}

constexpr Kernel kIndexDimKernels[] = {
    {"aten::index_select", boxed<indexSelect>},
    {"aten::index_select.out", sameOutOf<indexSelect>},
    {"aten::index_add_", boxed<indexAdd_>},
    {"aten::index_add", onCopyOf<indexAdd_>},
    {"aten::index_add.out", onCopyOutOf<indexAdd_>},
    {"aten::index_copy_", boxed<indexCopy_>},
    {"aten::index_copy", onCopyOf<indexCopy_>},
    {"aten::index_copy.out", onCopyOutOf<indexCopy_>},
    {"aten::index_fill_.int_Scalar", boxed<indexFill_>},
    {"aten::index_fill_.int_Tensor", boxed<indexFillTensor_>},
    {"aten::index_fill.int_Scalar", onCopyOf<indexFill_, MemoryFormat::Preserve>},
    {"aten::index_fill.int_Tensor", onCopyOf<indexFillTensor_, MemoryFormat::Preserve>},
    {"aten::index_reduce_", boxed<indexReduce_>},
    {"aten::index_reduce", onCopyOf<indexReduce_>},
    {"aten::index_reduce.out", onCopyOutOf<indexReduce_>},
};

}  // namespace

std::span<const Kernel> indexDimKernels() { return kIndexDimKernels; }

}  // namespace ts::kernels
