#include "core/jit/fused_call.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <vector>

#include "core/kernels/parallel.h"

namespace ts::jit {

using tensor::DType;
using tensor::IValue;
using tensor::Tag;
using tensor::Tensor;
using tensor::TensorImpl;

namespace {

constexpr int64_t kGrain = 32768;  // elements that are worth a thread
constexpr size_t kMostPointers = kMostInputs + kMostOutputs;
constexpr size_t kMostLanes = 32;

// True if the elements are in the order of a contiguous tensor, those of the innermost dimension
// next to each other. Operators on such tensors return contiguous tensors.
bool isInOrder(const TensorImpl& impl) {
  int64_t least = 1;
  bool isInnermost = true;
  for (size_t d = impl.sizes.size(); d-- > 0;) {
    if (impl.sizes[d] == 1) continue;
    if (isInnermost ? impl.strides[d] != 1 : impl.strides[d] < least) return false;
    isInnermost = false;
    least = impl.strides[d] * impl.sizes[d];
  }
  return true;
}

bool isUsual(const TensorImpl& impl) {
  return (impl.isContiguous || isInOrder(impl)) && impl.numel != 0 && !impl.isConj &&
         !impl.isWrappedNumber && impl.storage->data() != nullptr;
}

}  // namespace

bool FusedCall::read(const Fusion& fusion, const IValue* registers, const IValue* pool) {
  inputs_ = fusion.inputs.size();
  key_.defaultDType = tensor::defaultDType();
  const TensorImpl* largest = nullptr;
  for (size_t i = 0; i < inputs_; ++i) {
    const interp::Operand operand = fusion.inputs[i];
    const IValue& value = operand < 0 ? pool[operand] : registers[operand];
    impls_[i] = nullptr;
    switch (value.tag()) {
      case Tag::Tensor: {
        const auto* impl = static_cast<const TensorImpl*>(value.counted());
        if (!isUsual(*impl)) return false;
        impls_[i] = read_[i] = impl;
        tensorInputs_[tensors_++] = static_cast<uint8_t>(i);
        if (largest == nullptr || impl->numel > largest->numel ||
            (impl->numel == largest->numel && impl->sizes.size() > largest->sizes.size()))
          largest = impl;
        key_.inputs[i] = static_cast<uint8_t>(static_cast<uint8_t>(impl->dtype) |
                                              (impl->sizes.empty() ? kNoDims : 0));
        continue;
      }
      case Tag::Int:
        numberBits_[numbers_++] = value.toInt();
        key_.inputs[i] = kNumber | static_cast<uint8_t>(DType::Int64);
        continue;
      case Tag::Double:
        numberBits_[numbers_++] = std::bit_cast<int64_t>(value.toDouble());
        key_.inputs[i] = kNumber | static_cast<uint8_t>(DType::Float64);
        continue;
      case Tag::Bool:
        numberBits_[numbers_++] = value.toBool();
        key_.inputs[i] = kNumber | static_cast<uint8_t>(DType::Bool);
        continue;
      default: return false;
    }
  }
  if (largest == nullptr) return false;
  for (size_t t = 0; t < tensors_; ++t) {
    const size_t i = tensorInputs_[t];
    if (!impls_[i]->isContiguous) return broadcast();
    if (impls_[i]->sizes == largest->sizes) continue;
    if (impls_[i]->numel != 1 || impls_[i]->sizes.size() > largest->sizes.size())
      return broadcast();
    key_.inputs[i] |= kBroadcast;
  }
  shape_ = largest->sizes;
  inner_ = largest->numel;
  return true;
}

// Adjacent dimensions that all tensors step through alike become one.
bool FusedCall::broadcast() {
  size_t rank = 0;
  for (size_t t = 0; t < tensors_; ++t)
    rank = std::max(rank, impls_[tensorInputs_[t]]->sizes.size());
  if (rank > kMostDims) return false;
  broadcastShape_ = Dims(rank, 1);
  for (size_t t = 0; t < tensors_; ++t) {
    const tensor::Dims& sizes = impls_[tensorInputs_[t]]->sizes;
    for (size_t d = 0; d < sizes.size(); ++d) {
      int64_t& size = broadcastShape_[rank - sizes.size() + d];
      if (sizes[d] != 1 && size != 1 && size != sizes[d]) return false;
      if (sizes[d] != 1) size = sizes[d];
    }
  }
  shape_ = broadcastShape_;
  for (size_t d = rank; d-- > 0;) {
    if (shape_[d] == 1) continue;
    Dim dim{shape_[d], {}};
    bool joins = dims_ > 0;
    for (size_t t = 0; t < tensors_; ++t) {
      const TensorImpl& impl = *impls_[tensorInputs_[t]];
      const size_t missing = rank - impl.sizes.size();
      const bool isThere = d >= missing && impl.sizes[d - missing] != 1;
      dim.strides[t] = isThere ? impl.strides[d - missing] : 0;
      if (joins) joins = dim.strides[t] == rows_[dims_ - 1].strides[t] * rows_[dims_ - 1].size;
    }
    if (joins)
      rows_[dims_ - 1].size *= dim.size;
    else
      rows_[dims_++] = dim;
  }
  if (dims_ == 0) return false;
  // The innermost dimension is that of the code.
  inner_ = rows_[0].size;
  for (size_t t = 0; t < tensors_; ++t)
    if (rows_[0].strides[t] == 0) key_.inputs[tensorInputs_[t]] |= kBroadcast;
  if (dims_ > 1 && inner_ < kShortRow) repeat();
  return true;
}

void FusedCall::repeat() {
  const int64_t count = tensor::product(shape_), rows = count / inner_;
  for (size_t t = 0; t < tensors_; ++t) {
    const size_t i = tensorInputs_[t];
    const TensorImpl& impl = *impls_[i];
    if (impl.numel == 1 || (impl.isContiguous && impl.numel == count)) continue;
    const Tensor& whole = repeated_.emplace_back(tensor::empty(shape_, impl.dtype));
    tensor::visit(impl.dtype, [&]<typename T>() {
      const T* from = reinterpret_cast<const T*>(impl.storage->data()) + impl.offset;
      T* to = whole.data<T>();
      const int64_t step = rows_[0].strides[t];
      for (int64_t row = 0; row < rows; ++row, to += inner_) {
        const T* begin = from + offsetOf(row, t);
        for (int64_t k = 0; k < inner_; ++k) to[k] = begin[k * step];
      }
    });
    read_[i] = whole.impl();
    key_.inputs[i] &= static_cast<uint8_t>(~kBroadcast);
  }
  inner_ = count;
  dims_ = 1;
}

bool FusedCall::isWhole(uint32_t inputs) const {
  for (size_t d = 0; d < shape_.size(); ++d) {
    const auto has = [&](size_t i) {
      const tensor::Dims& sizes = impls_[i]->sizes;
      const size_t missing = shape_.size() - sizes.size();
      return d >= missing && sizes[d - missing] == shape_[d];
    };
    const bool isFound =
        std::any_of(tensorInputs_.begin(), tensorInputs_.begin() + static_cast<long>(tensors_),
                    [&](size_t i) { return (inputs >> i & 1) != 0 && has(i); });
    if (!isFound) return false;
  }
  return true;
}

LoopInput FusedCall::input(size_t index) const {
  const uint8_t bits = key_.inputs[index];
  return {static_cast<DType>(bits & kDType), (bits & kNumber) != 0, (bits & kBroadcast) != 0};
}

// Everything that the rows of one loop share.
struct FusedCall::Part {
  LoopCode code;
  int lanes;
  std::span<const CallResult> wanted;
  size_t pointers;
  std::array<std::byte*, kMostPointers> begin;   // the results, then the tensors
  std::array<int64_t, kMostPointers> itemSizes;  // 0: broadcast
  bool isSum(size_t pointer) const {
    return pointer < wanted.size() && wanted[pointer].reduction != Reduction::None;
  }
};

// The sums of the rows from `begin` on: double or int64_t, for each lane of each result.
struct FusedCall::Sums {
  int64_t begin = 0;
  alignas(64) std::array<std::array<int64_t, kMostLanes>, kMostOutputs> lanes{};
};

void FusedCall::run(LoopCode code, VectorSize size, std::span<const CallResult> wanted,
                    std::span<Tensor> results) const {
  Part part{code, size.lanes(), wanted, wanted.size() + tensors_, {}, {}};
  bool hasSums = false;
  for (size_t k = 0; k < wanted.size(); ++k) {
    hasSums |= part.isSum(k);
    if (part.isSum(k)) continue;
    results[k] = tensor::empty(shape_, wanted[k].dtype);
    part.begin[k] = results[k].bytes();
    part.itemSizes[k] = static_cast<int64_t>(results[k].itemSize());
  }
  for (size_t t = 0; t < tensors_; ++t) {
    const size_t i = tensorInputs_[t];
    const auto itemSize = static_cast<int64_t>(tensor::sizeOf(read_[i]->dtype));
    part.begin[wanted.size() + t] = read_[i]->storage->data() + read_[i]->offset * itemSize;
    part.itemSizes[wanted.size() + t] = key_.inputs[i] & kBroadcast ? 0 : itemSize;
  }
  // Rows are split between threads, or the elements of a single row.
  int64_t rows = 1;
  for (size_t d = 1; d < dims_; ++d) rows *= rows_[d].size;
  const int64_t count = rows == 1 ? inner_ : rows;
  const int64_t grain = rows == 1 ? kGrain : std::max<int64_t>(1, kGrain / inner_);
  std::vector<Sums> sums;
  std::mutex mutex;
  const auto runPart = [&](int64_t begin, int64_t end) {
    if (!hasSums) return runRows(part, nullptr, begin, end);
    Sums own{begin, {}};
    runRows(part, &own, begin, end);
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
  for (size_t k = 0; k < wanted.size(); ++k)
    if (part.isSum(k)) results[k] = reduced(wanted[k], sums, k);
}

Tensor FusedCall::reduced(const CallResult& wanted, std::span<const Sums> sums,
                          size_t result) const {
  uint64_t whole = 0;
  double real = 0;
  for (const Sums& some : sums)
    for (const int64_t bits : some.lanes[result]) {
      whole += static_cast<uint64_t>(bits);
      real += std::bit_cast<double>(bits);
    }
  if (sumType(wanted.dtype) == DType::Int64)
    return tensor::scalarTensor(static_cast<int64_t>(whole));
  if (wanted.reduction == Reduction::Mean) real /= static_cast<double>(tensor::product(shape_));
  return wanted.dtype == DType::Float64 ? tensor::scalarTensor(real)
                                        : tensor::scalarTensor(static_cast<float>(real));
}

void FusedCall::runRows(const Part& part, Sums* sums, int64_t begin, int64_t end) const {
  const size_t results = part.wanted.size();
  std::array<std::byte*, kMostPointers> at;
  if (sums != nullptr)
    for (size_t k = 0; k < results; ++k)
      at[k] = reinterpret_cast<std::byte*>(sums->lanes[k].data());
  const auto row = [&](int64_t count) {
    const int64_t whole = count / part.lanes * part.lanes;
    if (whole > 0) part.code(at.data(), numberBits_.data(), whole, part.lanes);
    const int64_t left = count - whole;
    if (left == 0) return;
    // The last elements fill a part of a vector.
    alignas(64) std::array<std::array<std::byte, kMostLanes * 8>, kMostPointers> copies;
    std::array<std::byte*, kMostPointers> places;
    for (size_t k = 0; k < part.pointers; ++k) {
      const auto size = static_cast<size_t>(part.itemSizes[k]);
      places[k] = size == 0 ? at[k] : copies[k].data();
      if (k < results || size == 0) continue;
      std::memset(copies[k].data(), 0, static_cast<size_t>(part.lanes) * size);
      std::memcpy(copies[k].data(), at[k] + static_cast<size_t>(whole) * size,
                  static_cast<size_t>(left) * size);
    }
    part.code(places.data(), numberBits_.data(), part.lanes, left);
    for (size_t k = 0; k < results; ++k)
      if (!part.isSum(k))
        std::memcpy(at[k] + whole * part.itemSizes[k], places[k],
                    static_cast<size_t>(left * part.itemSizes[k]));
  };
  if (dims_ < 2) {
    for (size_t k = 0; k < part.pointers; ++k)
      if (!part.isSum(k)) at[k] = part.begin[k] + begin * part.itemSizes[k];
    return row(end - begin);
  }
  for (int64_t index = begin; index < end; ++index) {
    for (size_t k = 0; k < results; ++k)
      if (!part.isSum(k)) at[k] = part.begin[k] + index * inner_ * part.itemSizes[k];
    for (size_t t = 0; t < tensors_; ++t) {
      const auto itemSize = static_cast<int64_t>(tensor::sizeOf(impls_[tensorInputs_[t]]->dtype));
      at[results + t] = part.begin[results + t] + offsetOf(index, t) * itemSize;
    }
    row(inner_);
  }
}

}  // namespace ts::jit
