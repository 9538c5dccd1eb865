#include "core/jit/fused_call.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <type_traits>

#include "core/kernels/parallel.h"

namespace ts::jit {

using tensor::DType;
using tensor::IValue;
using tensor::Tag;
using tensor::Tensor;
using tensor::TensorImpl;
using Step = LoopInput::Step;

namespace {

constexpr int64_t kGrain = 32768;  // elements that are worth a thread
constexpr size_t kMostLanes = 32;
constexpr int kLeastVector = 16;             // bytes
constexpr int64_t kMostPositions = 1 << 24;  // which floats count without a gap

// The bits of a key: a DType, flags, the number of dimensions, the dimensions with one element.
constexpr uint32_t kNumber = 16;
constexpr int kRankShift = 8, kOnesShift = 16;
constexpr size_t kMostRank = 8;

// True if the dimensions are in the order of a contiguous tensor. Operators on such tensors return
// contiguous tensors.
bool isInOrder(const TensorImpl& impl) {
  int64_t least = 1;
  for (size_t d = impl.sizes.size(); d-- > 0;) {
    if (impl.sizes[d] == 1 || impl.strides[d] == 0) continue;  // 0: after expand()
    if (impl.strides[d] < least) return false;
    least = impl.strides[d] * impl.sizes[d];
  }
  return true;
}

bool isUsual(const TensorImpl& impl) {
  return (impl.isContiguous || isInOrder(impl)) && impl.numel != 0 && !impl.isConj &&
         !impl.isWrappedNumber && impl.device == tensor::Device::Cpu &&
         impl.sizes.size() <= kMostRank;
}

uint32_t keyOf(const TensorImpl& impl) {
  auto key = static_cast<uint32_t>(impl.dtype);
  key |= static_cast<uint32_t>(impl.sizes.size()) << kRankShift;
  for (size_t d = 0; d < impl.sizes.size(); ++d)
    if (impl.sizes[d] == 1) key |= uint32_t{1} << (kOnesShift + d);
  return key;
}

}  // namespace

void CallPattern::applyTo(FusedLoop& loop) const {
  loop.form = form;
  loop.hasLines = hasLines;
  for (size_t i = 0; i < loop.inputs.size(); ++i) {
    loop.inputs[i].step = static_cast<Step>(inputs[i] & 3);
    loop.inputs[i].isRow = (inputs[i] & 4) != 0;
  }
}

// Returns false for a value that loops do not support.
bool FusedCall::readInput(size_t index, const IValue& value) {
  switch (value.tag()) {
    case Tag::Tensor: {
      const auto* impl = static_cast<const TensorImpl*>(value.counted());
      if (!isUsual(*impl)) return false;
      impls_[index] = impl;
      key_.inputs[index] = keyOf(*impl);
      return true;
    }
    case Tag::Int:
      bits_[index] = value.toInt();
      key_.inputs[index] = kNumber | static_cast<uint32_t>(DType::Int64);
      return true;
    case Tag::Double:
      bits_[index] = std::bit_cast<int64_t>(value.toDouble());
      key_.inputs[index] = kNumber | static_cast<uint32_t>(DType::Float64);
      return true;
    case Tag::Bool:
      bits_[index] = value.toBool();
      key_.inputs[index] = kNumber | static_cast<uint32_t>(DType::Bool);
      return true;
    default: return false;
  }
}

bool FusedCall::read(std::span<const IValue* const> inputs) {
  isLine_ = false;
  repeated_.clear();
  key_.defaultDType = tensor::defaultDType();
  key_.count = inputs.size();
  bool hasTensor = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    impls_[i] = nullptr;
    key_.inputs[i] = 0;
    if (inputs[i] == nullptr) continue;
    if (!readInput(i, *inputs[i])) return false;
    hasTensor |= impls_[i] != nullptr;
  }
  return hasTensor;
}

bool FusedCall::readAgain(std::span<const IValue* const> inputs) {
  if (!isLine_ || key_.defaultDType != tensor::defaultDType()) return false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] == nullptr) continue;
    const uint32_t before = key_.inputs[i];
    if (!readInput(i, *inputs[i]) || key_.inputs[i] != before) return false;
  }
  size_t k = results_, numbers = 0;
  for (const CallSpace::Input& input : space_->inputs) {
    if (input.isNumber) {
      numbers_[numbers++] = bits_[input.index];
      continue;
    }
    const TensorImpl& impl = *impls_[input.index];
    const bool isSame = all_[0].strides[k] == 1;
    if (!impl.isContiguous ||
        !(isSame ? std::equal(impl.sizes.begin(), impl.sizes.end(), shape_.begin(), shape_.end())
                 : impl.numel == 1))
      return false;
    tensors_[k] = &impl;
    places_[k].begin = impl.storage->data() + impl.offset * places_[k].itemSize;
    ++k;
  }
  return true;
}

