// Advanced indexing: aten::index, index_put and nonzero.
#include "core/kernels/index.h"

#include <algorithm>
#include <numeric>

#include "core/kernels/by_size.h"
#include "core/kernels/convert.h"
#include "core/kernels/families.h"
#include "core/kernels/loops.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {

Tensor nonzero(const Tensor& self) {
  if (self.isMeta())
    fail("nonzero: the shape depends on values, which a tensor on meta doesn't have");
  const size_t rank = self.sizes().size();
  std::vector<int64_t> positions;  // flat indices in order
  tensor::visit(self.dtype(), [&]<typename T>() {
    // The loop follows the order of the dimensions, independently of their strides.
    int64_t at = 0;
    loopOver<1>(self.sizes(), {self})
        .run(pointersOf<1>({self}), [&](auto pointers, auto steps, int64_t count) {
          // Each position is written, and kept if the next one follows it: without a branch that
          // the processor would guess wrong.
          constexpr int64_t kBlock = 1024;
          int64_t found[kBlock];
          for (int64_t first = 0; first < count; first += kBlock) {
            size_t kept = 0;
            const int64_t end = std::min(count, first + kBlock);
            for (int64_t i = first; i < end; ++i, ++at) {
              found[kept] = at;
              kept +=
                  convert<bool>(*reinterpret_cast<const T*>(pointers[0] + i * steps[0])) ? 1 : 0;
            }
            positions.insert(positions.end(), found, found + kept);
          }
        });
  });
  // As in PyTorch, the positions of each dimension are adjacent in memory.
  const auto count = static_cast<int64_t>(positions.size());
  Tensor result = tensor::emptyStrided(Dims{count, static_cast<int64_t>(rank)},
                                       Dims{1, std::max<int64_t>(count, 1)}, DType::Int64);
  int64_t* to = result.data<int64_t>();
  if (rank == 1) {
    std::ranges::copy(positions, to);
    return result;
  }
  for (int64_t at : positions) {
    for (size_t dim = rank; dim-- > 0;) {
      to[static_cast<int64_t>(dim) * count] = at % self.sizes()[dim];
      at /= self.sizes()[dim];
    }
    ++to;
  }
  return result;
}

