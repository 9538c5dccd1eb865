#include "core/autodiff/autocast.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "core/autodiff/each_tensor.h"
#include "core/autodiff/node.h"
#include "core/autodiff/tape.h"
#include "core/base/torch_profile.h"

namespace ts::autodiff {
namespace {

using tensor::DType;

// None: the operator, or its parts, take what they get. Off: so they do without autocast.
enum class Policy : uint8_t { None, Off, Lower, Float, Widest };

// All overloads of an operator have its policy, but for those with `out`.
constexpr std::string_view kLower[] = {"_addmm_activation",
                                       "_convolution",
                                       "addbmm",
                                       "addmm",
                                       "baddbmm",
                                       "bmm",
                                       "conv1d",
                                       "conv2d",
                                       "conv3d",
                                       "conv_tbc",
                                       "linear",
                                       "matmul",
                                       "mm"};
constexpr std::string_view kLowerSince2[] = {"_native_multi_head_attention",
                                             "conv_transpose1d",
                                             "conv_transpose2d",
                                             "conv_transpose3d",
                                             "linalg_vecdot",
                                             "prelu",
                                             "scaled_dot_product_attention"};
constexpr std::string_view kWidest[] = {"cat", "index_copy", "stack"};
constexpr std::string_view kFloatUntil2[] = {"conv_transpose1d", "conv_transpose2d",
                                             "conv_transpose3d", "linalg_matrix_norm", "symeig"};
constexpr std::string_view kFloat[] = {"_grid_sampler_2d_cpu_fallback",
                                       "_lu_with_info",
                                       "adaptive_avg_pool3d",
                                       "adaptive_max_pool3d",
                                       "avg_pool3d",
                                       "binary_cross_entropy",
                                       "binary_cross_entropy_with_logits",
                                       "cdist",
                                       "cholesky",
                                       "cholesky_inverse",
                                       "cholesky_solve",
                                       "cosine_embedding_loss",
                                       "cross_entropy_loss",
                                       "ctc_loss",
                                       "fake_quantize_per_tensor_affine",
                                       "fft_fft",
                                       "fft_fft2",
                                       "fft_fftn",
                                       "fft_hfft",
                                       "fft_ifft",
                                       "fft_ifft2",
                                       "fft_ifftn",
                                       "fft_ihfft",
                                       "fft_irfft",
                                       "fft_irfft2",
                                       "fft_irfftn",
                                       "fft_rfft",
                                       "fft_rfft2",
                                       "fft_rfftn",
                                       "fractional_max_pool2d",
                                       "fractional_max_pool3d",
                                       "geqrf",
                                       "grid_sampler",
                                       "grid_sampler_2d",
                                       "grid_sampler_3d",
                                       "hinge_embedding_loss",
                                       "huber_loss",
                                       "inverse",
                                       "kl_div",
                                       "l1_loss",
                                       "linalg_cholesky",
                                       "linalg_cholesky_ex",
                                       "linalg_cond",
                                       "linalg_eig",
                                       "linalg_eigh",
                                       "linalg_eigvals",
                                       "linalg_eigvalsh",
                                       "linalg_householder_product",
                                       "linalg_inv",
                                       "linalg_inv_ex",
                                       "linalg_lstsq",
                                       "linalg_matrix_rank",
                                       "linalg_qr",
                                       "linalg_solve",
                                       "linalg_svd",
                                       "linalg_svdvals",
                                       "linalg_tensorinv",
                                       "linalg_tensorsolve",
                                       "lu_solve",
                                       "margin_ranking_loss",
                                       "max_pool3d",
                                       "max_unpool2d",
                                       "max_unpool3d",
                                       "mse_loss",
                                       "multi_margin_loss",
                                       "multilabel_margin_loss",
                                       "multilabel_margin_loss_forward",
                                       "nanquantile",
                                       "nll_loss",
                                       "nll_loss2d",
                                       "orgqr",
                                       "ormqr",
                                       "pinverse",
                                       "poisson_nll_loss",
                                       "polar",
                                       "prod",
                                       "qr",
                                       "quantile",
                                       "reflection_pad1d",
                                       "reflection_pad2d",
                                       "replication_pad1d",
                                       "replication_pad2d",
                                       "replication_pad3d",
                                       "smooth_l1_loss",
                                       "soft_margin_loss",
                                       "stft",
                                       "svd",
                                       "trace",
                                       "triangular_solve",
                                       "triplet_margin_loss",
                                       "view_as_complex"};
// Operators that kernels compute whole, but that PyTorch composes of operators with a policy.
constexpr std::string_view kLowerParts[] = {"chain_matmul", "einsum", "inner", "linalg_multi_dot",
                                            "tensordot"};
constexpr std::string_view kFloatParts[] = {"nll_loss_nd"};
// PyTorch's kernels do not use the operators of our derivatives.
constexpr std::string_view kOff[] = {"bilinear"};

Policy policyOf(const ops::FunctionSchema& schema) {
  constexpr std::string_view kNamespace = "aten::";
  std::string_view name = schema.name;
  if (!name.starts_with(kNamespace) || schema.overload.ends_with("out")) return Policy::None;
  name.remove_prefix(kNamespace.size());
  const auto isIn = [&](const auto& names) {
    return std::ranges::find(names, name) != std::end(names);
  };
  const bool since2 = atLeast(TorchProfile::Torch2_6);
  if (isIn(kLower) || isIn(kLowerParts) || (since2 && isIn(kLowerSince2))) return Policy::Lower;
  if (isIn(kWidest)) return Policy::Widest;
  if (isIn(kOff)) return Policy::Off;
  if (isIn(kFloat) || isIn(kFloatParts) || (!since2 && isIn(kFloatUntil2))) return Policy::Float;
  return Policy::None;
}

bool isConverted(const Tensor& tensor) {
  return tensor.defined() && tensor.device() == tensor::Device::Cpu &&
         tensor::isFloating(tensor.dtype()) && tensor.dtype() != DType::Float64;
}

struct Conversion {
  Tensor from, to;
};
std::unordered_map<const tensor::TensorImpl*, Conversion>& conversions() {
  // A cache of each thread: see forgetAutocasts().
  thread_local std::unordered_map<const tensor::TensorImpl*, Conversion> kept;
  return kept;
}

Tensor convertedTo(DType dtype, const Tensor& tensor) {
  if (!isConverted(tensor) || tensor.dtype() == dtype) return tensor;
  const AutocastState& state = threadState.settings().autocast;
  const auto convert = [&] {
    return callTensor("aten::to.dtype",
                      {tensor, static_cast<int64_t>(dtype), false, false, IValue()});
  };
  const bool isParameter = tensor.requiresGrad() && tensor.impl()->gradient == nullptr;
  if (!state.keepsConversions || dtype != state.dtype || tensor.dtype() != DType::Float32 ||
      !isParameter)
    return convert();
  const auto [kept, isNew] = conversions().try_emplace(tensor.impl());
  if (isNew) kept->second = {tensor, convert()};
  return kept->second.to;
}

// The dtype to which operators with Policy::Widest convert: float if one of the arguments is one.
DType widestOf(std::span<const IValue> arguments, DType lower) {
  DType widest = lower;
  for (const IValue& argument : arguments)
    eachTensor(argument, [&](const Tensor& tensor) {
      if (isConverted(tensor) && tensor.dtype() == DType::Float32) widest = DType::Float32;
    });
  return widest;
}

}  // namespace

void AutocastScope::convert(const ops::FunctionSchema& schema, kernels::Stack& stack) {
  // A cache of each thread, so that a call needs no lock.
  thread_local std::unordered_map<const ops::FunctionSchema*, Policy> policies;
  const auto [policy, isNew] = policies.try_emplace(&schema, Policy::None);
  if (isNew) policy->second = policyOf(schema);
  if (policy->second == Policy::None) return;
  AutocastState& state = threadState.settings().autocast;
  const auto arguments = std::span(stack).last(schema.arguments.size());
  const DType dtype = policy->second == Policy::Lower   ? state.dtype
                      : policy->second == Policy::Float ? DType::Float32
                                                        : widestOf(arguments, state.dtype);
  state.isEnabled = false;
  if (policy->second == Policy::Off) return;
  try {
    for (IValue& argument : arguments) {
      if (argument.isTensor()) {
        argument = convertedTo(dtype, argument.toTensor());
      } else if (argument.isList()) {
        std::vector<IValue> items = argument.toList().items;
        bool isChanged = false;
        for (IValue& item : items)
          if (item.isTensor()) {
            item = convertedTo(dtype, item.toTensor());
            isChanged = true;
          }
        if (isChanged) argument = tensor::makeList(argument.toList().element, std::move(items));
      }
    }
  } catch (...) {
    state.isEnabled = true;
    throw;
  }
}

void forgetAutocasts() { conversions().clear(); }

}  // namespace ts::autodiff
