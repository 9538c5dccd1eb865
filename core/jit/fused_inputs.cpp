#include "core/jit/fused_inputs.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/kernels/copy.h"
#include "core/tensor/error.h"

namespace ts::jit {

using tensor::Dims;
using tensor::IValue;
using tensor::Tensor;

namespace {

// The result of an operator as a tensor in memory. See moveElements() for its arguments.
IValue resultOf(kernels::KernelFunction function, std::span<const IValue* const> arguments,
                std::span<const IValue* const> items) {
  kernels::Stack stack;
  for (const IValue* argument : arguments) {
    if (argument != nullptr) {
      stack.push_back(*argument);
      continue;
    }
    std::vector<IValue> list;
    for (const IValue* item : items) list.push_back(*item);
    stack.push_back(tensor::makeList(types::tensorType(), std::move(list)));
  }
  function(stack);
  return std::move(stack.back());
}

constexpr size_t kSmallBytes = 64 << 10;
bool isSmall(const IValue& value) {
  if (!value.isTensor()) return false;
  const tensor::TensorImpl& impl = *value.toTensor().impl();
  return static_cast<size_t>(impl.numel) * tensor::sizeOf(impl.dtype) <= kSmallBytes;
}

// The value of operators on elements of some arguments, for views of it.
class SharedShape {
 public:
  explicit SharedShape(std::span<const IValue* const> arguments) {
    for (const IValue* argument : arguments) {
      if (!argument->isTensor()) continue;
      const Tensor tensor = argument->toTensor();
      if (tensor.dim() == 0)
        hasNumber_ = true;
      else
        tensors_.push_back(tensor);
    }
    for (const Tensor& tensor : tensors_) sizes_ = tensor::broadcastShapes(sizes_, tensor.sizes());
    for (const Tensor& tensor : tensors_)
      if (strides_.empty() && tensor.sizes() == sizes_ && !repeats(tensor.strides()))
        strides_ = tensor.strides();
    // A view of repeated elements does not show the order that the value has.
    needsCopies_ = strides_.empty();
    if (needsCopies_) strides_ = tensor::contiguousStrides(sizes_);
  }

  // True if the dimensions of the value are in the same order in all arguments.
  bool hasOrder() const {
    return !tensors_.empty() &&
           std::ranges::all_of(tensors_, [&](const Tensor& tensor) { return isInOrder(tensor); });
  }
  // True for an argument that has no dimensions: it is the same for all elements.
  static bool isNumber(const IValue& argument) {
    return !argument.isTensor() || argument.toTensor().dim() == 0;
  }
  IValue repeated(const IValue& argument) const {
    const Tensor tensor = argument.toTensor();
    if (tensor.sizes() == sizes_) return argument;
    const size_t more = sizes_.size() - tensor.sizes().size();
    Dims strides(sizes_.size(), 0);
    for (size_t d = more; d < sizes_.size(); ++d)
      if (tensor.sizes()[d - more] != 1) strides[d] = tensor.strides()[d - more];
    const Tensor repeated = tensor::view(tensor, sizes_, strides, tensor.offset());
    return IValue(needsCopies_ ? kernels::contiguous(repeated) : repeated);
  }
  // An operator on a tensor without dimensions and a view without dimensions has another dtype.
  bool mayView(const IValue& view) const {
    return !hasNumber_ || !view.isTensor() || view.toTensor().dim() != 0;
  }

 private:
  bool repeats(const Dims& strides) const {
    for (size_t d = 0; d < sizes_.size(); ++d)
      if (strides[d] == 0 && sizes_[d] != 1) return true;
    return false;
  }
  bool isInOrder(const Tensor& tensor) const {
    const size_t more = sizes_.size() - tensor.sizes().size();
    const auto hasStride = [&](size_t d) {
      return tensor.sizes()[d] != 1 && tensor.strides()[d] != 0;
    };
    for (size_t a = 0; a < tensor.sizes().size(); ++a)
      for (size_t b = 0; b < tensor.sizes().size(); ++b)
        if (hasStride(a) && hasStride(b) &&
            std::abs(strides_[more + a]) < std::abs(strides_[more + b]) &&
            std::abs(tensor.strides()[a]) > std::abs(tensor.strides()[b]))
          return false;
    return true;
  }

  std::vector<Tensor> tensors_;
  Dims sizes_, strides_;
  bool hasNumber_ = false, needsCopies_ = false;
};

}  // namespace

FusedInputs::FusedInputs(const Fusion& fusion) : fusion_(fusion) {
  for (const FusedNode& node : fusion.nodes)
    for (const FusedArgument& argument : node.arguments)
      if (argument.kind == FusedArgument::Kind::Input) isRead_[argument.index] = true;
}

bool FusedInputs::read(const IValue* registers, const IValue* pool, Values& into) {
  const size_t count = fusion_.inputs.size();
  if (!fusion_.views.empty()) {
    into.views.resize(count);
    into.moved.resize(count);
  }
  for (size_t i = 0; i < count; ++i) {
    const Fusion::Input& input = fusion_.inputs[i];
    if (input.view < 0)
      into.arguments[i] = input.operand < 0 ? pool + input.operand : registers + input.operand;
    else if (readView(i, fusion_.views[static_cast<size_t>(input.view)], pool, into))
      into.arguments[i] = &into.views[i];
    else
      return false;
  }
  for (size_t i = 0; i < count; ++i)
    if (!isRead_[i]) into.arguments[i] = nullptr;
  return true;
}

bool FusedInputs::readView(size_t i, const FusedView& view, const IValue* pool, Values& into) {
  const auto valueOf = [&](const FusedArgument& argument) -> const IValue* {
    return argument.kind == FusedArgument::Kind::Input ? into.arguments[argument.index]
                                                       : pool + argument.constant;
  };
  std::vector<const IValue*> arguments, items;
  for (size_t k = 0; k < view.arguments.size(); ++k)
    arguments.push_back(static_cast<int>(k) == view.list ? nullptr : valueOf(view.arguments[k]));
  for (const FusedArgument& item : view.listed) items.push_back(valueOf(item));
  if (view.function == nullptr) {
    const bool isList = arguments[0]->tag() == tensor::Tag::List;  // see `like`
    if (isList && arguments[0]->toList().items.size() != view.items) return false;
    into.views[i] = isList ? arguments[0]->toList().items[view.item] : *arguments[0];
    return true;
  }
  std::optional<SharedShape> shape;
  IValue repeated;
  if (!view.like.empty()) {
    std::vector<const IValue*> like;
    for (const size_t input : view.like) like.push_back(into.arguments[input]);
    shape.emplace(like);
    if (!shape->hasOrder()) return false;
    if (SharedShape::isNumber(*arguments[0])) {
      into.views[i] = *arguments[0];
      return true;
    }
    repeated = shape->repeated(*arguments[0]);
    arguments[0] = &repeated;
  }
  std::optional<MovedTensor> moved;
  if (view.isMoved && !isSmall_[i]) moved = moveElements(view.function, arguments, items);
  if (moved) {
    into.views[i] = IValue(std::move(moved->shape));
    into.moved[i] = std::move(moved->elements);
  } else {
    into.views[i] = resultOf(view.function, arguments, items);
  }
  if (view.isMoved) isSmall_[i] = isSmall(into.views[i]);
  return !shape || shape->mayView(into.views[i]);
}

}  // namespace ts::jit
