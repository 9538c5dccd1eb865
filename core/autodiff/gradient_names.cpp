#include "core/autodiff/gradient_names.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "core/base/torch_profile.h"
#include "core/tensor/error.h"

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
    {"fill.Tensor", "FillBackward1"},
    {"fill_.Scalar", "FillBackward2"},
    {"fill_.Tensor", "FillBackward3"},
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

// The nodes of products by ranks, of which kMany means that and more. Later rows are more general.
constexpr int64_t kMany = 4, kAnyRank = 5;
struct PartsRow {
  int64_t left, right, bias;  // the ranks of the first three arguments; -1: none
  std::string_view parts;
};
constexpr PartsRow kMatmul[] = {
    {1, 1, -1, "DotBackward0(self, other)"},
    {1, 2, -1, "SqueezeBackward3(MmBackward0(UnsqueezeBackward0(self), other))"},
    {1, kAnyRank, -1,
     "UnsafeViewBackward0(MvBackward0(UnsafeViewBackward0(CloneBackward0(TransposeBackward0("
     "other))), self))"},
    {2, 1, -1, "MvBackward0(self, other)"},
    {2, 2, -1, "MmBackward0(self, other)"},
    {2, kAnyRank, -1,
     "CloneBackward0(TransposeBackward0(UnsafeViewBackward0(MmBackward0(UnsafeViewBackward0("
     "CloneBackward0(TransposeBackward0(other))), TBackward0(self)))))"},
    {kAnyRank, 1, -1, "UnsafeViewBackward0(MvBackward0(ReshapeAliasBackward0(self), other))"},
    {kAnyRank, 2, -1, "UnsafeViewBackward0(MmBackward0(ReshapeAliasBackward0(self), other))"},
    {kAnyRank, kAnyRank, -1,
     "UnsafeViewBackward0(BmmBackward0(ReshapeAliasBackward0(ExpandBackward0(self)), "
     "ReshapeAliasBackward0(ExpandBackward0(other))))"},
};
constexpr PartsRow kLinear[] = {
    {1, kAnyRank, -1,
     "SqueezeBackward3(MmBackward0(UnsqueezeBackward0(input), TBackward0(weight)))"},
    {2, kAnyRank, -1, "MmBackward0(input, TBackward0(weight))"},
    {kAnyRank, kAnyRank, -1,
     "UnsafeViewBackward0(MmBackward0(ReshapeAliasBackward0(input), TBackward0(weight)))"},
    {2, kAnyRank, kAnyRank, "AddmmBackward0(bias, input, TBackward0(weight))"},
    {kAnyRank, kAnyRank, kAnyRank,
     "ViewBackward0(AddmmBackward0(bias, ViewBackward0(input), TBackward0(weight)))"},
};
// 1.13 adds the bias by itself.
constexpr PartsRow kOldLinear[] = {
    {1, kAnyRank, kAnyRank,
     "AddBackward0(SqueezeBackward3(MmBackward0(UnsqueezeBackward0(input), TBackward0(weight))), "
     "bias)"},
    {kMany, kAnyRank, kAnyRank,
     "AddBackward0(UnsafeViewBackward0(MmBackward0(ReshapeAliasBackward0(input), "
     "TBackward0(weight))), bias)"},
};

std::string_view partsIn(std::span<const PartsRow> rows, const Ranks& ranks) {
  const auto matches = [](int64_t wanted, int64_t rank) {
    return wanted == kAnyRank ? rank >= 0 : std::min(rank, kMany) == wanted;
  };
  for (const PartsRow& row : rows)
    if (matches(row.left, ranks[0]) && matches(row.right, ranks[1]) && matches(row.bias, ranks[2]))
      return row.parts;
  return {};
}

// 2.6 has no operator of its own for the views of reshape, and one more squeeze.
std::string_view nameNow(std::string_view name) {
  if (!atLeast(TorchProfile::Torch2_6)) return name;
  return name == "ReshapeAliasBackward0" ? "ViewBackward0"
         : name == "SqueezeBackward3"    ? "SqueezeBackward4"
                                         : name;
}