namespace {

// Returns the first `size` positions, and rows of `fillValue` after the last one.
Tensor nonzeroStatic(const Tensor& self, int64_t size, int64_t fillValue) {
  if (size < 0) fail("nonzero_static: 'size' must be an non-negative integer");
  const Tensor result = tensor::emptyBeside(self, Dims{size, self.dim()}, DType::Int64);
  if (result.isMeta()) return result;
  const Tensor positions = nonzero(self);
  const int64_t count = std::min(size, positions.size(0));
  fill(result, fillValue);
  copyInto(narrow(result, 0, 0, count), narrow(positions, 0, 0, count));
  return result;
}

bool isMask(const Tensor& tensor) {
  return tensor.dtype() == DType::Bool || tensor.dtype() == DType::UInt8;
}

// A mask of one element, which is not a mask of a dimension.
bool isNumberMask(const Tensor& tensor) {
  return tensor.defined() && tensor.dim() == 0 && isMask(tensor);
}

void checkCount(const Tensor& self, size_t count) {
  if (count > self.sizes().size())
    fail(ErrorKind::Index, "too many indices for tensor of dimension {} (got {})", self.dim(),
         count);
}

// Replaces each mask by the positions of its ones: one tensor per dimension of the mask.
TensorList withoutMasks(const Tensor& self, const TensorList& indices) {
  checkCount(self, indices.size());
  if (std::ranges::any_of(indices, isNumberMask))
    fail("a mask without dimensions can't be an index in compiled code");
  TensorList result;
  for (const Tensor& index : indices) {
    if (!index.defined()) {
      result.emplace_back();
      continue;
    }
    const bool takesInt = atLeast(TorchProfile::Torch2_6);
    const bool isPositions =
        index.dtype() == DType::Int64 || (takesInt && index.dtype() == DType::Int32);
    if (!isPositions && !isMask(index))
      fail(ErrorKind::Index, "tensors used as indices must be long, {}byte or bool tensors, not {}",
           takesInt ? "int, " : "", tensor::nameOf(index.dtype()));
    if (isPositions) {
      result.push_back(toDType(index, DType::Int64));
      continue;
    }
    for (size_t i = 0; i < index.sizes().size(); ++i) {
      const size_t dim = result.size() + i;
      if (dim >= self.sizes().size() || index.sizes()[i] != self.sizes()[dim])
        fail(ErrorKind::Index,
             "The shape of the mask {} at index {} does not match the shape of the indexed tensor "
             "{} at index {}",
             tensor::shapeText(index.sizes()), i, tensor::shapeText(self.sizes()), dim);
    }
    const Tensor positions = nonzero(index);
    for (int64_t i = 0; i < index.dim(); ++i) result.push_back(select(positions, 1, i));
  }
  checkCount(self, result.size());
  result.resize(self.sizes().size());
  return result;
}

// An index tensor, contiguous, for a dimension whose elements are `step` bytes apart.
struct IndexedDim {
  Tensor positions;
  int64_t dim, size, step;
};

// The walk over self[indices]. `view` is a view of self with the shape of the result and stride 0
// along the dimensions of the indices, to which the indices add offsets.
struct Indexed {
  Tensor view;
  std::vector<IndexedDim> dims;
  Dims positionStrides;  // one entry per dimension of the view
};

// Sets `offsets` to the bytes that the indices add, for `count` positions from `first` on.
void offsetsOf(const Indexed& indexed, int64_t first, int64_t step, int64_t count,
               int64_t* offsets) {
  std::fill_n(offsets, count, 0);
  for (const IndexedDim& dim : indexed.dims) {
    const int64_t* at = dim.positions.data<int64_t>() + first;
    const int64_t size = dim.size;
    const auto length = static_cast<uint64_t>(size), bytes = static_cast<uint64_t>(dim.step);
    // Offsets of positions outside may overflow.
    bool isOutside = false;
    for (int64_t i = 0; i < count; ++i) {
      const auto position = static_cast<uint64_t>(at[i * step]) + (at[i * step] < 0 ? length : 0);
      isOutside |= position >= length;
      offsets[i] = static_cast<int64_t>(static_cast<uint64_t>(offsets[i]) + position * bytes);
    }
    for (int64_t i = 0; isOutside && i < count; ++i) checkedIndex(at[i * step], size, dim.dim);
  }
}

Indexed indexed(const Tensor& self, const TensorList& subscripts) {
  const TensorList indices = withoutMasks(self, subscripts);
  std::vector<size_t> dims;  // the indexed dimensions
  Dims shape;                // the broadcast shape of the indices
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!indices[i].defined()) continue;
    dims.push_back(i);
    try {
      shape = tensor::broadcastShapes(shape, indices[i].sizes());
    } catch (const tensor::Error&) {
      std::string shapes;
      for (const Tensor& index : indices)
        if (index.defined())
          shapes += (shapes.empty() ? "" : ", ") + tensor::shapeText(index.sizes());
      fail(ErrorKind::Index,
           "shape mismatch: indexing tensors could not be broadcast together with shapes {}",
           shapes);
    }
  }
  Indexed result;
  for (size_t dim : dims) {
    if (self.isMeta()) break;
    Tensor positions = contiguous(expand(indices[dim], shape));
    if (positions.storage() == self.storage()) positions = clone(positions);  // may be overwritten
    result.dims.push_back({std::move(positions), static_cast<int64_t>(dim), self.sizes()[dim],
                           self.strides()[dim] * static_cast<int64_t>(self.itemSize())});
  }
  // Adjacent indices put their dimensions in their own position in the result; otherwise these come
  // first.
  const bool together = dims.empty() || dims.back() - dims.front() + 1 == dims.size();
  const size_t before = together && !dims.empty() ? dims.front() : 0;
  Dims sizes, strides;
  auto addWhole = [&](size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
      if (indices[i].defined()) continue;
      sizes.push_back(self.sizes()[i]);
      strides.push_back(self.strides()[i]);
      result.positionStrides.push_back(0);
    }
  };
  addWhole(0, before);
  const Dims own = tensor::contiguousStrides(shape);
  for (size_t i = 0; i < shape.size(); ++i) {
    sizes.push_back(shape[i]);
    strides.push_back(0);
    result.positionStrides.push_back(own[i]);
  }
  addWhole(before, indices.size());
  result.view = tensor::view(self, sizes, strides, self.offset());
  // An empty walk doesn't look at the positions.
  if (result.view.numel() == 0)
    for (int64_t i = 0; i < tensor::product(shape); ++i) {
      int64_t offset = 0;
      offsetsOf(result, i, 1, 1, &offset);
    }
  return result;
}

