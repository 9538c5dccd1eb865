#include <array>
#include <cmath>
#include <utility>

#include "core/jit/convolutions.h"
#include "core/kernels/copy.h"
#include "core/tensor/error.h"

namespace ts::jit {
namespace {

using tensor::DType;
using tensor::IValue;
using tensor::MemoryFormat;
using tensor::Tensor;

bool isPlain(const Tensor& tensor) {
  return tensor.defined() && tensor.device() == tensor::Device::Cpu &&
         tensor.dtype() == DType::Float32 && !tensor.impl()->isConj;
}

// A tensor that results were computed from, and the state of its elements then.
class Source {
 public:
  void set(const Tensor& tensor) {
    tensor_ = tensor;
    if (!tensor.defined()) return;
    storage_ = tensor.storage();
    writes_ = storage_->writes();
    offset_ = tensor.offset();
    sizes_ = tensor.sizes();
    strides_ = tensor.strides();
  }
  bool isSame(const IValue& value) const {
    if (!tensor_.defined()) return value.isNone();
    if (!value.isTensor()) return false;
    const auto* impl = static_cast<const tensor::TensorImpl*>(value.counted());
    return impl == tensor_.impl() && impl->storage == storage_ && storage_->writes() == writes_ &&
           impl->offset == offset_ && impl->sizes == sizes_ && impl->strides == strides_;
  }
  const Tensor& tensor() const { return tensor_; }

 private:
  Tensor tensor_;
  tensor::Storage storage_;
  uint64_t writes_ = 0;
  int64_t offset_ = 0;
  tensor::Dims sizes_, strides_;
};

class ConvolutionGroup final : public interp::FusedGroup {
 public:
  ConvolutionGroup(Convolution convolution, std::shared_ptr<ImageLayouts> layouts)
      : convolution_(std::move(convolution)), layouts_(std::move(layouts)) {
    places_ = {&convolution_.weight, &convolution_.bias};
    if (convolution_.norm) {
      const Convolution::Norm& norm = *convolution_.norm;
      for (const ValuePlace* place : {&norm.weight, &norm.bias, &norm.mean, &norm.variance})
        places_.push_back(place);
    }
    sources_.resize(places_.size());
  }

  bool run(IValue* registers, const IValue* pool) override {
    const auto valueOf = [&](const ValuePlace& place) -> const IValue& {
      return place.in(registers, pool);
    };
    const IValue& input = valueOf(convolution_.input);
    if (!input.isTensor()) return false;
    const Tensor image = input.toTensor();
    if (!isPlain(image) || image.dim() != 4) return false;
    std::array<const IValue*, kMostSources> values{};
    for (size_t i = 0; i < places_.size(); ++i) values[i] = &valueOf(*places_[i]);
    const MemoryFormat format = formatFor(image, *values[0]);
    if (!areCurrent(values) && !pack(values)) return false;
    Tensor result = packed_->run(image, format);
    if (!result.defined()) return false;

    std::vector<IValue> kept;
    for (const auto& [index, place] : convolution_.changed)
      kept.push_back(place ? valueOf(*place) : IValue());
    for (size_t i = 0; i < kept.size(); ++i)
      registers[convolution_.changed[i].first] = std::move(kept[i]);
    registers[convolution_.to] = IValue(std::move(result));
    return true;
  }

 private:
  static constexpr size_t kMostSources = 6;
  // A program that writes to its weights before each call gains nothing.
  static constexpr int kMostChanges = 8;

  MemoryFormat formatFor(const Tensor& image, const IValue& weight) {
    const bool isLast = image.suggestedFormat() == MemoryFormat::ChannelsLast;
    const bool isWeightLast =
        weight.isTensor() && weight.toTensor().suggestedFormat() == MemoryFormat::ChannelsLast;
    if (isWeightLast || (isLast && !convolution_.isInputHidden)) layouts_->areUsersLast = true;
    if (layouts_->areUsersLast)
      return isLast || isWeightLast ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous;
    return convolution_.isHidden ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous;
  }

