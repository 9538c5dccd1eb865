#include "core/jit/fused_call.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "core/kernels/memory_order.h"

namespace ts::jit {

using tensor::Dims;
using tensor::DType;
using tensor::IValue;
using tensor::Tag;
using tensor::TensorImpl;

namespace {

// True if the dimensions, from the innermost on, step over those before them.
bool isNested(const TensorImpl& impl, const Dims& order) {
  int64_t least = 1;
  for (const int64_t dim : order) {
    const auto d = static_cast<size_t>(dim);
    if (impl.sizes[d] == 1 || impl.strides[d] == 0) continue;  // 0: after expand()
    const int64_t stride = std::abs(impl.strides[d]);  // flipped dimensions have negative ones
    if (stride < least) return false;
    least = stride * impl.sizes[d];
  }
  return true;
}
Dims usualOrder(size_t rank) {
  Dims order(rank, 0);
  for (size_t i = 0; i < rank; ++i) order[i] = static_cast<int64_t>(rank - 1 - i);
  return order;
}
// True if the dimensions are in the order of a contiguous tensor. Operators on such tensors return
// contiguous tensors.
bool isOrdered(const TensorImpl& impl) {
  return impl.isContiguous || isNested(impl, usualOrder(impl.sizes.size()));
}

// See ArgumentKey; nullopt for strides that do not tell a layout: of overlapping or flipped ones.
std::optional<uint32_t> orderOf(const TensorImpl& impl) {
  uint32_t order = 0;
  const Dims& strides = impl.strides;
  for (size_t d = 0; d < strides.size(); ++d) {
    if (strides[d] < 0) return std::nullopt;
    uint32_t rank = strides[d] != 0;
    for (const int64_t other : strides) rank += other != 0 && other < strides[d];
    order |= rank << 4 * d;
  }
  if (!isNested(impl, kernels::memoryOrder(impl.sizes, std::span(&strides, 1))))
    return std::nullopt;
  return order;
}

bool isUsual(const TensorImpl& impl, tensor::Device device) {
  return impl.numel != 0 && !impl.isConj && !impl.isWrappedNumber && impl.device == device &&
         impl.sizes.size() <= DimSet::kMost;
}

ArgumentKey keyOf(const TensorImpl& impl) {
  ArgumentKey key{impl.dtype, false, static_cast<uint8_t>(impl.sizes.size())};
  for (size_t d = 0; d < impl.sizes.size(); ++d)
    if (impl.sizes[d] == 1) key.ones.add(d);
  return key;
}

}  // namespace

// Returns false for a value that loops do not support.
bool FusedCall::readInput(size_t index, const IValue& value) {
  switch (value.tag()) {
    case Tag::Tensor: {
      const auto* impl = static_cast<const TensorImpl*>(value.counted());
      if (!isUsual(*impl, moved_[index] != nullptr ? tensor::Device::Meta : key_.device))
        return false;
      isInOrder_ &= isOrdered(*impl);
      impls_[index] = impl;
      key_.inputs[index] = keyOf(*impl);
      layouts_[index] = {impl->sizes, impl->strides};
      return true;
    }
    case Tag::Int:
      bits_[index] = value.toInt();
      key_.inputs[index] = {DType::Int64, true};
      return true;
    case Tag::Double:
      bits_[index] = std::bit_cast<int64_t>(value.toDouble());
      key_.inputs[index] = {DType::Float64, true};
      return true;
    case Tag::Bool:
      bits_[index] = value.toBool();
      key_.inputs[index] = {DType::Bool, true};
      return true;
    default: return false;
  }
}

bool FusedCall::read(std::span<const IValue* const> inputs,
                     std::span<const std::shared_ptr<const MovedElements>> moved) {
  isInOrder_ = true;
  key_.defaultDType = tensor::defaultDType();
  key_.count = inputs.size();
  bool hasTensor = false, hasMoved = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    impls_[i] = nullptr;
    moved_[i] = i < moved.size() ? moved[i].get() : nullptr;
    hasMoved |= moved_[i] != nullptr;
    key_.inputs[i] = {};
    if (inputs[i] == nullptr) continue;
    if (!hasTensor && moved_[i] == nullptr && inputs[i]->tag() == Tag::Tensor) {
      key_.device = static_cast<const TensorImpl*>(inputs[i]->counted())->device;
      hasTensor = true;
    }
    if (!readInput(i, *inputs[i])) return false;
  }
  if (!hasTensor) key_.device = tensor::Device::Cpu;
  if (hasMoved && key_.device != tensor::Device::Cpu) return false;
  for (size_t i = 0; !isInOrder_ && i < inputs.size(); ++i) {
    if (impls_[i] == nullptr) continue;
    const auto order = orderOf(*impls_[i]);
    if (!order) return false;
    key_.inputs[i].order = *order;
  }
  return hasTensor || hasMoved;
}