// Calls each(element of self, element of other), for elements of type T.
template <typename T, typename F>
void walk(const Indexed& indexed, const Tensor& other, const F& each) {
  constexpr int64_t kSize = sizeof(T), kBlock = 512;
  const Dims strides =
      tensor::expandedStrides(other.sizes(), other.strides(), indexed.view.sizes());
  // The third address is that of the first dimension's position; all have its number.
  std::byte* const positions =
      (indexed.dims.empty() ? indexed.view : indexed.dims[0].positions).bytes();
  ElementLoop<3>(indexed.view.sizes(), {indexed.view.strides(), strides, indexed.positionStrides},
                 {sizeof(T), sizeof(T), sizeof(int64_t)})
      .run({indexed.view.bytes(), other.bytes(), positions},
           [&](auto pointers, auto steps, int64_t count) {
             const int64_t number = (pointers[2] - positions) / int64_t{sizeof(int64_t)},
                           numberStep = steps[2] / int64_t{sizeof(int64_t)};
             std::byte *self = pointers[0], *other = pointers[1];
             const int64_t selfStep = steps[0], otherStep = steps[1];
             int64_t offsets[kBlock];
             if (numberStep == 0) {
               offsetsOf(indexed, number, 0, 1, offsets);
               self += offsets[0];
               if (selfStep == kSize && otherStep == kSize) {
                 T* const a = reinterpret_cast<T*>(self);
                 T* const b = reinterpret_cast<T*>(other);
#pragma GCC ivdep
                 for (int64_t i = 0; i < count; ++i) each(a[i], b[i]);
                 return;
               }
               for (int64_t i = 0; i < count; ++i, self += selfStep, other += otherStep)
                 each(*reinterpret_cast<T*>(self), *reinterpret_cast<T*>(other));
               return;
             }
             for (int64_t first = 0; first < count; first += kBlock) {
               const int64_t block = std::min(kBlock, count - first);
               offsetsOf(indexed, number + first * numberStep, numberStep, block, offsets);
               for (int64_t i = 0; i < block; ++i, self += selfStep, other += otherStep)
                 each(*reinterpret_cast<T*>(self + offsets[i]), *reinterpret_cast<T*>(other));
             }
           });
}

}  // namespace

Tensor index(const Tensor& source, const TensorList& indices) {
  const Tensor self = resolved(source);
  const Indexed from = indexed(self, indices);
  Tensor result = tensor::emptyLike(from.view, self.dtype());
  if (result.isMeta() || result.numel() == 0) return result;
  visitSize(self.itemSize(),
            [&]<typename T>() { walk<T>(from, result, [](const T& from, T& to) { to = from; }); });
  return result;
}

// Returns the only mask, which broadcasts to self; undefined if its shape does not fit.
static Tensor spreadMask(const Tensor& self, const TensorList& indices) {
  const auto mask = std::ranges::find_if(indices, &Tensor::defined);
  const auto before = static_cast<size_t>(mask - indices.begin());
  const std::span<const int64_t> sizes = self.sizes();
  const auto rank = static_cast<size_t>(mask->dim());
  if (rank == 0 || before + rank > sizes.size() ||
      !std::ranges::equal(mask->sizes(), sizes.subspan(before, rank)))
    return {};
  Tensor spread = *mask;
  for (size_t i = before + rank; i < sizes.size(); ++i) spread = unsqueeze(spread, -1);
  return spread;
}

