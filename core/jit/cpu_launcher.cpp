#include "core/jit/cpu_launcher.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <type_traits>

#include "core/jit/cpu_target.h"
#include "core/jit/vector_writer.h"
#include "core/kernels/copy_moves.h"
#include "core/kernels/parallel.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/streams.h"

namespace ts::jit {

using tensor::Dims;
using tensor::DType;
using tensor::Tensor;
using tensor::TensorImpl;
using Step = LoopInput::Step;

namespace {

constexpr int64_t kGrain = 32768;  // elements that are worth a thread
constexpr int kLeastVector = 16;   // bytes
constexpr int64_t kShortRow = 32;
constexpr int64_t kMostPositions = 1 << 24;  // which floats count without a gap
// A block of staged elements stays in the first cache, and its lines of memory are read whole.
constexpr int64_t kBlockRows = 32, kBlockElements = 4096;
// A block of columns: in elements.
constexpr int64_t kMostColumns = 1024, kBlockOfPasses = 262144;

}  // namespace

bool CpuLauncher::arrange(const FusedLoop& loop, LoopArguments& arguments) {
  copies_.clear();
  vectors_ = vectorSizeFor(loop);
  if (!choosePattern(arguments) || !arePositionsValid(arguments)) return false;
  mayRepeat_ = copies_.empty() && arguments.space->positions < 0;
  return true;
}

bool CpuLauncher::choosePattern(LoopArguments& arguments) {
  const CallSpace& space = *arguments.space;
  auto& dims = arguments.dims;
  pattern_.form = !space.hasRows() || dims[0].isReduced ? Form::Lines : Form::Columns;
  const bool isColumns = pattern_.form == Form::Columns;
  const auto hasReduced = [&](size_t d) { return d < arguments.rank && dims[d].isReduced; };
  pattern_.hasLines = space.hasRows() && hasReduced(1);
  rowDim_ = pattern_.hasLines ? 2 : 1;
  for (size_t d = rowDim_; d < arguments.rank; ++d)
    if (dims[d].isReduced) return false;
  if (isColumns || pattern_.hasLines) {
    while (dims[0].size < vectors_.lanes() && vectors_.bytes > kLeastVector) vectors_.bytes /= 2;
    if (dims[0].size < vectors_.lanes()) return false;
  }
  pattern_.unit = vectors_.bytes;
  lanes_ = vectors_.lanes();
  const bool repeats = !space.hasRows() && arguments.rank > 1 && dims[0].size < kShortRow;
  bool hasMoved = false;
  for (size_t k = arguments.results; k < arguments.pointers; ++k) {
    if (arguments.moved[k] == nullptr) continue;
    const bool isReadable = repeats ? isDense(arguments, k) : dims[0].strides[k] <= 1;
    if (!isReadable && !storeMoved(arguments, k)) return false;
    hasMoved |= isReadable;
  }
  if (repeats) repeat(arguments);
  if (!space.hasRows()) bringAcross(arguments);
  for (size_t d = arguments.rank; d <= rowDim_; ++d) {
    dims[d].size = 1;
    std::fill_n(dims[d].strides.begin(), arguments.pointers, 0);
  }
  arguments.rank = std::max(arguments.rank, rowDim_ + 1);
  size_.lines = pattern_.hasLines ? dims[1].size : 1;
  size_.count = dims[0].size;
  size_.valid = lanes_;
  size_.elements = static_cast<double>(isColumns ? size_.lines : size_.lines * size_.count);
  setSteps(arguments);
  if (isStreamed(arguments)) pattern_.unit |= kStreamedUnit;
  const LoopArguments::Dim& element = dims[0];
  size_t at = arguments.results;
  pattern_.count = space.inputs.size();
  for (size_t i = 0; i < space.inputs.size(); ++i) {
    pattern_.inputs[i] = {};
    if (space.inputs[i].isNumber) continue;
    const size_t k = at++;
    const Step step = element.strides[k] == 1    ? Step::Next
                      : element.strides[k] == 0  ? Step::Same
                      : element.strides[k] == -1 ? Step::Back
                                                 : Step::Any;
    pattern_.inputs[i] = {step, steps_[k].line == 0 && (isColumns || step == Step::Same)};
    if (places_[k].stagedAt != kInPlace && step == Step::Any)
      pattern_.inputs[i] = {Step::Next, false};
  }
  // The last vector of a line may contain elements of the vector before, and so may those of the
  // parts that threads compute.
  mayWriteInPlace_ = !hasMoved && !space.hasRows() && dims[rowDim_].size == 1 &&
                     arguments.rank == rowDim_ + 1 && size_.count <= kGrain &&
                     (size_.count <= lanes_ || size_.count % lanes_ == 0);
  return true;
}

// True for results that the caches do not hold, and whose vectors are aligned: each line is a
// number of whole vectors.
bool CpuLauncher::isStreamed(const LoopArguments& arguments) const {
  if (staged_ != 0 || size_.count % lanes_ != 0) return false;
  int64_t bytes = 0;
  for (size_t k = 0; k < arguments.results; ++k) {
    if (arguments.isTotal(k) || arguments.space->results[k].isRow) continue;
    const int64_t itemSize = places_[k].itemSize;
    const int64_t alignment = std::min<int64_t>(kStreamAlignment, lanes_ * itemSize);
    int64_t elements = size_.count;
    if (arguments.dims[0].strides[k] != 1) return false;
    for (size_t d = 1; d < arguments.rank; ++d) {
      if (arguments.dims[d].strides[k] * itemSize % alignment != 0) return false;
      elements *= arguments.dims[d].size;
    }
    bytes += elements * itemSize;
  }
  return bytes >= kernels::kStreamedBytes;
}

void CpuLauncher::setSteps(const LoopArguments& arguments) {
  const auto& dims = arguments.dims;
  for (size_t k = 0; k < arguments.pointers; ++k) {
    const DType dtype =
        k < arguments.results ? arguments.space->results[k].dtype : arguments.tensors[k]->dtype;
    const auto itemSize = static_cast<int64_t>(tensor::sizeOf(dtype));
    places_[k].itemSize = itemSize;
    places_[k].stagedAt = kInPlace;
    const int64_t line = pattern_.hasLines ? dims[1].strides[k] : 0;
    steps_[k] = {dims[rowDim_].strides[k] * itemSize, line * itemSize,
                 dims[0].strides[k] * itemSize};
  }
  chooseBlock(arguments);
}

// Elements that are adjacent in an argument but not in the loop become adjacent rows.
void CpuLauncher::bringAcross(LoopArguments& arguments) const {
  auto& dims = arguments.dims;
  for (size_t k = arguments.results; k < arguments.pointers; ++k)
    for (size_t d = 2; dims[0].strides[k] > 1 && d < arguments.rank; ++d)
      if (dims[d].strides[k] == 1) return std::swap(dims[1], dims[d]);
}

// True for an argument that is not in memory, and for one whose elements are farther apart than its
// rows or lines, as in a transposed tensor: blocks of them are copied to scratch memory, in which
// they are adjacent.
bool CpuLauncher::isStaged(const LoopArguments& arguments, size_t pointer) const {
  if (pointer < arguments.results) return false;
  if (arguments.moved[pointer] != nullptr) return true;
  const int64_t stride = std::abs(arguments.dims[0].strides[pointer]);
  return stride > 1 && std::any_of(arguments.dims.begin() + 1, arguments.dims.begin() + rowDim_ + 1,
                                   [&](const LoopArguments::Dim& dim) {
                                     const int64_t other = std::abs(dim.strides[pointer]);
                                     return other != 0 && other < stride;
                                   });
}

void CpuLauncher::chooseBlock(const LoopArguments& arguments) {
  const int64_t rows = arguments.dims[rowDim_].size;
  block_ = {rows, size_.count};
  staged_ = 0;
  std::array<bool, LoopArguments::kMostPointers> isCopied;
  bool isAny = false;
  for (size_t k = 0; k < arguments.pointers; ++k) isAny |= isCopied[k] = isStaged(arguments, k);
  if (!isAny) return;
  block_.rows = std::min(rows, kBlockRows);
  // A row that is reduced stays whole.
  if (!arguments.space->hasRows() || pattern_.form == Form::Columns)
    block_.columns = std::min(
        size_.count, std::max<int64_t>(kBlockElements / (block_.rows * size_.lines), 2 * lanes_));
  // The last part of a line has at least one vector.
  const int64_t most = std::min(size_.count, block_.columns + lanes_);
  for (size_t k = arguments.results; k < arguments.pointers; ++k) {
    if (!isCopied[k]) continue;
    const bool isSame = arguments.dims[0].strides[k] == 0;
    const int64_t itemSize = places_[k].itemSize, line = isSame ? itemSize : most * itemSize;
    places_[k].stagedAt = staged_;
    const bool isOfRow = !pattern_.hasLines || arguments.dims[1].strides[k] == 0;
    steps_[k] = {line * size_.lines, isOfRow ? 0 : line, isSame ? 0 : itemSize};
    constexpr int64_t kAlignment = 64;
    staged_ += (line * size_.lines * block_.rows + kAlignment - 1) / kAlignment * kAlignment;
  }
}

// Copies the elements of a block. Returns false if an operator fails.
bool CpuLauncher::stage(const LoopArguments& arguments, size_t pointer, int64_t offset,
                        const LoopSize& size, std::byte* to) const {
  const auto& dims = arguments.dims;
  const int64_t itemSize = places_[pointer].itemSize;
  const LoopSteps& steps = steps_[pointer];
  if (const MovedElements* moved = arguments.moved[pointer]) {
    const int64_t count = steps.element == 0 ? 1 : size.count,
                  lines = steps.line == 0 ? 1 : size.lines;
    for (int64_t row = 0; row < size.rows; ++row)
      for (int64_t line = 0; line < lines; ++line) {
        const int64_t begin = offset + row * dims[rowDim_].strides[pointer] +
                              (lines == 1 ? 0 : line * dims[1].strides[pointer]);
        if (!moved->read(begin, count, to + row * steps.row + line * steps.line)) return false;
      }
    return true;
  }
  const std::byte* from = places_[pointer].begin + offset * itemSize;
  std::array<kernels::MovedDim, 3> moved;
  size_t count = 0;
  const auto add = [&](int64_t elements, int64_t toStep, int64_t fromStep) {
    if (elements > 1) moved[count++] = {elements, toStep / itemSize, fromStep};
  };
  add(size.count, itemSize, dims[0].strides[pointer]);
  if (steps.line != 0) add(size.lines, steps.line, dims[1].strides[pointer]);
  add(size.rows, steps.row, dims[rowDim_].strides[pointer]);
  if (count == 0) moved[count++] = {1, 1, 1};
  kernels::moveElements(to, from, static_cast<size_t>(itemSize), std::span(moved).first(count));
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

// True if the steps of an argument are those of contiguous elements.
bool CpuLauncher::isDense(const LoopArguments& arguments, size_t pointer) {
  int64_t step = 1;
  for (size_t d = 0; d < arguments.rank; step *= arguments.dims[d++].size)
    if (arguments.dims[d].strides[pointer] != step) return false;
  return true;
}

// Puts the elements of an argument into memory. Returns false if an operator fails.
bool CpuLauncher::storeMoved(LoopArguments& arguments, size_t pointer) {
  const TensorImpl& impl = *arguments.tensors[pointer];
  const Tensor& copy = copies_.emplace_back(tensor::empty(impl.sizes, impl.dtype));
  if (!arguments.moved[pointer]->read(0, impl.numel, copy.bytes())) return false;
  arguments.moved[pointer] = nullptr;
  arguments.tensors[pointer] = copy.impl();
  return true;
}

// Repeats the elements of smaller tensors, so that all rows become one: short rows would leave
// most lanes empty.
void CpuLauncher::repeat(LoopArguments& arguments) {
  auto& dims = arguments.dims;
  const int64_t count = tensor::product(arguments.shape);
  for (size_t k = arguments.results; k < arguments.pointers; ++k) {
    const TensorImpl& impl = *arguments.tensors[k];
    if (impl.numel == 1 || isDense(arguments, k)) continue;
    const Tensor& copy = copies_.emplace_back(tensor::empty(arguments.shape, impl.dtype));
    std::array<int64_t, LoopArguments::kMostDims> sizes, strides;
    for (size_t d = 0; d < arguments.rank; ++d) {
      sizes[d] = dims[d].size;
      strides[d] = dims[d].strides[k];
    }
    tensor::visit(impl.dtype, [&]<typename T>() {
      copyDims(copy.data<T>(), reinterpret_cast<const T*>(kernels::firstByte(impl)), sizes.data(),
               strides.data(), arguments.rank);
    });
    arguments.tensors[k] = copy.impl();
    dims[0].strides[k] = 1;
  }
  for (size_t k = 0; k < arguments.results; ++k) dims[0].strides[k] = arguments.isTotal(k) ? 0 : 1;
  dims[0].size = count;
  arguments.rank = 1;
}

bool CpuLauncher::arePositionsValid(const LoopArguments& arguments) const {
  const CallSpace& space = *arguments.space;
  const int64_t length = pattern_.form == Form::Columns ? size_.lines : size_.count;
  if (space.countsRows && length > kMostPositions) return false;
  if (space.positions < 0) return true;
  size_t k = arguments.results;
  for (const CallSpace::Input& input : space.inputs) {
    if (input.isNumber) continue;
    if (static_cast<int>(input.index) == space.positions) break;
    ++k;
  }
  if (k == arguments.pointers || arguments.moved[k] != nullptr) return false;
  const TensorImpl& impl = *arguments.tensors[k];
  if (impl.dtype != DType::Int64 || !impl.isContiguous || length > kMostPositions) return false;
  const auto* values = reinterpret_cast<const int64_t*>(kernels::firstByte(impl));
  return std::all_of(values, values + impl.numel,
                     [&](int64_t value) { return value >= 0 && value < length; });
}

// The sums of the rows from `begin` on: double or int64_t, for each lane of each result.
struct CpuLauncher::Sums {
  int64_t begin = 0;
  alignas(64) std::array<std::array<int64_t, kMostLanes>, kMostOutputs> lanes{};
};

int64_t CpuLauncher::offsetOf(const LoopArguments& arguments, int64_t outer, size_t pointer) const {
  int64_t offset = 0;
  for (size_t d = rowDim_ + 1; d < arguments.rank; ++d) {
    offset += outer % arguments.dims[d].size * arguments.dims[d].strides[pointer];
    outer /= arguments.dims[d].size;
  }
  return offset;
}

bool CpuLauncher::run(const CompiledLoop& code, const LoopArguments& arguments,
                      std::span<Tensor> results, tensor::StorageImpl* replaced) {
  bool hasSums = false;
  for (size_t k = 0; k < arguments.results; ++k) {
    hasSums |= arguments.isTotal(k);
    if (arguments.isTotal(k)) continue;
    if (replaced == nullptr) results[k] = arguments.emptyResult(k);
    places_[k].begin = replaced != nullptr ? replaced->data() : results[k].bytes();
  }
  for (size_t k = arguments.results; k < arguments.pointers; ++k)
    if (arguments.moved[k] == nullptr)
      places_[k].begin = arguments.tensors[k]->storage->data() +
                         arguments.tensors[k]->offset * places_[k].itemSize;
  const std::vector<Tensor> copies = std::move(copies_);  // until the end of the call
  const Split split = splitOf(arguments);
  const auto& own = static_cast<const CpuCode&>(code);
  std::vector<Sums> sums;
  std::mutex mutex;
  std::atomic<bool> hasFailed = false;
  const auto work = [&](int64_t begin, int64_t end) {
    Sums part{begin, {}};
    if (!runPart(own, arguments, hasSums ? &part : nullptr, split, begin, end)) hasFailed = true;
    if (!hasSums) return;
    const std::lock_guard lock(mutex);
    sums.push_back(part);
  };
  if (split.count <= split.grain)
    work(0, split.count);
  else
    kernels::parallelFor(split.count, split.grain, work);
  if (hasFailed) return false;
  // The order in which threads finish must not change a sum.
  std::ranges::sort(sums, {}, &Sums::begin);
  for (size_t k = 0; k < arguments.results; ++k)
    if (arguments.isTotal(k)) results[k] = total(arguments, sums, k);
  return true;
}

Tensor CpuLauncher::total(const LoopArguments& arguments, std::span<const Sums> sums,
                          size_t pointer) const {
  const CallResult& result = arguments.space->results[pointer];
  uint64_t integer = 0;
  double real = 0;
  for (const Sums& part : sums)
    for (const int64_t bits : part.lanes[pointer]) {
      integer += static_cast<uint64_t>(bits);
      real += std::bit_cast<double>(bits);
    }
  if (sumType(result.dtype) == DType::Int64)
    return tensor::scalarTensor(static_cast<int64_t>(integer));
  if (result.reduction == Reduction::Mean)
    real /= static_cast<double>(tensor::product(arguments.shapeOf(result)));
  const Tensor scalar = tensor::empty({}, result.dtype);
  tensor::visit(result.dtype, [&]<typename T>() {
    if constexpr (!std::is_integral_v<T>) *scalar.data<T>() = T(static_cast<float>(real));
    if constexpr (std::is_same_v<T, double>) *scalar.data<T>() = real;
  });
  return scalar;
}

namespace {

// Memory that a thread uses again.
std::byte* scratchOf(size_t bytes) {
  // Calls of other threads run at the same time.
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

// Rows are split, or the elements of the only line, or the columns of the only row. A part has at
// least one vector of columns.
CpuLauncher::Split CpuLauncher::splitOf(const LoopArguments& arguments) const {
  const bool isColumns = pattern_.form == Form::Columns;
  int64_t rows = 1;
  for (size_t d = rowDim_; d < arguments.rank; ++d) rows *= arguments.dims[d].size;
  if (rows != 1 || (arguments.space->hasRows() && !isColumns))
    return {0, rows, std::max<int64_t>(1, kGrain / (size_.lines * size_.count))};
  const int64_t unit = isColumns || (pattern_.unit & kStreamedUnit) != 0 ? lanes_ : 1;
  return {unit, size_.count / unit, std::max<int64_t>(1, kGrain / (size_.lines * unit))};
}

// Columns are summarised in blocks that stay in the caches: their sums in the first one, and for
// several passes also their elements in the second one.
int64_t CpuLauncher::blockColumns(const CpuCode& code) const {
  if (pattern_.form != Form::Columns) return block_.columns;
  const int64_t most = code.passes() > 1 ? kBlockOfPasses / size_.lines : kMostColumns;
  return std::min(block_.columns,
                  std::clamp(most / lanes_ * lanes_, int64_t{lanes_}, kMostColumns));
}

bool CpuLauncher::runPart(const CpuCode& code, const LoopArguments& arguments, Sums* sums,
                          const Split& split, int64_t begin, int64_t end) const {
  LoopSize size = size_;
  const int64_t rows = arguments.dims[rowDim_].size;
  int64_t first = 0;  // element of the line
  if (split.unit != 0) {
    first = begin * split.unit;
    size.count = (end == split.count ? size_.count : end * split.unit) - first;
    begin = 0;
    end = 1;
  }
  const int64_t block = blockColumns(code);
  // Columns fill whole vectors.
  const int64_t own =
      code.scratchFor(size.lines, std::min(size.count, block + lanes_) + lanes_ - 1);
  std::byte* const scratch =
      own + staged_ == 0 ? nullptr : scratchOf(static_cast<size_t>(own + staged_));
  const int64_t last = first + size.count;
  for (int64_t row = begin; row < end; row += size.rows) {
    // A division takes as long as a short row.
    const int64_t outer = row < rows ? 0 : row / rows, inner = row - outer * rows;
    size.rows = std::min({rows - inner, end - row, block_.rows});
    for (int64_t column = first; column < last; column += size.count) {
      size.count = last - column;
      if (size.count >= block + lanes_) size.count = block;
      runBlock(code, arguments, sums, {outer, inner, column}, size, scratch + staged_, scratch);
    }
  }
  if ((pattern_.unit & kStreamedUnit) != 0) kernels::endStreams();
  return size.hasFailed == 0;
}

void CpuLauncher::runBlock(const CpuCode& code, const LoopArguments& arguments, Sums* sums,
                           const Place& first, LoopSize& size, std::byte* scratch,
                           std::byte* staged) const {
  std::array<std::byte*, LoopArguments::kMostPointers> at;
  for (size_t k = 0; k < arguments.pointers; ++k) {
    if (arguments.isTotal(k)) {
      at[k] = reinterpret_cast<std::byte*>(sums->lanes[k].data());
      continue;
    }
    const int64_t offset = offsetOf(arguments, first.outer, k) +
                           first.row * arguments.dims[rowDim_].strides[k] +
                           first.column * arguments.dims[0].strides[k];
    if (places_[k].stagedAt == kInPlace) {
      at[k] = places_[k].begin + offset * places_[k].itemSize;
      continue;
    }
    at[k] = staged + places_[k].stagedAt;
    if (!stage(arguments, k, offset, size, at[k])) size.hasFailed = 1;
  }
  if (size.count >= lanes_)
    code.code()(at.data(), steps_.data(), arguments.numbers.data(), &size, scratch);
  else
    size.hasFailed |=
        !runShortRows(code.code(), arguments, {at.data(), arguments.pointers}, size, scratch);
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
bool CpuLauncher::runShortRows(LoopCode code, const LoopArguments& arguments,
                               std::span<std::byte* const> row, LoopSize size,
                               std::byte* scratch) const {
  constexpr size_t kMostPointers = LoopArguments::kMostPointers;
  alignas(64) std::array<std::array<std::byte, kMostLanes * 8>, kMostPointers> copies;
  std::array<std::byte*, kMostPointers> at;
  std::array<LoopSteps, kMostPointers> steps;
  const int64_t rows = size.rows, count = size.count;
  size.rows = 1;
  size.count = lanes_;
  size.valid = count;
  const auto isCopied = [&](size_t k) { return !arguments.isTotal(k) && steps_[k].element != 0; };
  const auto isBackwards = [&](size_t k) { return steps_[k].element == -places_[k].itemSize; };
  for (size_t k = 0; k < arguments.pointers; ++k) {
    at[k] = isCopied(k) ? copies[k].data() : row[k];
    steps[k] = {0, 0, isCopied(k) ? places_[k].itemSize : 0};
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t k = arguments.results; k < arguments.pointers; ++k) {
      const std::byte* from = row[k] + r * steps_[k].row;
      if (!isCopied(k)) {
        at[k] = const_cast<std::byte*>(from);
        continue;
      }
      at[k] = copies[k].data();
      withItem(places_[k].itemSize, [&]<typename T>(T last) {
        std::memcpy(&last, from + (count - 1) * steps_[k].element, sizeof(T));
        fill(at[k], static_cast<size_t>(lanes_) * sizeof(T), last);
        if (steps_[k].element == static_cast<int64_t>(sizeof(T)))
          return copyFew(at[k], from, static_cast<size_t>(count) * sizeof(T));
        // The code reads elements in the other direction from the last one of its vector on.
        if (isBackwards(k)) {
          std::byte* const first = at[k] + static_cast<size_t>(lanes_ - count) * sizeof(T);
          copyFew(first, from + (count - 1) * steps_[k].element,
                  static_cast<size_t>(count) * sizeof(T));
          at[k] += static_cast<size_t>(lanes_ - 1) * sizeof(T);
          return;
        }
        for (int64_t i = 0; i < count; ++i)
          std::memcpy(at[k] + static_cast<size_t>(i) * sizeof(T), from + i * steps_[k].element,
                      sizeof(T));
      });
    }
    for (size_t k = 0; k < arguments.results; ++k)
      if (!isCopied(k) && !arguments.isTotal(k)) at[k] = row[k] + r * steps_[k].row;
    code(at.data(), steps.data(), arguments.numbers.data(), &size, scratch);
    for (size_t k = 0; k < arguments.results; ++k)
      if (isCopied(k))
        copyFew(row[k] + r * steps_[k].row, at[k],
                static_cast<size_t>(count * places_[k].itemSize));
  }
  return size.hasFailed == 0;
}

}  // namespace ts::jit