bool FusedCall::arrange(const CallSpace& space, VectorSize vectors) {
  space_ = &space;
  pattern_ = {vectors};
  results_ = pointers_ = space.results.size();
  size_t numbers = 0;
  for (const CallSpace::Input& input : space.inputs) {
    if (input.isNumber) {
      numbers_[numbers++] = bits_[input.index];
      continue;
    }
    tensors_[pointers_] = impls_[input.index];
    alignments_[pointers_++] = input.alignment;
  }
  for (size_t k = results_; k < pointers_; ++k) {
    const auto itemSize = static_cast<int64_t>(tensor::sizeOf(tensors_[k]->dtype));
    places_[k] = {tensors_[k]->storage->data() + tensors_[k]->offset * itemSize, itemSize};
  }
  for (size_t k = 0; k < results_; ++k)
    places_[k].itemSize = static_cast<int64_t>(tensor::sizeOf(space.results[k].dtype));
  const bool isLine = isPlain();
  if (!isLine && !(findShape() && addDims())) return false;
  if (!choosePattern() || !arePositionsValid()) return false;
  isLine_ = isLine && space.positions < 0;
  return true;
}

// True if all tensors are contiguous and have one shape, or one element: one line of elements.
bool FusedCall::isPlain() {
  if (space_->reduced != 0) return false;
  const TensorImpl* largest = nullptr;
  for (size_t k = results_; k < pointers_; ++k) {
    if (!tensors_[k]->isContiguous || alignments_[k] != Alignment::Last) return false;
    if (largest == nullptr || tensors_[k]->numel > largest->numel ||
        (tensors_[k]->numel == largest->numel && tensors_[k]->sizes.size() > largest->sizes.size()))
      largest = tensors_[k];
  }
  if (largest == nullptr || largest->sizes.size() != space_->rank) return false;
  Dim& only = all_[0];
  for (size_t k = results_; k < pointers_; ++k) {
    const bool isSame = tensors_[k]->sizes == largest->sizes;
    if (!isSame && tensors_[k]->numel != 1) return false;
    only.strides[k] = isSame ? 1 : 0;
  }
  for (size_t k = 0; k < results_; ++k) only.strides[k] = 1;
  only.size = largest->numel;
  only.isReduced = false;
  dims_ = 1;
  shape_ = largest->sizes;
  return true;
}

namespace {

// The dimension of an argument that belongs to a dimension of the fusion; -1: none.
int64_t dimOf(const TensorImpl& impl, Alignment alignment, size_t dim, size_t rank,
              uint32_t reduced) {
  const auto own = static_cast<int64_t>(impl.sizes.size());
  if (alignment == Alignment::Channel) return dim == 1 ? 0 : -1;
  int64_t after = 0;  // the dimensions after it that the argument can have
  for (size_t d = dim + 1; d < rank; ++d)
    after += alignment == Alignment::Last || !(reduced >> d & 1);
  if (alignment == Alignment::Kept && (reduced >> dim & 1)) return -1;
  return own - 1 - after;
}

}  // namespace

bool FusedCall::findShape() {
  const size_t rank = space_->rank;
  if (rank > kMostRank) return false;
  shape_ = Dims(rank, 1);
  const size_t kept = rank - static_cast<size_t>(std::popcount(space_->reduced));
  for (size_t k = results_; k < pointers_; ++k) {
    const TensorImpl& impl = *tensors_[k];
    const size_t most = alignments_[k] == Alignment::Last      ? rank
                        : alignments_[k] == Alignment::Channel ? 1
                                                               : kept;
    if (impl.sizes.size() > most) return false;
    for (size_t d = 0; d < rank; ++d) {
      const int64_t own = dimOf(impl, alignments_[k], d, rank, space_->reduced);
      if (own < 0 || impl.sizes[static_cast<size_t>(own)] == 1) continue;
      const int64_t size = impl.sizes[static_cast<size_t>(own)];
      if (shape_[d] != 1 && shape_[d] != size) return false;
      shape_[d] = size;
    }
  }
  return true;
}

