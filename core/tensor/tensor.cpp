#include "core/tensor/tensor.h"

#include <algorithm>
#include <numeric>

#include "core/shape_rules/rules.h"
#include "core/tensor/error.h"
#include "core/tensor/grad_mode.h"

namespace ts::tensor {

// ---- geometry

std::string shapeText(std::span<const int64_t> sizes) {
  return fmt::format("[{}]", fmt::join(sizes, ", "));
}

int64_t product(std::span<const int64_t> sizes) {
  int64_t result = 1;
  bool overflows = false;
  for (int64_t size : sizes) {
    if (size == 0) return 0;
    overflows |= __builtin_mul_overflow(result, size, &result);
  }
  if (overflows)
    fail("the number of elements of shape {} doesn't fit into 64 bits", shapeText(sizes));
  return result;
}

Dims contiguousStrides(std::span<const int64_t> sizes) {
  Dims strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * std::max<int64_t>(sizes[i], 1);
  return strides;
}

Dims stridesFor(std::span<const int64_t> sizes, MemoryFormat format) {
  const bool last2d = format == MemoryFormat::ChannelsLast,
             last3d = format == MemoryFormat::ChannelsLast3d;
  if (!last2d && !last3d) return contiguousStrides(sizes);
  const size_t rank = last2d ? 4 : 5;
  if (sizes.size() != rank)
    fail("memory format {} needs a tensor of {} dimensions, not {}",
         last2d ? "channels_last" : "channels_last_3d", rank, sizes.size());
  Dims strides(rank, 1);
  int64_t step = 1;
  auto place = [&](size_t dim) {
    strides[dim] = step;
    step *= std::max<int64_t>(sizes[dim], 1);
  };
  place(1);
  for (size_t dim = rank; dim-- > 2;) place(dim);
  place(0);
  return strides;
}

int64_t wrapDim(int64_t dim, int64_t rank) {
  if (const auto wrapped = shape_rules::wrapDim(dim, rank)) return *wrapped;
  const int64_t range = std::max<int64_t>(rank, 1);
  fail(ErrorKind::Index, "Dimension out of range (expected to be in range of [{}, {}], but got {})",
       -range, range - 1, dim);
}

Dims broadcastShapes(std::span<const int64_t> a, std::span<const int64_t> b) {
  Dims result;
  result.resize(std::max(a.size(), b.size()));
  if (const auto violation = shape_rules::broadcastInto(a, b, {result.data(), result.size()}))
    fail(
        "The size of tensor a ({}) must match the size of tensor b ({}) at non-singleton "
        "dimension {}",
        violation.expected, violation.actual, static_cast<int64_t>(result.size()) + violation.dim);
  return result;
}

Dims expandedStrides(std::span<const int64_t> sizes, std::span<const int64_t> strides,
                     std::span<const int64_t> to) {
  Dims result(to.size(), 0);
  const size_t lead = to.size() - sizes.size();
  for (size_t i = 0; i < sizes.size(); ++i)
    result[lead + i] = sizes[i] == 1 && to[lead + i] != 1 ? 0 : strides[i];
  return result;
}

// ---- tensors

namespace {

void checkSizes(std::span<const int64_t> sizes) {
  for (int64_t size : sizes)
    if (size < 0)
      fail("a tensor can't have the negative size {} (shape {})", size, shapeText(sizes));
}

bool stridesMatch(std::span<const int64_t> sizes, std::span<const int64_t> strides,
                  const Dims& wanted) {
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != 1 && strides[i] != wanted[i]) return false;
  return true;
}

size_t bytesFor(int64_t numel, DType dtype) {
  int64_t bytes = 0;
  if (__builtin_mul_overflow(numel, static_cast<int64_t>(sizeOf(dtype)), &bytes))
    fail(ErrorKind::OutOfMemory,
         "a tensor of {} elements is more than the limit of {} bytes (kMaxTensorBytes)", numel,
         kMaxTensorBytes);
  return static_cast<size_t>(bytes);
}

// Returns the number of elements from the first to the last element in memory.
int64_t extent(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  int64_t last = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return 0;
    int64_t step = 0;
    if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &step) ||
        __builtin_add_overflow(last, step, &last))
      fail("a tensor of shape {} with strides {} does not fit into 64 bits", shapeText(sizes),
           shapeText(strides));
  }
  return last + 1;
}

Tensor assemble(Storage storage, DType dtype, Dims sizes, Dims strides, int64_t offset,
                int64_t numel, bool isContiguous) {
  auto* impl = new TensorImpl;
  Tensor tensor{Ptr<TensorImpl>(impl)};
  impl->device = storage->device();
  impl->storage = std::move(storage);
  impl->dtype = dtype;
  impl->offset = offset;
  impl->numel = numel;
  impl->isContiguous = isContiguous;
  impl->isInference = isInferenceMode();
  impl->sizes = std::move(sizes);
  impl->strides = std::move(strides);
  return tensor;
}

