// torch::nn::functional: losses, activations and image functions with PyTorch's options. C++17.
#pragma once

#include <jitscope/torch/functional_options.h>

namespace torch {
namespace nn {
namespace functional {
inline namespace jitscope_v0 {

// ---- losses

inline Tensor l1_loss(const Tensor& input, const Tensor& target, const L1LossFuncOptions& o = {}) {
  return at::l1_loss(input, target, detail::number(o.reduction()));
}
inline Tensor mse_loss(const Tensor& input, const Tensor& target,
                       const MSELossFuncOptions& o = {}) {
  return at::mse_loss(input, target, detail::number(o.reduction()));
}
inline Tensor smooth_l1_loss(const Tensor& input, const Tensor& target,
                             const SmoothL1LossFuncOptions& o = {}) {
  return at::smooth_l1_loss(input, target, detail::number(o.reduction()), o.beta().value_or(1.0));
}
inline Tensor huber_loss(const Tensor& input, const Tensor& target,
                         const HuberLossFuncOptions& o = {}) {
  return at::huber_loss(input, target, detail::number(o.reduction()), o.delta());
}
inline Tensor cross_entropy(const Tensor& input, const Tensor& target,
                            const CrossEntropyFuncOptions& o = {}) {
  return at::cross_entropy_loss(input, target, detail::given(o.weight()),
                                detail::number(o.reduction()), o.ignore_index(),
                                o.label_smoothing());
}
inline Tensor nll_loss(const Tensor& input, const Tensor& target,
                       const NLLLossFuncOptions& o = {}) {
  return at::nll_loss_nd(input, target, detail::given(o.weight()), detail::number(o.reduction()),
                         o.ignore_index());
}
inline Tensor binary_cross_entropy(const Tensor& input, const Tensor& target,
                                   const BinaryCrossEntropyFuncOptions& o = {}) {
  return at::binary_cross_entropy(input, target, detail::given(o.weight()),
                                  detail::number(o.reduction()));
}
inline Tensor binary_cross_entropy_with_logits(
    const Tensor& input, const Tensor& target,
    const BinaryCrossEntropyWithLogitsFuncOptions& o = {}) {
  return at::binary_cross_entropy_with_logits(input, target, detail::given(o.weight()),
                                              detail::given(o.pos_weight()),
                                              detail::number(o.reduction()));
}
inline Tensor kl_div(const Tensor& input, const Tensor& target, const KLDivFuncOptions& o = {}) {
  if (!std::holds_alternative<enumtype::kBatchMean>(o.reduction()))
    return at::kl_div(input, target, detail::number(o.reduction()), o.log_target());
  const Tensor sum = at::kl_div(input, target, detail::number(torch::kSum), o.log_target());
  return input.dim() == 0 ? sum : sum / input.size(0);
}
inline Tensor soft_margin_loss(const Tensor& input, const Tensor& target,
                               const SoftMarginLossFuncOptions& o = {}) {
  return at::soft_margin_loss(input, target, detail::number(o.reduction()));
}
inline Tensor hinge_embedding_loss(const Tensor& input, const Tensor& target,
                                   const HingeEmbeddingLossFuncOptions& o = {}) {
  return at::hinge_embedding_loss(input, target, o.margin(), detail::number(o.reduction()));
}
inline Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target,
                                  const MarginRankingLossFuncOptions& o = {}) {
  return at::margin_ranking_loss(input1, input2, target, o.margin(), detail::number(o.reduction()));
}
inline Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2,
                                    const Tensor& target,
                                    const CosineEmbeddingLossFuncOptions& o = {}) {
  return at::cosine_embedding_loss(input1, input2, target, o.margin(),
                                   detail::number(o.reduction()));
}

// ---- activations

inline Tensor relu(const Tensor& input, const ReLUFuncOptions& o = {}) {
  return o.inplace() ? input.relu_() : input.relu();
}
inline Tensor relu6(const Tensor& input, const ReLU6FuncOptions& o = {}) {
  return o.inplace() ? at::relu6_(input) : at::relu6(input);
}
inline Tensor elu(const Tensor& input, const ELUFuncOptions& o = {}) {
  return o.inplace() ? at::elu_(input, o.alpha()) : at::elu(input, o.alpha());
}
inline Tensor selu(const Tensor& input, const SELUFuncOptions& o = {}) {
  return o.inplace() ? at::selu_(input) : at::selu(input);
}
inline Tensor celu(const Tensor& input, const CELUFuncOptions& o = {}) {
  return o.inplace() ? at::celu_(input, o.alpha()) : at::celu(input, o.alpha());
}
inline Tensor leaky_relu(const Tensor& input, const LeakyReLUFuncOptions& o = {}) {
  return o.inplace() ? at::leaky_relu_(input, o.negative_slope())
                     : at::leaky_relu(input, o.negative_slope());
}
inline Tensor hardtanh(const Tensor& input, const HardtanhFuncOptions& o = {}) {
  return o.inplace() ? at::hardtanh_(input, o.min_val(), o.max_val())
                     : at::hardtanh(input, o.min_val(), o.max_val());
}
inline Tensor gelu(const Tensor& input, const GELUFuncOptions& o = {}) {
  return at::gelu(input, o.approximate());
}
inline Tensor softplus(const Tensor& input, const SoftplusFuncOptions& o = {}) {
  return at::softplus(input, o.beta(), o.threshold());
}
inline Tensor silu(const Tensor& input) { return at::silu(input); }
inline Tensor mish(const Tensor& input) { return at::mish(input); }
inline Tensor logsigmoid(const Tensor& input) { return at::log_sigmoid(input); }
inline Tensor softsign(const Tensor& input) { return input / (input.abs() + 1); }
inline Tensor tanhshrink(const Tensor& input) { return input - input.tanh(); }
inline Tensor glu(const Tensor& input, const GLUFuncOptions& o = {}) {
  return at::glu(input, o.dim());
}
inline Tensor softmax(const Tensor& input, const SoftmaxFuncOptions& o) {
  return input.softmax(o.dim(), o.dtype());
}
inline Tensor softmin(const Tensor& input, const SoftminFuncOptions& o) {
  return (-input).softmax(o.dim(), o.dtype());
}
inline Tensor log_softmax(const Tensor& input, const LogSoftmaxFuncOptions& o) {
  return input.log_softmax(o.dim(), o.dtype());
}

// ---- layers and images

inline Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias = {}) {
  return at::linear(input, weight, detail::given(bias));
}
inline Tensor dropout(const Tensor& input, const DropoutFuncOptions& o = {}) {
  return o.inplace() ? at::dropout_(input, o.p(), o.training())
                     : at::dropout(input, o.p(), o.training());
}
inline Tensor one_hot(const Tensor& tensor, int64_t num_classes = -1) {
  return at::one_hot(tensor, num_classes);
}
inline Tensor normalize(const Tensor& input, const NormalizeFuncOptions& o = {}) {
  const Tensor norm = input.norm(o.p(), o.dim(), true).clamp_min(o.eps());
  return input / norm.expand_as(input);
}
inline Tensor cosine_similarity(const Tensor& x1, const Tensor& x2,
                                const CosineSimilarityFuncOptions& o = {}) {
  return at::cosine_similarity(x1, x2, o.dim(), o.eps());
}
inline Tensor pad(const Tensor& input, const PadFuncOptions& o) {
  return at::pad(input, o.pad(), detail::name(o.mode()), o.value());
}
inline Tensor interpolate(const Tensor& input, const InterpolateFuncOptions& o) {
  std::vector<int64_t> sizes = o.size().value_or(std::vector<int64_t>());
  const auto dims = static_cast<size_t>(input.dim() - 2);
  TORCH_CHECK(o.size().has_value() != o.scale_factor().has_value(),
              "only one of size or scale_factor should be defined");
  c10::optional<std::vector<double>> scales = o.scale_factor();
  if (sizes.size() == 1) sizes.resize(dims, sizes[0]);
  if (scales.has_value() && scales->size() == 1) scales->resize(dims, scales->front());
  for (size_t i = 0; scales.has_value() && i < dims; ++i)
    sizes.push_back(static_cast<int64_t>(
        std::floor(static_cast<double>(input.size(static_cast<int64_t>(i) + 2)) * (*scales)[i])));
  if (o.recompute_scale_factor().value_or(false)) scales.reset();
  const auto scale = [&](size_t i) {
    return scales.has_value() ? c10::optional<double>((*scales)[i]) : c10::nullopt;
  };
  const bool aligned = o.align_corners().value_or(false);
  const std::string mode = detail::name(o.mode());
  if (mode == "nearest" && dims == 1) return at::upsample_nearest1d(input, sizes, scale(0));
  if (mode == "nearest" && dims == 2)
    return at::upsample_nearest2d(input, sizes, scale(0), scale(1));
  if (mode == "nearest" && dims == 3)
    return at::upsample_nearest3d(input, sizes, scale(0), scale(1), scale(2));
  if (mode == "linear" && dims == 1) return at::upsample_linear1d(input, sizes, aligned, scale(0));
  if (mode == "bilinear" && dims == 2)
    return at::upsample_bilinear2d(input, sizes, aligned, scale(0), scale(1));
  if (mode == "bicubic" && dims == 2)
    return at::upsample_bicubic2d(input, sizes, aligned, scale(0), scale(1));
  if (mode == "trilinear" && dims == 3)
    return at::upsample_trilinear3d(input, sizes, aligned, scale(0), scale(1), scale(2));
  throw c10::Error("interpolate has no mode " + mode + " for a tensor of dimension " +
                   std::to_string(input.dim()));
}

}  // namespace jitscope_v0
}  // namespace functional
}  // namespace nn
}  // namespace torch