Dims FusedCall::shapeOf(const CallResult& result) const {
  if (!result.isRow) return shape_;
  Dims made;
  for (size_t d = 0; d < shape_.size(); ++d)
    if (!(space_->reduced >> d & 1))
      made.push_back(shape_[d]);
    else if (result.keepsDims)
      made.push_back(1);
  return made;
}

// Adjacent dimensions that all tensors step through alike become one.
bool FusedCall::addDims() {
  const size_t rank = space_->rank;
  const int64_t groups = space_->groups;
  if (groups != 0 && (rank < 2 || shape_[1] % groups != 0)) return false;
  std::array<int64_t, kMostOutputs> sizes;  // of the inner dimensions of a result
  sizes.fill(1);
  dims_ = 0;
  for (size_t d = rank; d-- > 0;) {
    Dim dim;
    dim.size = shape_[d];
    dim.isReduced = groups != 0 ? d >= 1 : (space_->reduced >> d & 1) != 0;
    for (size_t k = results_; k < pointers_; ++k) {
      const TensorImpl& impl = *tensors_[k];
      const int64_t own = dimOf(impl, alignments_[k], d, rank, groups != 0 ? 0 : space_->reduced);
      const bool isThere = own >= 0 && impl.sizes[static_cast<size_t>(own)] != 1;
      dim.strides[k] = isThere ? impl.strides[static_cast<size_t>(own)] : 0;
    }
    const auto setResults = [&](Dim& part) {
      for (size_t k = 0; k < results_; ++k) {
        const bool isThere = !isTotal(k) && !(space_->results[k].isRow && part.isReduced);
        part.strides[k] = isThere ? sizes[k] : 0;
        if (isThere) sizes[k] *= part.size;
      }
    };
    if (groups != 0 && d == 1) {
      Dim outer = dim;
      dim.size = shape_[d] / groups;
      outer.size = groups;
      outer.isReduced = false;
      for (size_t k = results_; k < pointers_; ++k) outer.strides[k] *= dim.size;
      setResults(dim);
      addDim(dim);
      dim = outer;
    }
    setResults(dim);
    addDim(dim);
  }
  if (dims_ == 0) {
    all_[0].size = 1;
    all_[0].isReduced = space_->reduced != 0;
    all_[0].strides.fill(0);
    for (size_t k = 0; k < results_; ++k) all_[0].strides[k] = !space_->results[k].isRow;
    dims_ = 1;
  }
  return true;
}

void FusedCall::addDim(const Dim& dim) {
  if (dim.size == 1) return;
  if (dims_ > 0) {
    Dim& inner = all_[dims_ - 1];
    bool joins = inner.isReduced == dim.isReduced;
    for (size_t k = 0; joins && k < pointers_; ++k)
      joins = dim.strides[k] == inner.strides[k] * inner.size;
    if (joins) {
      inner.size *= dim.size;
      return;
    }
  }
  all_[dims_++] = dim;
}

bool FusedCall::choosePattern() {
  const bool hasRows = space_->reduced != 0 || space_->groups != 0;
  pattern_.form = !hasRows || all_[0].isReduced ? Form::Lines : Form::Columns;
  const bool isColumns = pattern_.form == Form::Columns;
  const auto hasReduced = [&](size_t d) { return d < dims_ && all_[d].isReduced; };
  pattern_.hasLines = hasRows && hasReduced(1);
  rowDim_ = pattern_.hasLines ? 2 : 1;
  for (size_t d = rowDim_; d < dims_; ++d)
    if (all_[d].isReduced) return false;
  VectorSize& vectors = pattern_.vectors;
  if (isColumns || pattern_.hasLines) {
    while (all_[0].size < vectors.lanes() && vectors.bytes > kLeastVector) vectors.bytes /= 2;
    if (all_[0].size < vectors.lanes()) return false;
  }
  lanes_ = vectors.lanes();
  if (!hasRows && dims_ > 1 && all_[0].size < kShortRow) repeat();
  for (size_t d = dims_; d <= rowDim_; ++d) {
    all_[d].size = 1;
    std::fill_n(all_[d].strides.begin(), pointers_, 0);
  }
  dims_ = std::max(dims_, rowDim_ + 1);
  const Dim& element = all_[0];
  for (size_t k = 0; k < pointers_; ++k) {
    const int64_t line = pattern_.hasLines ? all_[1].strides[k] : 0;
    steps_[k] = {all_[rowDim_].strides[k] * places_[k].itemSize, line * places_[k].itemSize,
                 element.strides[k] * places_[k].itemSize};
  }
  size_t at = results_;
  for (size_t i = 0; i < space_->inputs.size(); ++i) {
    pattern_.inputs[i] = 0;
    if (space_->inputs[i].isNumber) continue;
    const size_t k = at++;
    const Step step = element.strides[k] == 1   ? Step::Next
                      : element.strides[k] == 0 ? Step::Same
                                                : Step::Any;
    const bool isRow = steps_[k].line == 0 && (isColumns || step == Step::Same);
    pattern_.inputs[i] = static_cast<uint8_t>(static_cast<uint8_t>(step) | (isRow ? 4 : 0));
  }
  size_.lines = pattern_.hasLines ? all_[1].size : 1;
  size_.count = element.size;
  size_.valid = lanes_;
  size_.elements = static_cast<double>(isColumns ? size_.lines : size_.lines * size_.count);
  return true;
}

