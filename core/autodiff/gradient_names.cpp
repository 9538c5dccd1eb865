// PyTorch's names of gradient nodes.

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "core/autodiff/tape.h"
#include "core/base/torch_profile.h"

namespace ts::autodiff {
namespace {

struct NameRow {
  std::string_view op;    // without "aten::"; with the overload if names differ by overload
  std::string_view name;  // name for the last differentiable operator inside of it
};
// Names for composite operators, and for overloads with a derivative formula of their own that is
// not the first one (tools/autograd/derivatives.yaml). Sorted.
constexpr NameRow kNames[] = {
    {"__and__", ""},
    {"_unsafe_view", "UnsafeViewBackward0"},
    {"adaptive_avg_pool2d", "AdaptiveAvgPool2DBackward0"},
    {"adaptive_max_pool1d", "SqueezeBackward1"},
    {"add.Scalar", "AddBackward1"},
    {"alpha_dropout", "AddBackward0"},
    {"avg_pool1d", "SqueezeBackward1"},
    {"batch_norm", "NativeBatchNormBackward0"},
    {"bilinear", "AddBackward0"},
    {"chunk", "SplitBackward0"},
    {"clamp", "ClampBackward1"},
    {"contiguous", "CloneBackward0"},
    {"conv1d", "ConvolutionBackward0"},
    {"conv2d", "ConvolutionBackward0"},
    {"conv3d", "ConvolutionBackward0"},
    {"conv_transpose1d", "ConvolutionBackward0"},
    {"conv_transpose2d.input", "ConvolutionBackward0"},
    {"conv_transpose3d.input", "ConvolutionBackward0"},
    {"copy", "CopyBackwards"},
    {"cosine_embedding_loss", "MeanBackward0"},
    {"cosine_similarity", "SumBackward1"},
    {"cross_entropy_loss", "NllLossBackward0"},
    {"det", "LinalgDetBackward0"},
    {"div.Scalar", "DivBackward1"},
    {"dropout", "MulBackward0"},
    {"einsum", "ReshapeAliasBackward0"},
    {"expand_as", "ExpandBackward0"},
    {"feature_dropout", "MulBackward0"},
    {"flatten.using_ints", "ReshapeAliasBackward0"},
    {"group_norm", "NativeGroupNormBackward0"},
    {"gru.input", "TransposeBackward0"},
    {"gru_cell", "AddBackward0"},
    {"hinge_embedding_loss", "MeanBackward0"},
    {"instance_norm", "ViewBackward0"},
    {"inverse", "LinalgInvExBackward0"},
    {"kl_div", "MeanBackward0"},
    {"l1_loss", "MeanBackward0"},
    {"layer_norm", "NativeLayerNormBackward0"},
    {"linalg_norm", "LinalgVectorNormBackward0"},
    {"log_softmax.int", "LogSoftmaxBackward0"},
    {"lstm.input", "TransposeBackward0"},
    {"lstm_cell", "MulBackward0"},
    {"mT", "TransposeBackward0"},
    {"margin_ranking_loss", "MeanBackward0"},
    {"matmul", "MmBackward0"},
    {"max", "MaxBackward1"},
    {"max.other", "MaximumBackward0"},
    {"max_pool1d", "SqueezeBackward1"},
    {"max_pool2d", "MaxPool2DWithIndicesBackward0"},
    {"max_pool3d", "MaxPool3DWithIndicesBackward0"},
    {"mean.dim", "MeanBackward1"},
    {"min", "MinBackward1"},
    {"min.other", "MinimumBackward0"},
    {"movedim.int", "PermuteBackward0"},
    {"mul.Scalar", "MulBackward1"},
    {"nll_loss_nd", "NllLossBackward0"},
    {"norm.Scalar", "NormBackward0"},
    {"norm.ScalarOpt_dim", "NormBackward1"},
    {"numpy_T", "PermuteBackward0"},
    {"outer", "MulBackward0"},
    {"pad", "ConstantPadNdBackward0"},
    {"pairwise_distance", "NormBackward1"},
    {"poisson_nll_loss", "MeanBackward0"},
    {"pow.Scalar", "PowBackward2"},
    {"pow.Tensor_Tensor", "PowBackward1"},
    {"prod.dim_int", "ProdBackward1"},
    {"relu6", "HardtanhBackward0"},
    {"reshape", "ReshapeAliasBackward0"},
    {"rnn_tanh.input", "TransposeBackward0"},
    {"rnn_tanh_cell", "TanhBackward0"},
    {"rsub.Scalar", "RsubBackward1"},
    {"selu", "EluBackward0"},
    {"softmax.int", "SoftmaxBackward0"},
    {"squeeze.dim", "SqueezeBackward1"},
    {"std", "StdBackward0"},
    {"std.dim", "StdBackward0"},
    {"sub.Scalar", "SubBackward1"},
    {"sum.dim_IntList", "SumBackward1"},
    {"tensor_split.sections", "SliceBackward0"},
    {"to.device", "ToCopyBackward0"},
    {"to.dtype", "ToCopyBackward0"},
    {"to.dtype_layout", "ToCopyBackward0"},
    {"to.other", "ToCopyBackward0"},
    {"triplet_margin_loss", "MeanBackward0"},
    {"true_divide.Tensor", "DivBackward0"},
    {"unflatten.int", "ViewBackward0"},
    {"view_as", "ViewBackward0"},
    {"where.ScalarOther", "WhereBackward0"},
};

std::string baseOfSchema(const ops::FunctionSchema& schema) {
  const size_t colons = schema.name.find("::");
  return schema.name.substr(colons == std::string::npos ? 0 : colons + 2);
}

std::string camelCase(std::string_view name) {
  std::string camel;
  bool upper = true;
  for (char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    camel += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = std::isdigit(static_cast<unsigned char>(c));
  }
  return camel;
}

std::string findName(const ops::FunctionSchema& schema, int64_t rank) {
  std::string base = baseOfSchema(schema);
  if (base == "linear" || base == "matmul") {
    if (base == "matmul" && rank == 1) return "DotBackward0";
    if (base == "matmul") return rank == 2 ? "MmBackward0" : "UnsafeViewBackward0";
    if (rank == 1 && !atLeast(TorchProfile::Torch2_6)) return "AddBackward0";
    return rank == 2 ? "AddmmBackward0" : "ViewBackward0";
  }
  if (base.ends_with('_') && !base.ends_with("__")) base.pop_back();
  const std::string full =
      schema.overload.empty() || schema.overload == "out" ? base : base + "." + schema.overload;
  auto row = std::ranges::lower_bound(kNames, full, {}, &NameRow::op);
  if (row != std::end(kNames) && row->op == full) {
    // PyTorch 2 has no operator of its own for the views of reshape.
    const bool isView = row->name == "ReshapeAliasBackward0" && atLeast(TorchProfile::Torch2_6);
    return isView ? "ViewBackward0" : std::string(row->name);
  }
  return camelCase(base) + "Backward0";
}

}  // namespace

const char* gradientName(const ops::FunctionSchema& schema, int64_t rank) {
  static std::mutex mutex;
  static std::set<std::string> names;
  static std::map<std::tuple<const ops::FunctionSchema*, int64_t, TorchProfile>, const char*>
      cachedNames;
  std::lock_guard lock(mutex);
  auto [at, isNew] = cachedNames.try_emplace({&schema, rank, torchProfile()}, nullptr);
  if (isNew) at->second = names.insert(findName(schema, rank)).first->c_str();
  return at->second;
}

}  // namespace ts::autodiff
