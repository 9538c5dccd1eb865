#include "core/ops/torch_docs.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/torch_profile.h"

namespace ts::ops {

namespace {

constexpr std::string_view kSame = "`(*)` → `(*)`, the same shape";
constexpr std::string_view kLoss =
    "input and target of the same shape → a number, or the shape of the input with "
    "`reduction='none'`";
constexpr std::string_view kCell = "`(N, input_size)`, `(N, hidden_size)` → `(N, hidden_size)`";
constexpr std::string_view kChannels = "`(N, num_features, *)` → the same shape";

// For each dimension in space.
constexpr std::string_view kWindow =
    "`size_out = (size + 2·padding − dilation·(kernel_size − 1) − 1) // stride + 1`";
constexpr std::string_view kPlainWindow =
    "`size_out = (size + 2·padding − kernel_size) // stride + 1`";
constexpr std::string_view kTransposed =
    "`size_out = (size − 1)·stride − 2·padding + dilation·(kernel_size − 1) + output_padding + 1`";

// Sorted by name. `N` is the size of the batch, `C` the channels, `L`, `D`, `H`, `W` are sizes in
// space, `*` stands for any dimensions. Each entry describes the class in the words of this
// project.
constexpr LayerDoc kDocs[] = {
    {"AdaptiveAvgPool1d",
     "Averages over windows that are chosen so that the output has a given length.",
     "`(N, C, L)` → `(N, C, output_size)`"},
    {"AdaptiveAvgPool2d",
     "Averages over windows that are chosen so that the output has a given size.",
     "`(N, C, H, W)` → `(N, C, *output_size)`"},
    {"AdaptiveAvgPool3d",
     "Averages over windows that are chosen so that the output has a given size.",
     "`(N, C, D, H, W)` → `(N, C, *output_size)`"},
    {"AdaptiveMaxPool1d",
     "Takes the maximum of windows that are chosen so that the output has a given length.",
     "`(N, C, L)` → `(N, C, output_size)`"},
    {"AdaptiveMaxPool2d",
     "Takes the maximum of windows that are chosen so that the output has a given size.",
     "`(N, C, H, W)` → `(N, C, *output_size)`"},
    {"AdaptiveMaxPool3d",
     "Takes the maximum of windows that are chosen so that the output has a given size.",
     "`(N, C, D, H, W)` → `(N, C, *output_size)`"},
    {"AlphaDropout", "In training, replaces random elements so that mean and variance stay.",
     kSame},
    {"AvgPool1d", "Averages over windows of `kernel_size`.", "`(N, C, L)` → `(N, C, L_out)`",
     kPlainWindow},
    {"AvgPool2d", "Averages over windows of `kernel_size`.",
     "`(N, C, H, W)` → `(N, C, H_out, W_out)`", kPlainWindow},
    {"AvgPool3d", "Averages over windows of `kernel_size`.",
     "`(N, C, D, H, W)` → `(N, C, D_out, H_out, W_out)`", kPlainWindow},
    {"BCELoss", "The binary cross entropy between probabilities and targets.", kLoss},
    {"BCEWithLogitsLoss", "A sigmoid and the binary cross entropy in one stable step.", kLoss},
    {"BatchNorm1d",
     "Normalizes each channel by the batch in training, by running statistics otherwise.",
     "`(N, num_features)` or `(N, num_features, L)` → the same shape"},
    {"BatchNorm2d",
     "Normalizes each channel by the batch in training, by running statistics otherwise.",
     "`(N, num_features, H, W)` → the same shape"},
    {"BatchNorm3d",
     "Normalizes each channel by the batch in training, by running statistics otherwise.",
     "`(N, num_features, D, H, W)` → the same shape"},
    {"Bilinear", "A learned bilinear form of two inputs: `x1ᵀ A x2 + b`.",
     "`(*, in1_features)`, `(*, in2_features)` → `(*, out_features)`"},
    {"CELU", "A smooth rectifier that approaches `−alpha` for small inputs.", kSame},
    {"ChannelShuffle", "Deals the channels out to groups in turn.", "`(N, C, *)` → the same shape"},
    {"ConstantPad2d", "Surrounds the last two dimensions with one value.",
     "`(*, H, W)` → `(*, H + top + bottom, W + left + right)`"},
    {"Conv1d", "Slides learned kernels along a sequence.",
     "`(N, in_channels, L)` → `(N, out_channels, L_out)`", kWindow},
    {"Conv2d", "Slides learned kernels over an image.",
     "`(N, in_channels, H, W)` → `(N, out_channels, H_out, W_out)`", kWindow},
    {"Conv3d", "Slides learned kernels over a volume.",
     "`(N, in_channels, D, H, W)` → `(N, out_channels, D_out, H_out, W_out)`", kWindow},
    {"ConvTranspose1d", "The transposed convolution, which enlarges a sequence.",
     "`(N, in_channels, L)` → `(N, out_channels, L_out)`", kTransposed},
    {"ConvTranspose2d", "The transposed convolution, which enlarges an image.",
     "`(N, in_channels, H, W)` → `(N, out_channels, H_out, W_out)`", kTransposed},
    {"ConvTranspose3d", "The transposed convolution, which enlarges a volume.",
     "`(N, in_channels, D, H, W)` → `(N, out_channels, D_out, H_out, W_out)`", kTransposed},
    {"CosineSimilarity", "The cosine of the angle between vectors along a dimension.",
     "two tensors of one shape → this shape without the dimension `dim`"},
    {"CrossEntropyLoss",
     "A log-softmax over classes and the negative log likelihood of the target.",
     "`(N, C, *)`, classes `(N, *)` or probabilities `(N, C, *)` → a number, or `(N, *)` with "
     "`reduction='none'`"},
    {"Dropout", "In training, sets random elements to zero and scales the rest.", kSame},
    {"Dropout1d", "In training, sets random channels to zero.", "`(N, C, L)` → the same shape"},
    {"Dropout2d", "In training, sets random channels to zero.", "`(N, C, H, W)` → the same shape"},
    {"Dropout3d", "In training, sets random channels to zero.",
     "`(N, C, D, H, W)` → the same shape"},
    {"ELU", "The identity above zero, `alpha·(exp(x) − 1)` below.", kSame},
    {"Embedding", "A learned table: each index becomes a row.",
     "integers `(*)` → `(*, embedding_dim)`"},
    {"EmbeddingBag", "Looks rows of a learned table up and reduces each bag of them to one row.",
     "integers `(B, N)`, or `(N,)` with offsets `(B,)` → `(B, embedding_dim)`"},
    {"Flatten", "Merges the dimensions from `start_dim` to `end_dim`.",
     "`(N, *)` → `(N, product of *)` by default"},
    {"Fold", "Adds overlapping blocks up to an image; the opposite of `Unfold`.",
     "`(N, C·product of kernel_size, L)` → `(N, C, *output_size)`"},
    {"GELU", "The input times the normal distribution's probability to be below it.", kSame},
    {"GLU", "The first half times the sigmoid of the second half, along `dim`.",
     "`(*, M, *)` → `(*, M // 2, *)`"},
    {"GRU", "A recurrent network of gated units.",
     "`(L, N, input_size)`, `(directions·num_layers, N, hidden_size)` → `(L, N, "
     "directions·hidden_size)`, the last hidden state; with `batch_first`, `N` comes first"},
    {"GRUCell", "One step of a gated recurrent unit.", kCell},
    {"GroupNorm", "Normalizes groups of channels of each sample.",
     "`(N, num_channels, *)` → the same shape"},
    {"Hardsigmoid", "A sigmoid made of three straight lines.", kSame},
    {"Hardswish", "The input times its hard sigmoid.", kSame},
    {"Hardtanh", "Clamps the input to `[min_val, max_val]`.", kSame},
    {"HuberLoss", "Quadratic for differences below `delta`, linear above.", kLoss},
    {"Identity", "Returns its input.", kSame},
    {"InstanceNorm1d", "Normalizes each channel of each sample.", kChannels},
    {"InstanceNorm2d", "Normalizes each channel of each sample.", kChannels},
    {"InstanceNorm3d", "Normalizes each channel of each sample.", kChannels},
    {"KLDivLoss", "The Kullback-Leibler divergence of targets from log-probabilities.", kLoss},
    {"L1Loss", "The mean absolute difference.", kLoss},
    {"LSTM", "A recurrent network of long short-term memory cells.",
     "`(L, N, input_size)`, states `(directions·num_layers, N, hidden_size)` → `(L, N, "
     "directions·hidden_size)`, the last states; with `batch_first`, `N` comes first"},
    {"LSTMCell", "One step of a long short-term memory cell.",
     "`(N, input_size)`, two of `(N, hidden_size)` → two of `(N, hidden_size)`"},
    {"LayerNorm", "Normalizes over the last dimensions, those of `normalized_shape`.",
     "`(N, *normalized_shape)` → the same shape"},
    {"LeakyReLU", "The identity above zero, `negative_slope·x` below.", kSame},
    {"Linear", "A learned affine map of the last dimension: `x Wᵀ + b`.",
     "`(*, in_features)` → `(*, out_features)`"},
    {"LogSigmoid", "The logarithm of the sigmoid.", kSame},
    {"LogSoftmax", "The logarithm of the softmax along `dim`.", kSame},
    {"MSELoss", "The mean squared difference.", kLoss},
    {"MaxPool1d", "Takes the maximum of windows of `kernel_size`.", "`(N, C, L)` → `(N, C, L_out)`",
     kWindow},
    {"MaxPool2d", "Takes the maximum of windows of `kernel_size`.",
     "`(N, C, H, W)` → `(N, C, H_out, W_out)`", kWindow},
    {"MaxPool3d", "Takes the maximum of windows of `kernel_size`.",
     "`(N, C, D, H, W)` → `(N, C, D_out, H_out, W_out)`", kWindow},
    {"Mish", "The input times the tanh of its softplus.", kSame},
    {"Module",
     "The base class of all layers and models: it keeps parameters, buffers and submodules.", ""},
    {"ModuleDict", "Submodules by name. It has no `forward`.", ""},
    {"ModuleList", "Submodules by index. It has no `forward`.", ""},
    {"MultiheadAttention", "Attention of queries over keys and values, by several heads at once.",
     "`(L, N, embed_dim)`, `(S, N, kdim)`, `(S, N, vdim)` → `(L, N, embed_dim)`, weights `(N, L, "
     "S)`; with `batch_first`, `N` comes first"},
    {"NLLLoss", "The negative log likelihood of target classes.",
     "log-probabilities `(N, C, *)`, classes `(N, *)` → a number, or `(N, *)` with "
     "`reduction='none'`"},
    {"PReLU", "The identity above zero, a learned slope below.", kSame},
    {"ParameterDict", "Parameters by name.", ""},
    {"ParameterList", "Parameters by index.", ""},
    {"PixelShuffle", "Moves channels into space, which enlarges an image.",
     "`(*, C·r², H, W)` → `(*, C, H·r, W·r)` with `r = upscale_factor`"},
    {"PixelUnshuffle", "Moves space into channels, which shrinks an image.",
     "`(*, C, H·r, W·r)` → `(*, C·r², H, W)` with `r = downscale_factor`"},
    {"RNN", "A recurrent network of simple units.",
     "`(L, N, input_size)`, `(directions·num_layers, N, hidden_size)` → `(L, N, "
     "directions·hidden_size)`, the last hidden state; with `batch_first`, `N` comes first"},
    {"RNNCell", "One step of a simple recurrent unit.", kCell},
    {"ReLU", "Sets negative elements to zero.", kSame},
    {"ReLU6", "Clamps the input to `[0, 6]`.", kSame},
    {"ReflectionPad2d", "Surrounds the last two dimensions with their mirror image.",
     "`(*, H, W)` → `(*, H + top + bottom, W + left + right)`"},
    {"ReplicationPad2d", "Surrounds the last two dimensions with copies of their edge.",
     "`(*, H, W)` → `(*, H + top + bottom, W + left + right)`"},
    {"SELU", "A scaled exponential rectifier with fixed constants.", kSame},
    {"Sequential", "Calls its submodules one after the other.",
     "the input of the first → the output of the last"},
    {"SiLU", "The input times its sigmoid.", kSame},
    {"Sigmoid", "`1 / (1 + exp(−x))`.", kSame},
    {"SmoothL1Loss", "Quadratic for differences below `beta`, linear above.", kLoss},
    {"Softmax", "Scales positive values so that they sum to 1 along `dim`.", kSame},
    {"Softplus", "A smooth rectifier: `log(1 + exp(beta·x)) / beta`.", kSame},
    {"Tanh", "The hyperbolic tangent.", kSame},
    {"Transformer", "An encoder and a decoder with attention.",
     "`(S, N, d_model)`, `(T, N, d_model)` → `(T, N, d_model)`; with `batch_first`, `N` comes "
     "first"},
    {"TransformerEncoder", "A stack of encoder layers.", "`(S, N, d_model)` → the same shape"},
    {"TransformerEncoderLayer", "Self-attention and a feed-forward network.",
     "`(S, N, d_model)` → the same shape; with `batch_first`, `N` comes first"},
    {"Unflatten", "Splits a dimension into several.", "`(*, S, *)` → `(*, *unflattened_size, *)`"},
    {"Unfold", "Lists the blocks under a sliding window as columns.",
     "`(N, C, H, W)` → `(N, C·product of kernel_size, number of blocks)`"},
    {"Upsample", "Enlarges by repetition or interpolation.",
     "`(N, C, *)` → `(N, C, *size)`, or each size in space times `scale_factor`"},
    {"ZeroPad2d", "Surrounds the last two dimensions with zeros.",
     "`(*, H, W)` → `(*, H + top + bottom, W + left + right)`"},
};

static_assert(std::ranges::is_sorted(kDocs, {}, &LayerDoc::name));

// Returns the name under which the documentation has a class or function; empty: none.
std::string documentedName(std::string_view dotted) {
  constexpr std::string_view kModules = "torch.nn.modules.", kFunctional = "torch.nn.functional.",
                             kTensor = "torch.Tensor.", kTorch = "torch.";
  const std::string_view last = dotted.substr(dotted.rfind('.') + 1);
  if (last.starts_with('_')) return {};
  if (dotted.starts_with(kModules)) {
    const std::string_view inner = dotted.substr(kModules.size());
    return std::ranges::count(inner, '.') == 1 ? fmt::format("torch.nn.{}", last) : std::string();
  }
  for (const std::string_view package : {kFunctional, kTensor, kTorch})
    if (dotted.starts_with(package) && dotted.size() == package.size() + last.size())
      return std::string(dotted);
  return {};
}

bool hasTensor(const FunctionSchema& schema) {
  const auto isTensor = [](const Argument& argument) {
    types::TypePtr type = argument.type;
    while (type->is(types::TypeKind::List) || type->is(types::TypeKind::Optional))
      type = type->element();
    return type->is(types::TypeKind::Tensor);
  };
  return std::ranges::any_of(schema.arguments, isTensor) ||
         std::ranges::any_of(schema.returns, isTensor);
}

// The layer MaxPool2d for the operator max_pool2d: names agree but for underscores and case.
const LayerDoc* layerOfOperator(std::string_view name) {
  std::string letters;
  for (const char each : name)
    if (each != '_') letters += each;
  const auto isAlike = [&](const LayerDoc& doc) {
    return std::ranges::equal(doc.name, letters, [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
    });
  };
  const auto* doc = std::ranges::find_if(kDocs, isAlike);
  return doc == std::end(kDocs) ? nullptr : doc;
}

}  // namespace

const LayerDoc* layerDoc(std::string_view name) {
  const auto* doc = std::ranges::lower_bound(kDocs, name, {}, &LayerDoc::name);
  return doc == std::end(kDocs) || doc->name != name ? nullptr : doc;
}

std::string torchAddress(std::string_view dottedName) {
  const std::string name = documentedName(dottedName);
  if (name.empty()) return {};
  return fmt::format("https://pytorch.org/docs/{}/generated/{}.html", profileName(torchProfile()),
                     name);
}

std::string torchPage(std::string_view dottedName) {
  const std::string address = torchAddress(dottedName);
  return address.empty() ? address : fmt::format("[{}]({})", documentedName(dottedName), address);
}

OperatorDoc operatorDoc(const FunctionSchema& schema) {
  constexpr std::string_view kNamespace = "aten::";
  if (!schema.name.starts_with(kNamespace) || !hasTensor(schema)) return {};
  const std::string name = schema.name.substr(kNamespace.size());
  const std::string functional = "torch.nn.functional." + name, function = "torch." + name,
                    method = "Tensor." + name;
  const bool isFunction = publicName(function) != nullptr, isMethod = publicName(method) != nullptr;
  OperatorDoc doc;
  // Tensor.unfold and the function unfold are different operators.
  if (publicName(functional) != nullptr && (isFunction || !isMethod))
    doc.name = functional;
  else if (isFunction && !name.ends_with('_'))
    doc.name = function;
  else if (isMethod)
    doc.name = "torch." + method;
  if (torchAddress(doc.name).empty()) doc.name.clear();
  if (doc.name.starts_with("torch.") && !doc.name.starts_with("torch.Tensor."))
    doc.layer = layerOfOperator(name);
  return doc;
}

}  // namespace ts::ops