bool FusedCall::readAgain(std::span<const IValue* const> inputs,
                          std::span<const std::shared_ptr<const MovedElements>> moved) {
  if (key_.defaultDType != tensor::defaultDType()) return false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] == nullptr) continue;
    const ArgumentKey before = key_.inputs[i];
    if (before.isNumber) {
      if (!readInput(i, *inputs[i]) || !(key_.inputs[i] == before)) return false;
      continue;
    }
    const MovedElements* own = i < moved.size() ? moved[i].get() : nullptr;
    if (inputs[i]->tag() != Tag::Tensor || (own != nullptr) != (moved_[i] != nullptr)) return false;
    const auto* impl = static_cast<const TensorImpl*>(inputs[i]->counted());
    if (!isUsual(*impl, own != nullptr ? tensor::Device::Meta : key_.device) ||
        impl->dtype != before.dtype || impl->sizes != layouts_[i].sizes ||
        impl->strides != layouts_[i].strides)
      return false;
    impls_[i] = impl;
    moved_[i] = own;
  }
  setTensors();
  return true;
}

// The tensors and numbers of the arguments.
void FusedCall::setTensors() {
  LoopArguments& call = arguments_;
  size_t k = call.results, numbers = 0;
  for (const CallSpace::Input& input : call.space->inputs) {
    if (input.isNumber) {
      call.numbers[numbers++] = bits_[input.index];
      continue;
    }
    call.tensors[k] = impls_[input.index];
    call.moved[k++] = moved_[input.index];
  }
}

bool FusedCall::arrange(const CallSpace& space) {
  LoopArguments& call = arguments_;
  call.space = &space;
  call.results = call.pointers = space.results.size();
  for (const CallSpace::Input& input : space.inputs)
    if (!input.isNumber) alignments_[call.pointers++] = input.alignment;
  setTensors();
  return isPlain() || (findShape() && addDims());
}

// True if all tensors are contiguous and have one shape, or one element: one line of elements.
bool FusedCall::isPlain() {
  LoopArguments& call = arguments_;
  if (!call.space->reduced.empty() || !call.space->order.empty()) return false;
  const TensorImpl* largest = nullptr;
  for (size_t k = call.results; k < call.pointers; ++k) {
    if (!call.tensors[k]->isContiguous || alignments_[k] != Alignment::Last) return false;
    if (largest == nullptr || call.tensors[k]->numel > largest->numel ||
        (call.tensors[k]->numel == largest->numel &&
         call.tensors[k]->sizes.size() > largest->sizes.size()))
      largest = call.tensors[k];
  }
  if (largest == nullptr || largest->sizes.size() != call.space->rank) return false;
  LoopArguments::Dim& only = call.dims[0];
  for (size_t k = call.results; k < call.pointers; ++k) {
    const bool isSame = call.tensors[k]->sizes == largest->sizes;
    if (!isSame && call.tensors[k]->numel != 1) return false;
    only.strides[k] = isSame ? 1 : 0;
  }
  for (size_t k = 0; k < call.results; ++k) only.strides[k] = 1;
  only.size = largest->numel;
  only.isReduced = false;
  call.rank = 1;
  call.shape = largest->sizes;
  return true;
}

namespace {

// The dimension of an argument that belongs to a dimension of the fusion; -1: none.
int64_t dimOf(const TensorImpl& impl, Alignment alignment, size_t dim, size_t rank,
              DimSet reduced) {
  const auto own = static_cast<int64_t>(impl.sizes.size());
  if (alignment == Alignment::Channel) return dim == 1 ? 0 : -1;
  int64_t after = 0;  // the dimensions after it that the argument can have
  for (size_t d = dim + 1; d < rank; ++d)
    after += alignment == Alignment::Last || !reduced.contains(d);
  if (alignment == Alignment::Kept && reduced.contains(dim)) return -1;
  return own - 1 - after;
}

}  // namespace

bool FusedCall::findShape() {
  LoopArguments& call = arguments_;
  const size_t rank = call.space->rank;
  if (rank > DimSet::kMost) return false;
  call.shape = Dims(rank, 1);
  const size_t kept = rank - call.space->reduced.size();
  for (size_t k = call.results; k < call.pointers; ++k) {
    const TensorImpl& impl = *call.tensors[k];
    const size_t most = alignments_[k] == Alignment::Last      ? rank
                        : alignments_[k] == Alignment::Channel ? 1
                                                               : kept;
    if (impl.sizes.size() > most) return false;
    for (size_t d = 0; d < rank; ++d) {
      const int64_t own = dimOf(impl, alignments_[k], d, rank, call.space->reduced);
      if (own < 0 || impl.sizes[static_cast<size_t>(own)] == 1) continue;
      const int64_t size = impl.sizes[static_cast<size_t>(own)];
      if (call.shape[d] != 1 && call.shape[d] != size) return false;
      call.shape[d] = size;
    }
  }
  return true;
}