Tensor make(Storage storage, DType dtype, Dims sizes, Dims strides, int64_t offset) {
  const int64_t numel = product(sizes);
  const bool isContiguous = numel == 0 || stridesMatch(sizes, strides, contiguousStrides(sizes));
  return assemble(std::move(storage), dtype, std::move(sizes), std::move(strides), offset, numel,
                  isContiguous);
}

Tensor makeContiguous(std::span<const int64_t> sizes, DType dtype, bool meta) {
  const int64_t numel = product(sizes);
  const size_t bytes = bytesFor(numel, dtype);
  return assemble(meta ? metaStorage(bytes) : allocate(bytes), dtype, Dims(sizes),
                  contiguousStrides(sizes), 0, numel, true);
}

Tensor makeFresh(std::span<const int64_t> sizes, Dims strides, DType dtype, bool meta) {
  const size_t bytes = bytesFor(product(sizes), dtype);
  return make(meta ? metaStorage(bytes) : allocate(bytes), dtype, Dims(sizes), std::move(strides),
              0);
}

}  // namespace

int64_t Tensor::size(int64_t dim) const {
  if (impl_->sizes.empty())
    fail(ErrorKind::Index, "Dimension specified as {} but tensor has no dimensions", dim);
  return impl_->sizes[static_cast<size_t>(wrapDim(dim, this->dim()))];
}
int64_t Tensor::stride(int64_t dim) const {
  if (impl_->sizes.empty())
    fail(ErrorKind::Index, "Dimension specified as {} but tensor has no dimensions", dim);
  return impl_->strides[static_cast<size_t>(wrapDim(dim, this->dim()))];
}

bool Tensor::isContiguous(MemoryFormat format) const {
  if (format == MemoryFormat::Contiguous || format == MemoryFormat::Preserve) return isContiguous();
  const size_t rank = format == MemoryFormat::ChannelsLast ? 4 : 5;
  if (sizes().size() != rank) return false;
  return numel() == 0 || stridesMatch(sizes(), strides(), stridesFor(sizes(), format));
}

namespace {

// Returns true if the strides grow from the channels over the width to the batch. Gaps between
// elements are allowed. A tensor that could also be contiguous counts as contiguous.
bool isLikeChannelsLast(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  const size_t rank = sizes.size();
  if (strides[1] == 0) return false;
  int64_t least = 0;
  auto follows = [&](size_t dim) {
    if (sizes[dim] == 0 || strides[dim] < least || (dim == 0 && least == strides[1])) return false;
    least = strides[dim] * std::max<int64_t>(sizes[dim], 1);
    return true;
  };
  if (!follows(1)) return false;
  for (size_t dim = rank; dim-- > 2;)
    if (!follows(dim)) return false;
  return follows(0);
}

}  // namespace

MemoryFormat Tensor::suggestedFormat() const {
  if (dim() == 4 && isLikeChannelsLast(sizes(), strides())) return MemoryFormat::ChannelsLast;
  if (dim() == 5 && isLikeChannelsLast(sizes(), strides())) return MemoryFormat::ChannelsLast3d;
  return MemoryFormat::Contiguous;
}