namespace {

// Copies elements in the order of their dimensions, of which the first is the innermost. Returns
// the end of the copies.
template <typename T>
T* copyDims(T* to, const T* from, const int64_t* sizes, const int64_t* strides, size_t dims) {
  const int64_t size = sizes[dims - 1], stride = strides[dims - 1];
  if (dims == 1) {
    for (int64_t i = 0; i < size; ++i) to[i] = from[i * stride];
    return to + size;
  }
  if (stride != 0) {
    for (int64_t i = 0; i < size; ++i)
      to = copyDims(to, from + i * stride, sizes, strides, dims - 1);
    return to;
  }
  T* const begin = to;
  T* end = copyDims(begin, from, sizes, strides, dims - 1);
  const int64_t length = end - begin, whole = length * size;
  // Twice as many each time.
  for (int64_t done = length; done < whole;) {
    const int64_t more = std::min(done, whole - done);
    std::copy_n(begin, more, begin + done);
    done += more;
  }
  return begin + whole;
}

}  // namespace

// Repeats the elements of smaller tensors, so that all rows become one: short rows would leave
// most lanes empty.
void FusedCall::repeat() {
  const int64_t count = tensor::product(shape_);
  for (size_t k = results_; k < pointers_; ++k) {
    const TensorImpl& impl = *tensors_[k];
    if (impl.numel == 1 || (impl.isContiguous && impl.numel == count)) continue;
    const Tensor& whole = repeated_.emplace_back(tensor::empty(shape_, impl.dtype));
    std::array<int64_t, kMostDims> sizes, strides;
    for (size_t d = 0; d < dims_; ++d) {
      sizes[d] = all_[d].size;
      strides[d] = all_[d].strides[k];
    }
    tensor::visit(impl.dtype, [&]<typename T>() {
      copyDims(whole.data<T>(), reinterpret_cast<const T*>(places_[k].begin), sizes.data(),
               strides.data(), dims_);
    });
    places_[k].begin = whole.bytes();
    all_[0].strides[k] = 1;
  }
  for (size_t k = 0; k < results_; ++k) all_[0].strides[k] = isTotal(k) ? 0 : 1;
  all_[0].size = count;
  dims_ = 1;
}

bool FusedCall::arePositionsValid() const {
  if (space_->positions < 0) return true;
  const TensorImpl& impl = *impls_[static_cast<size_t>(space_->positions)];
  if (impl.dtype != DType::Int64 || !impl.isContiguous || size_.count > kMostPositions)
    return false;
  const auto* values = reinterpret_cast<const int64_t*>(impl.storage->data()) + impl.offset;
  return std::all_of(values, values + impl.numel,
                     [&](int64_t value) { return value >= 0 && value < size_.count; });
}

// The sums of the rows from `begin` on: double or int64_t, for each lane of each result.
struct FusedCall::Sums {
  int64_t begin = 0;
  alignas(64) std::array<std::array<int64_t, kMostLanes>, kMostOutputs> lanes{};
};

int64_t FusedCall::offsetOf(int64_t outer, size_t pointer) const {
  int64_t offset = 0;
  for (size_t d = rowDim_ + 1; d < dims_; ++d) {
    offset += outer % all_[d].size * all_[d].strides[pointer];
    outer /= all_[d].size;
  }
  return offset;
}

bool FusedCall::mayReplace(size_t input) const {
  const bool isLine = space_->reduced == 0 && space_->groups == 0 && all_[rowDim_].size == 1 &&
                      dims_ == rowDim_ + 1;
  if (results_ != 1 || isTotal(0) || !isLine) return false;
  // The last vector of a line may contain elements of the vector before, and so may those of the
  // parts that threads compute.
  if (size_.count > kGrain || (size_.count > lanes_ && size_.count % lanes_ != 0)) return false;
  const TensorImpl& impl = *impls_[input];
  if (impl.dtype != space_->results[0].dtype || impl.sizes != shape_ || impl.offset != 0)
    return false;
  int64_t stride = 1;
  for (size_t d = impl.sizes.size(); d-- > 0; stride *= impl.sizes[d])
    if (impl.strides[d] != stride) return false;
  return true;
}