  bool areCurrent(const std::array<const IValue*, kMostSources>& values) const {
    if (packed_ == nullptr) return false;
    for (size_t i = 0; i < sources_.size(); ++i)
      if (!sources_[i].isSame(*values[i])) return false;
    return true;
  }

  // Returns false for weights that the group does not handle.
  bool pack(const std::array<const IValue*, kMostSources>& values) {
    packed_.reset();
    if (changes_ == kMostChanges) return false;
    std::array<Tensor, kMostSources> tensors;
    for (size_t i = 0; i < sources_.size(); ++i) {
      if (values[i]->isNone()) continue;
      if (!values[i]->isTensor()) return false;
      tensors[i] = values[i]->toTensor();
    }
    auto& [weight, bias, scale, shift, mean, variance] = tensors;
    if (!isPlain(weight) || weight.dim() != 4 || weight.numel() == 0) return false;
    const int64_t channels = weight.size(0);
    for (size_t i = 1; i < sources_.size(); ++i)
      if (tensors[i].defined() &&
          (!isPlain(tensors[i]) || tensors[i].dim() != 1 || tensors[i].size(0) != channels))
        return false;
    if (convolution_.norm && (!mean.defined() || !variance.defined())) return false;
    ++changes_;
    for (size_t i = 0; i < sources_.size(); ++i) sources_[i].set(tensors[i]);
    Tensor ownWeight = kernels::clone(weight, MemoryFormat::Contiguous), ownBias = bias;
    if (convolution_.norm)
      std::tie(ownWeight, ownBias) =
          normalised(ownWeight, bias, {scale, shift, mean, variance}, convolution_.norm->epsilon);
    else if (bias.defined())
      ownBias = kernels::clone(bias, MemoryFormat::Contiguous);
    packed_ =
        std::make_unique<kernels::PackedConvolution>(ownWeight, ownBias, convolution_.arguments);
    return true;
  }

  // The weight and bias of a convolution that also computes a batch norm: (x - mean) * factor +
  // shift for a factor of scale / sqrt(variance + epsilon).
  static std::pair<Tensor, Tensor> normalised(Tensor weight, const Tensor& bias,
                                              std::array<Tensor, 4> norm, double epsilon) {
    for (Tensor& tensor : norm)
      if (tensor.defined()) tensor = kernels::contiguous(tensor);
    const auto& [scale, shift, mean, variance] = norm;
    const Tensor before = bias.defined() ? kernels::contiguous(bias) : bias;
    const auto at = [](const Tensor& tensor, int64_t i, double missing) {
      return tensor.defined() ? static_cast<double>(tensor.data<float>()[i]) : missing;
    };
    const int64_t channels = weight.size(0), taps = weight.numel() / channels;
    Tensor sum = tensor::empty(tensor::Dims{channels}, DType::Float32);
    for (int64_t c = 0; c < channels; ++c) {
      const double factor = at(scale, c, 1) / std::sqrt(at(variance, c, 0) + epsilon);
      float* const row = weight.data<float>() + c * taps;
      for (int64_t i = 0; i < taps; ++i) row[i] = static_cast<float>(row[i] * factor);
      sum.data<float>()[c] =
          static_cast<float>((at(before, c, 0) - at(mean, c, 0)) * factor + at(shift, c, 0));
    }
    return {std::move(weight), std::move(sum)};
  }

  const Convolution convolution_;
  const std::shared_ptr<ImageLayouts> layouts_;
  std::vector<const ValuePlace*> places_;  // of the sources
  std::vector<Source> sources_;            // weight, bias, and those of the batch norm
  std::unique_ptr<kernels::PackedConvolution> packed_;
  int changes_ = 0;
};

}  // namespace

std::unique_ptr<interp::FusedGroup> makeConvolutionGroup(Convolution convolution,
                                                         std::shared_ptr<ImageLayouts> layouts) {
  return std::make_unique<ConvolutionGroup>(std::move(convolution), std::move(layouts));
}

}  // namespace ts::jit