bool Tensor::isNonOverlappingAndDense() const {
  if (isContiguous()) return true;
  std::vector<size_t> order(sizes().size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::erase_if(order, [&](size_t i) { return sizes()[i] == 1; });
  std::ranges::sort(order, {}, [&](size_t i) { return strides()[i]; });
  int64_t expected = 1;
  for (size_t i : order) {
    if (strides()[i] != expected) return false;
    expected *= sizes()[i];
  }
  return true;
}

Tensor empty(std::span<const int64_t> sizes, DType dtype, MemoryFormat format) {
  checkSizes(sizes);
  if (format == MemoryFormat::Contiguous) return makeContiguous(sizes, dtype, false);
  return makeFresh(sizes, stridesFor(sizes, format), dtype, false);
}

void Tensor::failForMeta() { fail("a tensor on meta has no values"); }

Tensor emptyMeta(std::span<const int64_t> sizes, DType dtype, MemoryFormat format) {
  checkSizes(sizes);
  return makeFresh(sizes, stridesFor(sizes, format), dtype, true);
}

Tensor emptyBeside(const Tensor& like, std::span<const int64_t> sizes, DType dtype) {
  checkSizes(sizes);
  return makeContiguous(sizes, dtype, like.isMeta());
}

Tensor emptyStrided(std::span<const int64_t> sizes, std::span<const int64_t> strides, DType dtype,
                    bool meta) {
  checkSizes(sizes);
  checkSizes(strides);
  if (sizes.size() != strides.size())
    fail("dimensionality of sizes ({}) must match dimensionality of strides ({})", sizes.size(),
         strides.size());
  const size_t bytes = bytesFor(extent(sizes, strides), dtype);
  return make(meta ? metaStorage(bytes) : allocate(bytes), dtype, Dims(sizes), Dims(strides), 0);
}

Tensor emptyLike(const Tensor& like, DType dtype, MemoryFormat format) {
  const Dims& sizes = like.sizes();
  if (format == MemoryFormat::Contiguous) return makeContiguous(sizes, dtype, like.isMeta());
  if (format != MemoryFormat::Preserve)
    return makeFresh(sizes, stridesFor(sizes, format), dtype, like.isMeta());
  if (like.isContiguous()) return makeContiguous(sizes, dtype, like.isMeta());
  if (like.isNonOverlappingAndDense())
    return makeFresh(sizes, like.strides(), dtype, like.isMeta());
  // Sorts the dimensions by stride; broadcast dimensions (stride 0) do not move their neighbours.
  std::vector<size_t> order(sizes.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
  auto shouldSwap = [&](size_t a, size_t b) {
    const int64_t x = like.strides()[a], y = like.strides()[b];
    if (x == 0 || y == 0) return 0;
    if (x != y) return x < y ? -1 : 1;
    return sizes[a] > sizes[b] ? 1 : 0;
  };
  for (size_t i = 1; i < order.size(); ++i) {
    size_t at = i;
    for (size_t before = i; before-- > 0;) {
      const int comparison = shouldSwap(order[before], order[at]);
      if (comparison > 0) {
        std::swap(order[before], order[at]);
        at = before;
      } else if (comparison < 0) {
        break;
      }
    }
  }
  Dims strides(sizes.size(), 1);
  int64_t step = 1;
  for (size_t dim : order) {
    strides[dim] = step;
    step *= std::max<int64_t>(sizes[dim], 1);
  }
  return makeFresh(sizes, std::move(strides), dtype, like.isMeta());
}

Tensor view(const Tensor& base, std::span<const int64_t> sizes, std::span<const int64_t> strides,
            int64_t offset) {
  Tensor tensor = make(base.storage(), base.dtype(), Dims(sizes), Dims(strides), offset);
  tensor.impl()->isConj = base.impl()->isConj;
  tensor.impl()->isInference = base.impl()->isInference;
  tensor.impl()->ownVersion = base.impl()->ownVersion;
  return tensor;
}

void separateVersion(const Tensor& tensor) {
  auto counter = makeCounted<VersionCounter>();
  counter->version = tensor.version();
  tensor.impl()->ownVersion = std::move(counter);
}

Tensor onStorage(Storage storage, DType dtype, std::span<const int64_t> sizes,
                 std::span<const int64_t> strides, int64_t offset) {
  checkSizes(sizes);
  checkSizes(strides);
  int64_t end = 0;
  const int64_t elements = sizes.size() == strides.size() ? extent(sizes, strides) : -1;
  if (elements < 0 || offset < 0 || __builtin_add_overflow(elements, offset, &end) ||
      (elements > 0 && bytesFor(end, dtype) > storage->bytes()))
    fail("shape {} with strides {} at offset {} doesn't fit into a storage of {} bytes",
         shapeText(sizes), shapeText(strides), offset, storage->bytes());
  return make(std::move(storage), dtype, Dims(sizes), Dims(strides), offset);
}

void setStorage(const Tensor& tensor, Storage storage) {
  tensor.impl()->device = storage->device();
  tensor.impl()->storage = std::move(storage);
}

void setGeometry(const Tensor& tensor, std::span<const int64_t> sizes,
                 std::span<const int64_t> strides, int64_t offset) {
  TensorImpl& impl = *tensor.impl();
  Dims newSizes(sizes), newStrides(strides);
  impl.numel = product(newSizes);
  impl.offset = offset;
  impl.isContiguous =
      impl.numel == 0 || stridesMatch(newSizes, newStrides, contiguousStrides(newSizes));
  impl.sizes = std::move(newSizes);
  impl.strides = std::move(newStrides);
}

void resizeTo(const Tensor& tensor, std::span<const int64_t> sizes) {
  checkSizes(sizes);
  if (std::ranges::equal(tensor.sizes(), sizes)) return;
  const size_t needed = bytesFor(product(sizes) + tensor.offset(), tensor.dtype());
  if (tensor.storage()->bytes() < needed) tensor.storage()->resize(needed);
  setGeometry(tensor, sizes, contiguousStrides(sizes), tensor.offset());
}

}  // namespace ts::tensor