// The dimensions from the innermost on: those of the results with all elements, which are written
// in the order of their memory. Other results are smaller than the largest argument, which is read
// in that order.
Dims FusedCall::iterationOrder() const {
  const LoopArguments& call = arguments_;
  const size_t rank = call.space->rank;
  if (!call.space->order.empty()) return call.space->order;
  bool hasWhole = false;
  for (size_t k = 0; k < call.results; ++k)
    hasWhole |= !call.isTotal(k) && !call.space->results[k].isRow;
  if (isInOrder_ || hasWhole || call.space->groups != 0) return usualOrder(rank);
  for (size_t k = call.results; k < call.pointers; ++k)
    if (alignments_[k] == Alignment::Last && call.tensors[k]->sizes == call.shape)
      return kernels::memoryOrder(call.shape, std::span(&call.tensors[k]->strides, 1));
  return usualOrder(rank);
}

// Adjacent dimensions that all tensors step through alike become one.
bool FusedCall::addDims() {
  LoopArguments& call = arguments_;
  const size_t rank = call.space->rank;
  const int64_t groups = call.space->groups;
  if (groups != 0 && (rank < 2 || call.shape[1] % groups != 0)) return false;
  std::array<Dims, kMostOutputs> resultStrides;
  for (size_t k = 0; k < call.results; ++k) resultStrides[k] = call.stridesOf(k);
  call.rank = 0;
  for (const int64_t at : iterationOrder()) {
    const auto d = static_cast<size_t>(at);
    LoopArguments::Dim dim;
    dim.size = call.shape[d];
    dim.isReduced = groups != 0 ? d >= 1 : call.space->reduced.contains(d);
    for (size_t k = call.results; k < call.pointers; ++k) {
      const TensorImpl& impl = *call.tensors[k];
      const int64_t own =
          dimOf(impl, alignments_[k], d, rank, groups != 0 ? DimSet() : call.space->reduced);
      const bool isThere = own >= 0 && impl.sizes[static_cast<size_t>(own)] != 1;
      dim.strides[k] = isThere ? impl.strides[static_cast<size_t>(own)] : 0;
    }
    for (size_t k = 0; k < call.results; ++k) dim.strides[k] = resultStrides[k][d];
    if (groups != 0 && d == 1) {
      LoopArguments::Dim outer = dim;
      dim.size = call.shape[d] / groups;
      outer.size = groups;
      outer.isReduced = false;
      for (size_t k = 0; k < call.pointers; ++k) outer.strides[k] *= dim.size;
      addDim(dim);
      dim = outer;
    }
    addDim(dim);
  }
  if (call.rank == 0) {
    call.dims[0].size = 1;
    call.dims[0].isReduced = !call.space->reduced.empty();
    call.dims[0].strides.fill(0);
    for (size_t k = 0; k < call.results; ++k)
      call.dims[0].strides[k] = !call.space->results[k].isRow;
    call.rank = 1;
  }
  return true;
}

void FusedCall::addDim(const LoopArguments::Dim& dim) {
  LoopArguments& call = arguments_;
  if (dim.size == 1) return;
  if (call.rank > 0) {
    LoopArguments::Dim& inner = call.dims[call.rank - 1];
    bool joins = inner.isReduced == dim.isReduced;
    for (size_t k = 0; joins && k < call.pointers; ++k)
      joins = dim.strides[k] == inner.strides[k] * inner.size;
    if (joins) {
      inner.size *= dim.size;
      return;
    }
  }
  call.dims[call.rank++] = dim;
}

bool FusedCall::mayReplace(size_t input) const {
  const CallSpace& space = *arguments_.space;
  if (arguments_.results != 1 || arguments_.isTotal(0) || !space.order.empty()) return false;
  const TensorImpl& impl = *impls_[input];
  if (impl.dtype != space.results[0].dtype || impl.sizes != arguments_.shape || impl.offset != 0)
    return false;
  int64_t stride = 1;
  for (size_t d = impl.sizes.size(); d-- > 0; stride *= impl.sizes[d])
    if (impl.strides[d] != stride) return false;
  return true;
}

}  // namespace ts::jit
