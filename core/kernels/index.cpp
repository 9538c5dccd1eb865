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

// The walk over self[indices]. `view` is a view of self with the shape of the result and stride 0
// along the dimensions of the indices. `offsets` are the byte offsets that the indices add.
struct Indexed {
  Tensor view;
  std::vector<int64_t> offsets;
  Dims offsetStrides;  // one entry per dimension of the view
};

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
  result.offsets.assign(static_cast<size_t>(tensor::product(shape)), 0);
  for (size_t dim : dims) {
    if (self.isMeta()) break;
    const int64_t size = self.sizes()[dim],
                  step = self.strides()[dim] * static_cast<int64_t>(self.itemSize());
    const Tensor positions = contiguous(expand(indices[dim], shape));
    const int64_t* at = positions.data<int64_t>();
    for (size_t i = 0; i < result.offsets.size(); ++i)
      result.offsets[i] += checkedIndex(at[i], size, static_cast<int64_t>(dim)) * step;
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
      result.offsetStrides.push_back(0);
    }
  };
  addWhole(0, before);
  const Dims own = tensor::contiguousStrides(shape);
  for (size_t i = 0; i < shape.size(); ++i) {
    sizes.push_back(shape[i]);
    strides.push_back(0);
    result.offsetStrides.push_back(own[i]);
  }
  addWhole(before, indices.size());
  result.view = tensor::view(self, sizes, strides, self.offset());
  return result;
}

// Calls each(address in self, address in other, count, steps) for runs of elements.
template <typename F>
void walk(const Indexed& indexed, const Tensor& other, F&& each) {
  const size_t size = indexed.view.itemSize();
  auto* offsets = reinterpret_cast<std::byte*>(const_cast<int64_t*>(indexed.offsets.data()));
  const Dims strides =
      tensor::expandedStrides(other.sizes(), other.strides(), indexed.view.sizes());
  ElementLoop<3>(indexed.view.sizes(), {indexed.view.strides(), strides, indexed.offsetStrides},
                 {size, size, sizeof(int64_t)})
      .run({indexed.view.bytes(), other.bytes(), offsets},
           [&](auto pointers, auto steps, int64_t count) {
             if (steps[2] == 0) {
               each(pointers[0] + *reinterpret_cast<const int64_t*>(pointers[2]), pointers[1],
                    count, steps[0], steps[1]);
               return;
             }
             for (int64_t i = 0; i < count; ++i)
               each(pointers[0] + i * steps[0] +
                        *reinterpret_cast<const int64_t*>(pointers[2] + i * steps[2]),
                    pointers[1] + i * steps[1], int64_t{1}, steps[0], steps[1]);
           });
}

template <typename T>
void copyRun(std::byte* to, const std::byte* from, int64_t count, int64_t toStep,
             int64_t fromStep) {
  if (count == 1) {
    *reinterpret_cast<T*>(to) = *reinterpret_cast<const T*>(from);
  } else if (toStep == sizeof(T) && fromStep == sizeof(T)) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
  } else {
    for (; count > 0; --count, to += toStep, from += fromStep)
      *reinterpret_cast<T*>(to) = *reinterpret_cast<const T*>(from);
  }
}

}  // namespace

Tensor index(const Tensor& source, const TensorList& indices) {
  const Tensor self = resolved(source);
  const Indexed from = indexed(self, indices);
  Tensor result = tensor::emptyLike(from.view, self.dtype());
  if (result.isMeta() || result.numel() == 0) return result;
  visitSize(self.itemSize(), [&]<typename T>() {
    walk(from, result,
         [](std::byte* from, std::byte* to, int64_t count, int64_t fromStep, int64_t toStep) {
           copyRun<T>(to, from, count, toStep, fromStep);
         });
  });
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
    visitSize(self.itemSize(), [&]<typename T>() {
      walk(to, source,
           [](std::byte* to, std::byte* from, int64_t count, int64_t toStep, int64_t fromStep) {
             copyRun<T>(to, from, count, toStep, fromStep);
           });
    });
    return self;
  }
  tensor::visit(self.dtype(), [&]<typename T>() {
    walk(to, source,
         [](std::byte* to, std::byte* from, int64_t count, int64_t toStep, int64_t fromStep) {
           for (; count > 0; --count, to += toStep, from += fromStep) {
             T& element = *reinterpret_cast<T*>(to);
             element = convert<T>(static_cast<ComputeType<T>>(element) +
                                  static_cast<ComputeType<T>>(*reinterpret_cast<const T*>(from)));
           }
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
