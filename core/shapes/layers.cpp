// Rules for layers of torch.nn: what they are is in the constants of their types, so it holds for every instance.
#include <fmt/format.h>

#include <algorithm>

#include "core/diag/run_rules.h"
#include "core/ir/kinds.h"
#include "core/shapes/walk.h"

namespace ts::shapes {

using ir::Node;
using types::ClassType;

namespace rules = diag::rules;

namespace {

std::optional<int64_t> intConstant(const ClassType& layer, std::string_view name) {
  const types::Constant* constant = layer.constant(name);
  return constant && constant->isInt() ? std::optional(constant->toInt()) : std::nullopt;
}

// A layer that takes a number of features at a place counted from the end, and gives another there.
struct Layer {
  std::string_view name;
  std::string_view in;   // the constants with the numbers
  std::string_view out;  // empty: what comes in
  size_t fromEnd;        // where the features are
  size_t rank;           // of an input with a batch; 0: any
  bool keepsSizes;       // of the other dimensions
  std::string_view unit;
};
constexpr Layer kLayers[] = {
    {"Linear", "in_features", "out_features", 1, 0, true, "features"},
    {"Conv1d", "in_channels", "out_channels", 2, 3, false, "channels"},
    {"Conv2d", "in_channels", "out_channels", 3, 4, false, "channels"},
    {"Conv3d", "in_channels", "out_channels", 4, 5, false, "channels"},
    {"ConvTranspose1d", "in_channels", "out_channels", 2, 3, false, "channels"},
    {"ConvTranspose2d", "in_channels", "out_channels", 3, 4, false, "channels"},
    {"ConvTranspose3d", "in_channels", "out_channels", 4, 5, false, "channels"},
    {"BatchNorm2d", "num_features", "", 3, 4, true, "channels"},
    {"BatchNorm3d", "num_features", "", 4, 5, true, "channels"},
};

// Layers that leave the shape as it is.
constexpr std::string_view kSame[] = {
    "AlphaDropout", "CELU", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "ELU", "GELU", "Hardshrink", "Hardsigmoid", "Hardswish",
    "Hardtanh", "Identity", "LeakyReLU", "LogSigmoid", "LogSoftmax", "Mish", "PReLU", "RReLU", "ReLU", "ReLU6", "SELU", "SiLU", "Sigmoid",
    "Softmax", "Softmin", "Softplus", "Softshrink", "Softsign", "Tanh", "Tanhshrink", "Threshold",
};
// Functions of torch.nn.functional that do.
constexpr std::string_view kSameFunctions[] = {
    "alpha_dropout", "celu", "dropout", "elu", "gelu", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "log_softmax",
    "logsigmoid", "mish", "normalize", "relu", "relu6", "rrelu", "selu", "sigmoid", "silu", "softmax", "softmin", "softplus", "softsign",
    "tanh", "threshold",
};
// Layers that keep the channels and change what lies behind them; the second is how many dimensions that are.
struct Pooling {
  std::string_view name;
  size_t dims;
};
constexpr Pooling kPoolings[] = {
    {"AdaptiveAvgPool1d", 1}, {"AdaptiveAvgPool2d", 2}, {"AdaptiveAvgPool3d", 3}, {"AvgPool1d", 1}, {"AvgPool2d", 2}, {"AvgPool3d", 3},
    {"MaxPool1d", 1},         {"MaxPool2d", 2},         {"MaxPool3d", 3},
};

std::string_view layerName(const ClassType& type) {
  return type.qualifiedName().starts_with("__torch__.torch.nn.modules.") ? type.simpleName() : std::string_view();
}

// What goes through a layer, and what is known of it.
struct Passing {
  Walk& walk;
  const Node& node;  // the call
  Shape shape;
};

void applyLayer(Passing& passing, const Layer& layer, const ClassType& type) {
  auto in = intConstant(type, layer.in);
  auto out = layer.out.empty() ? in : intConstant(type, layer.out);
  Shape& shape = passing.shape;
  if (!in || !out || *in <= 0 || *out <= 0) {
    shape = {};
    return;
  }
  std::string name = layer.out.empty() ? fmt::format("{}({})", layer.name, *in) : fmt::format("{}({}, {})", layer.name, *in, *out);
  if (layer.rank && shape.hasRank() && shape.rank() != layer.rank && (shape.rank() != layer.rank - 1 || layer.out.empty())) {
    std::string wanted = layer.out.empty() ? fmt::format("{}", layer.rank) : fmt::format("{} or {}", layer.rank - 1, layer.rank);
    passing.walk.report(rules::LayerInputMismatch, passing.node,
                        fmt::format("{} takes {} dimensions, and its input has the shape {}", name, wanted, shape.str()), {&shape});
    shape = {};
    return;
  }
  int64_t given = shape.fromEnd(layer.fromEnd);
  if (given != kUnknown && given != *in) {
    passing.walk.report(rules::LayerInputMismatch, passing.node,
                        fmt::format("{} takes {} {}, and its input has {}: its shape is {}", name, *in, layer.unit, given, shape.str()),
                        {&shape});
    shape = {};
    return;
  }
  shape.setFromEnd(layer.fromEnd, *out);
  if (!layer.keepsSizes) {
    for (size_t i = 1; i < layer.fromEnd; ++i) shape.setFromEnd(i, kUnknown);
  }
  shape.origin = passing.node.range();
  shape.maker = name;
}

// The last dimensions are those that the layer was made for; the shape stays.
void applyLayerNorm(Passing& passing, const ClassType& type) {
  const types::Constant* wanted = type.constant("normalized_shape");
  if (!wanted || !wanted->isContainer()) return;
  const auto& sizes = wanted->elements();
  for (size_t i = 1; i <= sizes.size(); ++i) {
    const types::Constant& size = sizes[sizes.size() - i];
    int64_t given = passing.shape.fromEnd(i);
    if (!size.isInt() || given == kUnknown || given == size.toInt()) continue;
    passing.walk.report(rules::LayerInputMismatch, passing.node,
                        fmt::format("LayerNorm({}) is given the shape {}: dimension -{} is {} in place of {}", wanted->str(),
                                    passing.shape.str(), i, given, size.toInt()), {&passing.shape});
    passing.shape = {};
    return;
  }
}

// Each index becomes a row.
void applyEmbedding(Passing& passing, const ClassType& type) {
  int64_t width = intConstant(type, "embedding_dim").value_or(kUnknown);
  std::vector<int64_t> sizes = passing.shape.sizes();
  sizes.push_back(width);
  passing.shape = passing.shape.hasRank() ? Shape::of(std::move(sizes)) : Shape::endingIn(std::move(sizes));
  passing.shape.origin = passing.node.range();
  passing.shape.maker = fmt::format("Embedding(..., {})", width);
}

void apply(Passing& passing, const ClassType& type);

void applySequential(Passing& passing, const ClassType& type) {
  for (const types::ClassAttribute& attribute : type.attributes()) {
    const auto* layer = types::cast<ClassType>(attribute.type);
    if (layer && layer->isModule()) apply(passing, *layer);
  }
}

void apply(Passing& passing, const ClassType& type) {
  std::string_view name = layerName(type);
  if (name == "Sequential") return applySequential(passing, type);
  if (name == "LayerNorm") return applyLayerNorm(passing, type);
  if (name == "Embedding") return applyEmbedding(passing, type);
  if (auto layer = std::ranges::find(kLayers, name, &Layer::name); layer != std::end(kLayers)) return applyLayer(passing, *layer, type);
  if (std::ranges::find(kSame, name) != std::end(kSame)) return;
  if (auto pooling = std::ranges::find(kPoolings, name, &Pooling::name); pooling != std::end(kPoolings)) {
    for (size_t i = 1; i <= pooling->dims; ++i) passing.shape.setFromEnd(i, kUnknown);
    return;
  }
  passing.shape = {};
}

// What a layer that didn't raise has shown of its input.
Shape wanted(const ClassType& type, const Shape& given) {
  std::string_view name = layerName(type);
  if (name == "Sequential") {
    for (const types::ClassAttribute& attribute : type.attributes()) {
      const auto* first = types::cast<ClassType>(attribute.type);
      if (first && first->isModule()) return wanted(*first, given);
    }
  }
  auto layer = std::ranges::find(kLayers, name, &Layer::name);
  int64_t in = layer == std::end(kLayers) ? 0 : intConstant(type, layer->in).value_or(0);
  Shape shape = given;
  if (in > 0 && shape.fromEnd(layer->fromEnd) == kUnknown) shape.setFromEnd(layer->fromEnd, in);
  return shape;
}

}  // namespace

void applyMethod(Walk& walk, const Node& node) {
  const auto* type = types::cast<ClassType>(node.input(0)->type());
  if (!type || !type->isModule() || node.get<std::string>(ir::attr::name) != "forward") return;
  if (layerName(*type).empty() || node.inputs().size() < 2) return;
  Passing passing{walk, node, walk.shape(node.input(1))};
  apply(passing, *type);
  Shape input = wanted(*type, walk.shape(node.input(1)));
  if (!input.origin) {
    input.origin = node.range();
    input.maker = fmt::format("being the input of a {}", layerName(*type));
  }
  if (!input.isUnknown()) walk.refine(node.input(1), std::move(input));
  walk.set(node, std::move(passing.shape));
}

void applyFunction(Walk& walk, const Node& node) {
  const auto* type = types::cast<types::FunctionType>(node.input(0)->type());
  if (!type || node.inputs().size() < 2) return;
  const std::string& name = type->function()->qualifiedName;
  constexpr std::string_view kFunctional = "__torch__.torch.nn.functional.";
  if (!name.starts_with(kFunctional)) return;
  std::string_view function = std::string_view(name).substr(kFunctional.size());
  if (std::ranges::find(kSameFunctions, function) != std::end(kSameFunctions)) walk.set(node, walk.shape(node.input(1)));
}

}  // namespace ts::shapes
