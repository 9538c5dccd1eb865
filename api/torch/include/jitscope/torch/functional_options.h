// The options of torch::nn::functional. C++17.
#pragma once

#include <jitscope/torch/optim.h>

#include <variant>

namespace torch {

// PyTorch's names for choices are types, and constants of these types.
#define JITSCOPE_ENUM(X) \
  X(None)                \
  X(Mean)                \
  X(Sum)                 \
  X(BatchMean)           \
  X(Constant)            \
  X(Reflect)             \
  X(Replicate)           \
  X(Circular)            \
  X(Nearest)             \
  X(Linear)              \
  X(Bilinear)            \
  X(Bicubic)             \
  X(Trilinear)
namespace enumtype {
inline namespace jitscope_v0 {
#define JITSCOPE_ENUM_TYPE(name) \
  struct k##name {};
JITSCOPE_ENUM(JITSCOPE_ENUM_TYPE)
#undef JITSCOPE_ENUM_TYPE
}  // namespace jitscope_v0
}  // namespace enumtype
#define JITSCOPE_ENUM_CONSTANT(name) constexpr enumtype::k##name k##name;
JITSCOPE_ENUM(JITSCOPE_ENUM_CONSTANT)
#undef JITSCOPE_ENUM_CONSTANT
#undef JITSCOPE_ENUM

namespace nn {
inline namespace jitscope_v0 {
namespace detail {

using Reduction = std::variant<enumtype::kNone, enumtype::kMean, enumtype::kSum>;
using KLReduction =
    std::variant<enumtype::kNone, enumtype::kBatchMean, enumtype::kSum, enumtype::kMean>;
using PadMode = std::variant<enumtype::kConstant, enumtype::kReflect, enumtype::kReplicate,
                             enumtype::kCircular>;
using ResizeMode = std::variant<enumtype::kNearest, enumtype::kLinear, enumtype::kBilinear,
                                enumtype::kBicubic, enumtype::kTrilinear>;
using Sizes = std::vector<int64_t>;
using OptionalSizes = c10::optional<std::vector<int64_t>>;
using OptionalNumbers = c10::optional<std::vector<double>>;
using OptionalDtype = c10::optional<ScalarType>;
using OptionalNumber = c10::optional<double>;
using OptionalBool = c10::optional<bool>;

// The operators' number of a reduction.
template <typename... Choices>
int64_t number(const std::variant<Choices...>& reduction) {
  return std::holds_alternative<enumtype::kNone>(reduction)   ? 0
         : std::holds_alternative<enumtype::kMean>(reduction) ? 1
                                                              : 2;
}
inline int64_t number(enumtype::kSum) { return 2; }
inline std::string name(const PadMode& mode) {
  static const char* const kNames[] = {"constant", "reflect", "replicate", "circular"};
  return kNames[mode.index()];
}
inline std::string name(const ResizeMode& mode) {
  static const char* const kNames[] = {"nearest", "linear", "bilinear", "bicubic", "trilinear"};
  return kNames[mode.index()];
}
inline c10::optional<Tensor> given(const Tensor& tensor) {
  return tensor.defined() ? c10::optional<Tensor>(tensor) : c10::nullopt;
}

}  // namespace detail

class L1LossOptions {
 public:
  using reduction_t = detail::Reduction;
  L1LossOptions() = default;
  L1LossOptions(reduction_t reduction) : reduction_(reduction) {}
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
};
class MSELossOptions {
 public:
  using reduction_t = detail::Reduction;
  MSELossOptions() = default;
  MSELossOptions(reduction_t reduction) : reduction_(reduction) {}
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
};
class SmoothL1LossOptions {
 public:
  using reduction_t = detail::Reduction;
  SmoothL1LossOptions() = default;
  SmoothL1LossOptions(reduction_t reduction) : reduction_(reduction) {}
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
  JITSCOPE_OPTION(detail::OptionalNumber, beta, c10::nullopt);
};
class HuberLossOptions {
 public:
  using reduction_t = detail::Reduction;
  HuberLossOptions() = default;
  HuberLossOptions(reduction_t reduction) : reduction_(reduction) {}
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
  JITSCOPE_OPTION(double, delta, 1.0);
};
class CrossEntropyLossOptions {
 public:
  using reduction_t = detail::Reduction;
  JITSCOPE_OPTION(Tensor, weight, Tensor());
  JITSCOPE_OPTION(int64_t, ignore_index, -100);
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
  JITSCOPE_OPTION(double, label_smoothing, 0.0);
};
class NLLLossOptions {
 public:
  using reduction_t = detail::Reduction;
  JITSCOPE_OPTION(Tensor, weight, Tensor());
  JITSCOPE_OPTION(int64_t, ignore_index, -100);
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
};
class BCELossOptions {
 public:
  using reduction_t = detail::Reduction;
  JITSCOPE_OPTION(Tensor, weight, Tensor());
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
};
class BCEWithLogitsLossOptions {
 public:
  using reduction_t = detail::Reduction;
  JITSCOPE_OPTION(Tensor, weight, Tensor());
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
  JITSCOPE_OPTION(Tensor, pos_weight, Tensor());
};
class KLDivLossOptions {
 public:
  using reduction_t = detail::KLReduction;
  KLDivLossOptions() = default;
  KLDivLossOptions(reduction_t reduction) : reduction_(reduction) {}
  JITSCOPE_OPTION(detail::KLReduction, reduction, torch::kMean);
  JITSCOPE_OPTION(bool, log_target, false);
};
class SoftMarginLossOptions {
 public:
  using reduction_t = detail::Reduction;
  SoftMarginLossOptions() = default;
  SoftMarginLossOptions(reduction_t reduction) : reduction_(reduction) {}
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
};
class HingeEmbeddingLossOptions {
 public:
  using reduction_t = detail::Reduction;
  JITSCOPE_OPTION(double, margin, 1.0);
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
};
class MarginRankingLossOptions {
 public:
  using reduction_t = detail::Reduction;
  JITSCOPE_OPTION(double, margin, 0.0);
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
};
class CosineEmbeddingLossOptions {
 public:
  using reduction_t = detail::Reduction;
  JITSCOPE_OPTION(double, margin, 0.0);
  JITSCOPE_OPTION(detail::Reduction, reduction, torch::kMean);
};
class ReLUOptions {
 public:
  ReLUOptions(bool inplace = false) : inplace_(inplace) {}
  JITSCOPE_OPTION(bool, inplace, false);
};
class ReLU6Options {
 public:
  ReLU6Options(bool inplace = false) : inplace_(inplace) {}
  JITSCOPE_OPTION(bool, inplace, false);
};
class SELUOptions {
 public:
  SELUOptions(bool inplace = false) : inplace_(inplace) {}
  JITSCOPE_OPTION(bool, inplace, false);
};
class ELUOptions {
 public:
  JITSCOPE_OPTION(double, alpha, 1.0);
  JITSCOPE_OPTION(bool, inplace, false);
};
class CELUOptions {
 public:
  JITSCOPE_OPTION(double, alpha, 1.0);
  JITSCOPE_OPTION(bool, inplace, false);
};
class LeakyReLUOptions {
 public:
  JITSCOPE_OPTION(double, negative_slope, 1e-2);
  JITSCOPE_OPTION(bool, inplace, false);
};
class HardtanhOptions {
 public:
  JITSCOPE_OPTION(double, min_val, -1.0);
  JITSCOPE_OPTION(double, max_val, 1.0);
  JITSCOPE_OPTION(bool, inplace, false);
};
class GELUOptions {
 public:
  JITSCOPE_OPTION(std::string, approximate, "none");
};
class SoftplusOptions {
 public:
  JITSCOPE_OPTION(double, beta, 1.0);
  JITSCOPE_OPTION(double, threshold, 20.0);
};
class GLUOptions {
 public:
  GLUOptions(int64_t dim = -1) : dim_(dim) {}
  JITSCOPE_OPTION(int64_t, dim, -1);
};

}  // namespace jitscope_v0

namespace functional {
inline namespace jitscope_v0 {
namespace detail = nn::detail;

using L1LossFuncOptions = L1LossOptions;
using MSELossFuncOptions = MSELossOptions;
using SmoothL1LossFuncOptions = SmoothL1LossOptions;
using HuberLossFuncOptions = HuberLossOptions;
using CrossEntropyFuncOptions = CrossEntropyLossOptions;
using NLLLossFuncOptions = NLLLossOptions;
using BinaryCrossEntropyFuncOptions = BCELossOptions;
using BinaryCrossEntropyWithLogitsFuncOptions = BCEWithLogitsLossOptions;
using KLDivFuncOptions = KLDivLossOptions;
using SoftMarginLossFuncOptions = SoftMarginLossOptions;
using HingeEmbeddingLossFuncOptions = HingeEmbeddingLossOptions;
using MarginRankingLossFuncOptions = MarginRankingLossOptions;
using CosineEmbeddingLossFuncOptions = CosineEmbeddingLossOptions;
using ReLUFuncOptions = ReLUOptions;
using ReLU6FuncOptions = ReLU6Options;
using SELUFuncOptions = SELUOptions;
using ELUFuncOptions = ELUOptions;
using CELUFuncOptions = CELUOptions;
using LeakyReLUFuncOptions = LeakyReLUOptions;
using HardtanhFuncOptions = HardtanhOptions;
using GELUFuncOptions = GELUOptions;
using SoftplusFuncOptions = SoftplusOptions;
using GLUFuncOptions = GLUOptions;

class SoftmaxFuncOptions {
 public:
  SoftmaxFuncOptions(int64_t dim) : dim_(dim) {}
  JITSCOPE_OPTION(int64_t, dim, 0);
  JITSCOPE_OPTION(detail::OptionalDtype, dtype, c10::nullopt);
};
class SoftminFuncOptions {
 public:
  SoftminFuncOptions(int64_t dim) : dim_(dim) {}
  JITSCOPE_OPTION(int64_t, dim, 0);
  JITSCOPE_OPTION(detail::OptionalDtype, dtype, c10::nullopt);
};
class LogSoftmaxFuncOptions {
 public:
  LogSoftmaxFuncOptions(int64_t dim) : dim_(dim) {}
  JITSCOPE_OPTION(int64_t, dim, 0);
  JITSCOPE_OPTION(detail::OptionalDtype, dtype, c10::nullopt);
};
class DropoutFuncOptions {
 public:
  JITSCOPE_OPTION(double, p, 0.5);
  JITSCOPE_OPTION(bool, training, true);
  JITSCOPE_OPTION(bool, inplace, false);
};
class NormalizeFuncOptions {
 public:
  JITSCOPE_OPTION(double, p, 2.0);
  JITSCOPE_OPTION(int64_t, dim, 1);
  JITSCOPE_OPTION(double, eps, 1e-12);
};
class CosineSimilarityFuncOptions {
 public:
  JITSCOPE_OPTION(int64_t, dim, 1);
  JITSCOPE_OPTION(double, eps, 1e-8);
};
class PadFuncOptions {
 public:
  PadFuncOptions(detail::Sizes pad) : pad_(std::move(pad)) {}
  JITSCOPE_OPTION(detail::Sizes, pad, detail::Sizes());
  JITSCOPE_OPTION(detail::PadMode, mode, torch::kConstant);
  JITSCOPE_OPTION(double, value, 0);
};
class InterpolateFuncOptions {
 public:
  JITSCOPE_OPTION(detail::OptionalSizes, size, c10::nullopt);
  JITSCOPE_OPTION(detail::OptionalNumbers, scale_factor, c10::nullopt);
  JITSCOPE_OPTION(detail::ResizeMode, mode, torch::kNearest);
  JITSCOPE_OPTION(detail::OptionalBool, align_corners, c10::nullopt);
  JITSCOPE_OPTION(detail::OptionalBool, recompute_scale_factor, c10::nullopt);
};

}  // namespace jitscope_v0
}  // namespace functional
}  // namespace nn
}  // namespace torch
