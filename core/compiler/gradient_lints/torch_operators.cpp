#include "core/compiler/gradient_lints/torch_operators.h"

#include <algorithm>
#include <iterator>

#include "core/compiler/resolve/known_names.h"
#include "core/operator_facts/facts.h"

namespace ts::compiler {

namespace {

struct Saving {
  std::string_view op;
  Saves saves;
};
// The rows of core/autodiff/data/derivatives.txt for operators that training code often uses.
constexpr Saving kSaving[] = {
    {"exp", Saves::Result},     {"sqrt", Saves::Result},        {"rsqrt", Saves::Result},
    {"tanh", Saves::Result},    {"sigmoid", Saves::Result},     {"relu", Saves::Result},
    {"softmax", Saves::Result}, {"log_softmax", Saves::Result}, {"reciprocal", Saves::Result},
    {"log", Saves::Inputs},     {"sin", Saves::Inputs},         {"cos", Saves::Inputs},
    {"mul", Saves::Inputs},     {"matmul", Saves::Inputs},      {"mm", Saves::Inputs},
    {"bmm", Saves::Inputs},     {"linear", Saves::Inputs},
};

struct LayerRow {
  std::string_view name;  // below torch.nn
  LayerKind kind;
};
constexpr LayerRow kLayers[] = {
    {"Linear", LayerKind::WithParameters},
    {"Bilinear", LayerKind::WithParameters},
    {"Conv1d", LayerKind::WithParameters},
    {"Conv2d", LayerKind::WithParameters},
    {"Conv3d", LayerKind::WithParameters},
    {"ConvTranspose1d", LayerKind::WithParameters},
    {"ConvTranspose2d", LayerKind::WithParameters},
    {"ConvTranspose3d", LayerKind::WithParameters},
    {"Embedding", LayerKind::WithParameters},
    {"ReLU", LayerKind::WithoutParameters},
    {"Sigmoid", LayerKind::WithoutParameters},
    {"Tanh", LayerKind::WithoutParameters},
    {"Softmax", LayerKind::WithoutParameters},
    {"LogSoftmax", LayerKind::WithoutParameters},
    {"GELU", LayerKind::WithoutParameters},
    {"LeakyReLU", LayerKind::WithoutParameters},
    {"Dropout", LayerKind::WithoutParameters},
    {"Flatten", LayerKind::WithoutParameters},
    {"MaxPool2d", LayerKind::WithoutParameters},
    {"AvgPool2d", LayerKind::WithoutParameters},
    {"MSELoss", LayerKind::WithoutParameters},
    {"L1Loss", LayerKind::WithoutParameters},
    {"SmoothL1Loss", LayerKind::WithoutParameters},
    {"HuberLoss", LayerKind::WithoutParameters},
    {"CrossEntropyLoss", LayerKind::WithoutParameters},
    {"NLLLoss", LayerKind::WithoutParameters},
    {"BCELoss", LayerKind::WithoutParameters},
    {"BCEWithLogitsLoss", LayerKind::WithoutParameters},
    {"KLDivLoss", LayerKind::WithoutParameters},
};

// Their results are not one tensor, or they have parameters only by default.
constexpr std::string_view kOtherParameters[] = {
    "Parameter",
    "LSTM",
    "GRU",
    "RNN",
    "LSTMCell",
    "GRUCell",
    "RNNCell",
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "LayerNorm",
    "GroupNorm",
    "PReLU",
    "MultiheadAttention",
    "TransformerEncoderLayer",
    "TransformerDecoderLayer",
};

constexpr std::string_view kNn = "torch.nn.";

}  // namespace

Saves savedBy(std::string_view op) {
  const auto row = std::ranges::find(kSaving, op, &Saving::op);
  return row == std::end(kSaving) ? Saves::Nothing : row->saves;
}

std::string differentiableOperator(std::string_view name) {
  constexpr std::string_view kTensor = "torch.Tensor.";
  constexpr std::string_view kFunctional = "torch.nn.functional.";
  constexpr std::string_view kTorch = "torch.";
  std::string_view plain = name;
  for (const std::string_view prefix : {kTensor, kFunctional, kTorch})
    if (plain.starts_with(prefix)) plain.remove_prefix(prefix.size());
  if (plain.find('.') != std::string_view::npos) return {};
  if (plain == "cross_entropy") plain = "cross_entropy_loss";  // F.cross_entropy's operator
  const operator_facts::OperatorFacts* facts =
      operator_facts::factsOf("aten::" + std::string(plain));
  using operator_facts::Kind;
  if (!facts || !facts->isDifferentiable || facts->returnsIndices || facts->kind == Kind::Query ||
      facts->kind == Kind::Factory || facts->kind == Kind::Random)
    return {};
  return std::string(plain);
}

bool isInPlaceMethod(std::string_view name) {
  if (name.size() < 2 || name.back() != '_' || name.starts_with('_')) return false;
  return operator_facts::factsOf("aten::" + std::string(name)) != nullptr;
}

LayerKind layerKind(std::string_view name) {
  if (!name.starts_with(kNn)) return LayerKind::Unknown;
  const std::string_view last = name.substr(name.rfind('.') + 1);
  const auto row = std::ranges::find(kLayers, last, &LayerRow::name);
  return row == std::end(kLayers) ? LayerKind::Unknown : row->kind;
}

bool hasParameters(std::string_view name) {
  if (layerKind(name) == LayerKind::WithParameters) return true;
  return name.starts_with(kNn) &&
         std::ranges::find(kOtherParameters, name.substr(name.rfind('.') + 1)) !=
             std::end(kOtherParameters);
}

}  // namespace ts::compiler