Tensor indexPut_(const Tensor& self, const TensorList& indices, const Tensor& values,
                 bool accumulate) {
  const bool isOnlyMask =
      std::ranges::count_if(indices, &Tensor::defined) == 1 &&
      std::ranges::all_of(indices, [](const Tensor& t) { return !t.defined() || isMask(t); });
  if (values.dtype() != self.dtype() && (accumulate || !isOnlyMask || values.numel() != 1))
    fail(
        "Index put requires the source and destination dtypes match, got {} for the destination "
        "and {} for the source.",
        tensor::nameOf(self.dtype()), tensor::nameOf(values.dtype()));
  // PyTorch calls masked_fill_ here, whose masks are bools in 2.6.
  const bool isByte = std::ranges::any_of(
      indices, [](const Tensor& t) { return t.defined() && t.dtype() == DType::UInt8; });
  if (atLeast(TorchProfile::Torch2_6) && isOnlyMask && isByte && values.numel() == 1 && !accumulate)
    fail("masked_fill_ only supports boolean masks, but got mask with dtype uint8");
  if (isOnlyMask && values.numel() == 1 && !accumulate && indices.size() <= self.sizes().size() &&
      std::ranges::any_of(indices, isNumberMask)) {
    const auto mask = std::ranges::find_if(indices, &Tensor::defined);
    return itemOf(*mask).to<bool>() ? copyInto(self, values) : self;
  }
  if (isOnlyMask && !isByte && values.numel() == 1 && !accumulate && values.dtype() == self.dtype())
    if (const Tensor mask = spreadMask(self, indices); mask.defined()) {
      static NamedKernel fillMasked("aten::masked_fill_.Tensor");
      Stack stack = {self, mask, reshape(values, Dims{})};
      fillMasked(stack);
      return self;
    }
  const Indexed to = indexed(self, indices);
  const Dims& shape = to.view.sizes();
  Tensor source = values;
  if (source.storage() == self.storage() && !self.isMeta()) source = clone(source);
  source = toDType(resolved(source), self.dtype());
  bool fits = source.dim() <= to.view.dim();
  for (size_t i = 0; fits && i < source.sizes().size(); ++i) {
    const int64_t size = source.sizes()[i];
    fits = size == 1 || size == shape[shape.size() - source.sizes().size() + i];
  }
  if (!fits)
    fail(
        "shape mismatch: value tensor of shape {} cannot be broadcast to indexing result of shape "
        "{}",
        tensor::shapeText(values.sizes()), tensor::shapeText(shape));
  self.countWrite();
  if (self.isMeta() || to.view.numel() == 0) return self;
  if (!accumulate) {
    visitSize(self.itemSize(),
              [&]<typename T>() { walk<T>(to, source, [](T& to, const T& from) { to = from; }); });
    return self;
  }
  tensor::visit(self.dtype(), [&]<typename T>() {
    walk<T>(to, source, [](T& to, const T& from) {
      to = convert<T>(static_cast<ComputeType<T>>(to) + static_cast<ComputeType<T>>(from));
    });
  });
  return self;
}

namespace {

Tensor indexPutUnsafe_(const Tensor& self, const TensorList& indices, const Tensor& values,
                       bool accumulate, bool) {
  return indexPut_(self, indices, values, accumulate);
}

TensorList nonzeroNumpy(const Tensor& self) {
  const Tensor positions = nonzero(self.dim() == 0 ? unsqueeze(self, 0) : self);
  return unbind(positions, 1);
}

constexpr Kernel kIndexKernels[] = {
    {"aten::index.Tensor", boxed<index>},
    {"aten::index.Tensor_hacked_twin", boxed<index>},
    {"aten::index_put_", boxed<indexPut_>},
    {"aten::index_put_.hacked_twin", boxed<indexPut_>},
    {"aten::index_put", onCopyOf<indexPut_, MemoryFormat::Preserve>},
    {"aten::index_put.hacked_twin", onCopyOf<indexPut_, MemoryFormat::Preserve>},
    {"aten::_index_put_impl_", boxed<indexPutUnsafe_>},
    {"aten::_index_put_impl_.hacked_twin", boxed<indexPutUnsafe_>},
    {"aten::_index_put_impl", onCopyOf<indexPutUnsafe_, MemoryFormat::Preserve>},
    {"aten::nonzero", boxed<nonzero>},
    {"aten::nonzero.out", sameOutOf<nonzero>},
    {"aten::nonzero_static", boxed<nonzeroStatic>, since(TorchProfile::Torch2_6)},
    {"aten::nonzero_static.out", sameOutOf<nonzeroStatic>, since(TorchProfile::Torch2_6)},
    {"aten::nonzero_numpy", boxed<nonzeroNumpy>},
    {"aten::argwhere", boxed<nonzero>},
    {"aten::where", boxed<nonzeroNumpy>},
};

}  // namespace

std::span<const Kernel> indexKernels() { return kIndexKernels; }

}  // namespace ts::kernels