void FusedCall::run(LoopCode code, int64_t scratch, std::span<Tensor> results,
                    std::byte* replaced) {
  bool hasSums = false;
  for (size_t k = 0; k < results_; ++k) {
    hasSums |= isTotal(k);
    if (isTotal(k)) continue;
    if (replaced == nullptr)
      results[k] = tensor::empty(shapeOf(space_->results[k]), space_->results[k].dtype);
    places_[k].begin = replaced != nullptr ? replaced : results[k].bytes();
  }
  const std::vector<Tensor> repeated = std::move(repeated_);  // until the end of the call
  // Rows are split between threads, or the elements of a single line.
  int64_t rows = 1;
  for (size_t d = rowDim_; d < dims_; ++d) rows *= all_[d].size;
  const bool splitsLine = rows == 1 && space_->reduced == 0 && space_->groups == 0;
  const int64_t count = splitsLine ? size_.count : rows;
  const int64_t grain =
      splitsLine ? kGrain : std::max<int64_t>(1, kGrain / (size_.lines * size_.count));
  std::vector<Sums> sums;
  std::mutex mutex;
  const auto runPart = [&](int64_t begin, int64_t end) {
    if (!hasSums) return runRows(code, scratch, nullptr, begin, end);
    Sums own{begin, {}};
    runRows(code, scratch, &own, begin, end);
    const std::lock_guard lock(mutex);
    sums.push_back(own);
  };
  if (count <= grain)
    runPart(0, count);
  else
    kernels::parallelFor(count, grain, runPart);
  if (!hasSums) return;
  // The order in which threads finish must not change a sum.
  std::ranges::sort(sums, {}, &Sums::begin);
  for (size_t k = 0; k < results_; ++k)
    if (isTotal(k)) results[k] = total(space_->results[k], sums, k);
}

Tensor FusedCall::total(const CallResult& wanted, std::span<const Sums> sums, size_t result) const {
  uint64_t whole = 0;
  double real = 0;
  for (const Sums& some : sums)
    for (const int64_t bits : some.lanes[result]) {
      whole += static_cast<uint64_t>(bits);
      real += std::bit_cast<double>(bits);
    }
  if (sumType(wanted.dtype) == DType::Int64)
    return tensor::scalarTensor(static_cast<int64_t>(whole));
  if (wanted.reduction == Reduction::Mean)
    real /= static_cast<double>(tensor::product(shapeOf(wanted)));
  const Tensor made = tensor::empty({}, wanted.dtype);
  tensor::visit(wanted.dtype, [&]<typename T>() {
    if constexpr (!std::is_integral_v<T>) *made.data<T>() = T(static_cast<float>(real));
    if constexpr (std::is_same_v<T, double>) *made.data<T>() = real;
  });
  return made;
}

namespace {

// Memory that a thread uses again.
std::byte* scratchOf(size_t bytes) {
  static thread_local std::unique_ptr<std::byte[]> memory;
  static thread_local size_t size = 0;
  constexpr size_t kAlignment = 64;
  if (bytes + kAlignment > size) {
    size = bytes + kAlignment;
    memory.reset(new std::byte[size]);
  }
  const auto address = reinterpret_cast<uintptr_t>(memory.get());
  return memory.get() + (kAlignment - address % kAlignment) % kAlignment;
}

}  // namespace