std::string findName(const ops::FunctionSchema& schema, const Ranks& ranks) {
  const std::string_view parts = gradientParts(schema, ranks);
  if (!parts.empty()) return std::string(nameNow(parts.substr(0, parts.find('('))));
  std::string base = baseOfSchema(schema);
  const auto rowOf = [&](const std::string& name) {
    const std::string full =
        schema.overload.empty() || schema.overload == "out" ? name : name + "." + schema.overload;
    const auto row = std::ranges::lower_bound(kNames, full, {}, &NameRow::op);
    return row != std::end(kNames) && row->op == full ? row : nullptr;
  };
  const NameRow* row = rowOf(base);
  if (base.ends_with('_') && !base.ends_with("__")) base.pop_back();
  if (row == nullptr) row = rowOf(base);
  return row != nullptr ? std::string(nameNow(row->name)) : camelCase(base) + "Backward0";
}

// A node that PyTorch has inside of an operator that is one node here.
class ShownNode final : public Node {
 public:
  using Node::Node;
  std::vector<Tensor> run(std::span<const Tensor>, const std::vector<bool>&,
                          interp::Interpreter&) override {
    tensor::fail("{} is a part of another node and does not run by itself", name());
  }
};

// Reads "NAME(PART, PART)" or "ARGUMENT" from the front of the text.
class PartsReader {
 public:
  PartsReader(std::string_view text, const std::function<Edge(std::string_view)>& edgeOf)
      : text_(text), edgeOf_(edgeOf) {}

  std::vector<Edge> list() {
    std::vector<Edge> edges;
    do {
      text_.remove_prefix(1);  // the bracket or the comma
      while (text_.front() == ' ') text_.remove_prefix(1);
      edges.push_back(part());
    } while (text_.front() == ',');
    text_.remove_prefix(1);
    return edges;
  }
  std::string_view name() {
    const std::string_view name = text_.substr(0, text_.find_first_of("(,)"));
    text_.remove_prefix(name.size());
    return name;
  }

 private:
  Edge part() {
    const std::string_view own = name();
    if (text_.front() != '(') return edgeOf_(own);
    std::vector<Edge> edges = list();
    if (std::ranges::none_of(edges, &Edge::isNeeded)) return {};
    return {tensor::makeCounted<ShownNode>(lastingName(nameNow(own)), std::move(edges)), 0};
  }

  std::string_view text_;
  const std::function<Edge(std::string_view)>& edgeOf_;
};

}  // namespace

const char* lastingName(std::string_view name) {
  static std::mutex mutex;
  static auto* names = new std::set<std::string, std::less<>>;
  const std::lock_guard lock(mutex);
  const auto known = names->find(name);
  return (known != names->end() ? known : names->emplace(name).first)->c_str();
}

std::string_view gradientParts(const ops::FunctionSchema& schema, const Ranks& ranks) {
  const std::string_view name = schema.name;
  if (name == "aten::matmul" || name == "aten::linalg_matmul")
    return partsIn(kMatmul, {ranks[0], ranks[1], -1});
  if (name != "aten::linear") return {};
  const std::string_view old =
      atLeast(TorchProfile::Torch2_6) ? std::string_view() : partsIn(kOldLinear, ranks);
  return old.empty() ? partsIn(kLinear, ranks) : old;
}

std::vector<Edge> edgesOfParts(std::string_view parts,
                               const std::function<Edge(std::string_view)>& edgeOf) {
  PartsReader reader(parts, edgeOf);
  reader.name();
  return reader.list();
}

const char* gradientName(const ops::FunctionSchema& schema, const Ranks& ranks) {
  static std::mutex mutex;
  static std::map<std::tuple<const ops::FunctionSchema*, Ranks, TorchProfile>, const char*>
      cachedNames;
  const std::lock_guard lock(mutex);
  auto [at, isNew] = cachedNames.try_emplace({&schema, ranks, torchProfile()}, nullptr);
  if (isNew) at->second = lastingName(findName(schema, ranks));
  return at->second;
}

}  // namespace ts::autodiff