void FusedCall::runRows(LoopCode code, int64_t scratch, Sums* sums, int64_t begin,
                        int64_t end) const {
  LoopSize size = size_;
  const int64_t rows = all_[rowDim_].size;
  const bool splitsLine =
      dims_ == rowDim_ + 1 && rows == 1 && space_->reduced == 0 && space_->groups == 0;
  int64_t first = 0;  // element of the line
  if (splitsLine) {
    first = begin;
    size.count = end - begin;
    begin = 0;
    end = 1;
  }
  const int64_t line = pattern_.form == Form::Columns ? lanes_ : size.count;
  std::byte* memory =
      scratch == 0
          ? nullptr
          : scratchOf(static_cast<size_t>(scratch * size.lines * std::max<int64_t>(line, lanes_)));
  std::array<std::byte*, kMostPointers> at;
  for (int64_t row = begin; row < end; row += size.rows) {
    // A division takes as long as a short row.
    const int64_t outer = row < rows ? 0 : row / rows, inner = row - outer * rows;
    size.rows = std::min(rows - inner, end - row);
    for (size_t k = 0; k < pointers_; ++k) {
      if (isTotal(k))
        at[k] = reinterpret_cast<std::byte*>(sums->lanes[k].data());
      else
        at[k] = places_[k].begin + offsetOf(outer, k) * places_[k].itemSize +
                inner * steps_[k].row + first * steps_[k].element;
    }
    if (size.count >= lanes_)
      code(at.data(), steps_.data(), numbers_.data(), &size, memory);
    else
      runShortRows(code, {at.data(), pointers_}, size, memory);
  }
}

namespace {

// Calls a function with a type of the size of an element.
template <typename Function>
void withItem(int64_t size, Function function) {
  switch (size) {
    case 1: return function(uint8_t());
    case 2: return function(uint16_t());
    case 4: return function(uint32_t());
    default: return function(uint64_t());
  }
}

// Fills a vector, a multiple of 16 bytes, with an element.
template <typename T>
void fill(std::byte* to, size_t bytes, T element) {
  std::array<T, 16 / sizeof(T)> block;
  block.fill(element);
  for (size_t at = 0; at < bytes; at += 16) std::memcpy(to + at, block.data(), 16);
}

// Copies fewer bytes than a vector has. The copies of blocks overlap.
void copyFew(std::byte* to, const std::byte* from, size_t bytes) {
  const auto copyBlocks = [&]<size_t kSize>(std::integral_constant<size_t, kSize>) {
    size_t at = 0;
    for (; at + kSize < bytes; at += kSize) std::memcpy(to + at, from + at, kSize);
    std::memcpy(to + bytes - kSize, from + bytes - kSize, kSize);
  };
  if (bytes >= 16) return copyBlocks(std::integral_constant<size_t, 16>());
  if (bytes >= 8) return copyBlocks(std::integral_constant<size_t, 8>());
  if (bytes >= 4) return copyBlocks(std::integral_constant<size_t, 4>());
  for (size_t at = 0; at < bytes; ++at) to[at] = from[at];
}

}  // namespace

// Copies each row to vectors and back. The last element fills the other lanes.
void FusedCall::runShortRows(LoopCode code, std::span<std::byte* const> row, LoopSize size,
                             std::byte* scratch) const {
  alignas(64) std::array<std::array<std::byte, kMostLanes * 8>, kMostPointers> copies;
  std::array<std::byte*, kMostPointers> at;
  std::array<LoopSteps, kMostPointers> steps;
  const int64_t rows = size.rows, count = size.count;
  size.rows = 1;
  size.count = lanes_;
  size.valid = count;
  const auto isCopied = [&](size_t k) { return !isTotal(k) && steps_[k].element != 0; };
  for (size_t k = 0; k < pointers_; ++k) {
    at[k] = isCopied(k) ? copies[k].data() : row[k];
    steps[k] = {0, 0, isCopied(k) ? places_[k].itemSize : 0};
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t k = results_; k < pointers_; ++k) {
      const std::byte* from = row[k] + r * steps_[k].row;
      if (!isCopied(k)) {
        at[k] = const_cast<std::byte*>(from);
        continue;
      }
      withItem(places_[k].itemSize, [&]<typename T>(T last) {
        std::memcpy(&last, from + (count - 1) * steps_[k].element, sizeof(T));
        fill(at[k], static_cast<size_t>(lanes_) * sizeof(T), last);
        if (steps_[k].element == static_cast<int64_t>(sizeof(T)))
          return copyFew(at[k], from, static_cast<size_t>(count) * sizeof(T));
        for (int64_t i = 0; i < count; ++i)
          std::memcpy(at[k] + static_cast<size_t>(i) * sizeof(T), from + i * steps_[k].element,
                      sizeof(T));
      });
    }
    for (size_t k = 0; k < results_; ++k)
      if (!isCopied(k) && !isTotal(k)) at[k] = row[k] + r * steps_[k].row;
    code(at.data(), steps.data(), numbers_.data(), &size, scratch);
    for (size_t k = 0; k < results_; ++k)
      if (isCopied(k))
        copyFew(row[k] + r * steps_[k].row, at[k],
                static_cast<size_t>(count * places_[k].itemSize));
  }
}

}  // namespace ts::jit
