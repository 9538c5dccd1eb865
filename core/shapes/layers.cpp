// Rules for layers of torch.nn. The constants of a layer's type hold for all its instances.
#include <fmt/format.h>

#include <algorithm>

#include "core/ir/kinds.h"
#include "core/shape_rules/rules.h"
#include "core/shapes/walk.h"

namespace ts::shapes {

using ir::Node;
using types::ClassType;

using diag::Rule;

namespace {

namespace rules = shape_rules;

std::optional<int64_t> intConstant(const ClassType& layer, std::string_view name) {
  const types::Constant* constant = layer.constant(name);
  return constant && constant->isInt() ? std::optional(constant->toInt()) : std::nullopt;
}

// A constant of `count` ints; a constant int stands for `count` equal ones.
std::optional<std::vector<int64_t>> intsConstant(const ClassType& layer, std::string_view name,
                                                 size_t count) {
  const types::Constant* constant = layer.constant(name);
  if (constant && constant->isInt()) return std::vector<int64_t>(count, constant->toInt());
  if (!constant || !constant->isContainer() || constant->elements().size() != count)
    return std::nullopt;
  std::vector<int64_t> all;
  for (const types::Constant& element : constant->elements()) {
    if (!element.isInt()) return std::nullopt;
    all.push_back(element.toInt());
  }
  return all;
}

// The constants of convolutions and poolings.
struct WindowConstants {
  std::vector<int64_t> kernel, stride, padding, dilation;

  // All numbers are unknown when a constant is missing, and for poolings with ceil_mode.
  static WindowConstants of(const ClassType& layer, size_t dims) {
    const std::vector<int64_t> unknown(dims, kUnknown);
    const types::Constant* ceilMode = layer.constant("ceil_mode");
    auto kernel = intsConstant(layer, "kernel_size", dims),
         stride = intsConstant(layer, "stride", dims);
    auto padding = intsConstant(layer, "padding", dims),
         dilation = intsConstant(layer, "dilation", dims);
    if (!dilation && !layer.constant("dilation")) dilation = std::vector<int64_t>(dims, 1);
    if (!kernel || !stride || !padding || !dilation ||
        (ceilMode && !(ceilMode->isBool() && !ceilMode->toBool())))
      return {unknown, unknown, unknown, unknown};
    return {*kernel, *stride, *padding, *dilation};
  }
};

enum class LayerKind : uint8_t { Linear, Convolution, TransposedConvolution, BatchNorm };
// A layer that takes a number of features in one dimension, and returns another number there.
struct Layer {
  std::string_view name;
  LayerKind kind;
  std::string_view in;   // the names of the constants with the numbers
  std::string_view out;  // empty: the number stays
  size_t spatial;        // the number of dimensions behind the features
  std::string_view unit;

  size_t featuresFromEnd() const { return spatial + 1; }
};
constexpr Layer kLayers[] = {
    {"Linear", LayerKind::Linear, "in_features", "out_features", 0, "features"},
    {"Conv1d", LayerKind::Convolution, "in_channels", "out_channels", 1, "channels"},
    {"Conv2d", LayerKind::Convolution, "in_channels", "out_channels", 2, "channels"},
    {"Conv3d", LayerKind::Convolution, "in_channels", "out_channels", 3, "channels"},
    {"ConvTranspose1d", LayerKind::TransposedConvolution, "in_channels", "out_channels", 1,
     "channels"},
    {"ConvTranspose2d", LayerKind::TransposedConvolution, "in_channels", "out_channels", 2,
     "channels"},
    {"ConvTranspose3d", LayerKind::TransposedConvolution, "in_channels", "out_channels", 3,
     "channels"},
    {"BatchNorm2d", LayerKind::BatchNorm, "num_features", "", 2, "channels"},
    {"BatchNorm3d", LayerKind::BatchNorm, "num_features", "", 3, "channels"},
};

// Layers that keep the shape.
constexpr std::string_view kSame[] = {
    "AlphaDropout", "CELU",           "Dropout",        "Dropout1d",      "Dropout2d", "Dropout3d",
    "ELU",          "GELU",           "Hardshrink",     "Hardsigmoid",    "Hardswish", "Hardtanh",
    "Identity",     "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LeakyReLU", "LogSigmoid",
    "LogSoftmax",   "Mish",           "PReLU",          "RReLU",          "ReLU",      "ReLU6",
    "SELU",         "SiLU",           "Sigmoid",        "Softmax",        "Softmin",   "Softplus",
    "Softshrink",   "Softsign",       "Tanh",           "Tanhshrink",     "Threshold",
};
// Functions of torch.nn.functional that keep the shape.
constexpr std::string_view kSameFunctions[] = {
    "alpha_dropout", "celu",      "dropout",  "elu",        "gelu",        "hardshrink",
    "hardsigmoid",   "hardswish", "hardtanh", "leaky_relu", "log_softmax", "logsigmoid",
    "mish",          "normalize", "relu",     "relu6",      "rrelu",       "selu",
    "sigmoid",       "silu",      "softmax",  "softmin",    "softplus",    "softsign",
    "tanh",          "threshold",
};
// Layers that keep the channels and change the sizes behind them.
struct Pooling {
  std::string_view name;
  size_t dims;  // the number of dimensions behind the channels
};
constexpr Pooling kPoolings[] = {
    {"AdaptiveAvgPool1d", 1}, {"AdaptiveAvgPool2d", 2}, {"AdaptiveAvgPool3d", 3},
    {"AvgPool1d", 1},         {"AvgPool2d", 2},         {"AvgPool3d", 3},
    {"MaxPool1d", 1},         {"MaxPool2d", 2},         {"MaxPool3d", 3},
    {"ReflectionPad1d", 1},   {"ReflectionPad2d", 2},   {"ReplicationPad1d", 1},
    {"ReplicationPad2d", 2},  {"ZeroPad2d", 2},
};

std::string_view layerName(const ClassType& type) {
  return type.qualifiedName().starts_with("__torch__.torch.nn.modules.") ? type.simpleName()
                                                                         : std::string_view();
}

// The call of a layer. `shape` is the input's shape until the layer's rule replaces it by the
// result's.
struct LayerCall {
  Walk& walk;
  const Node& node;
  Shape shape;

  // Reports a mismatch of the input; the result is unknown.
  void mismatch(std::string message) {
    walk.report(Rule::LayerInputMismatch, node, std::move(message), {&shape});
    shape = {};
  }
};

rules::Inferred batchNorm(const Shape& shape, size_t spatial, int64_t channels) {
  const size_t rank = spatial + 2, at = spatial + 1;
  if (shape.hasRank() && shape.rank() != rank) return rules::Violation{rules::Condition::Rank};
  if (rules::differ(shape.fromEnd(at), channels))
    return rules::Violation{rules::Condition::Channels};
  rules::PartialShape result = shape;
  result.setFromEnd(at, channels);
  return result;
}

rules::Inferred inferLayer(const Layer& layer, const ClassType& type, const Shape& shape,
                           int64_t in, int64_t out) {
  if (layer.kind == LayerKind::Linear) return rules::linear(shape, Dims{out, in});
  if (layer.kind == LayerKind::BatchNorm) return batchNorm(shape, layer.spatial, in);
  // The sizes of a transposed convolution's result stay unknown.
  const bool transposed = layer.kind == LayerKind::TransposedConvolution;
  const WindowConstants window = WindowConstants::of(type, layer.spatial);
  Dims weight = transposed ? Dims{in, out} : Dims{out, in};
  for (int64_t size : window.kernel) weight.push_back(transposed ? kUnknown : size);
  return rules::convolution(shape, weight,
                            {.stride = window.stride,
                             .before = window.padding,
                             .after = window.padding,
                             .dilation = window.dilation,
                             .transposed = transposed});
}

void applyLayer(LayerCall& call, const Layer& layer, const ClassType& type) {
  const auto in = intConstant(type, layer.in);
  const auto out = layer.out.empty() ? in : intConstant(type, layer.out);
  Shape& shape = call.shape;
  if (!in || !out || *in <= 0 || *out <= 0) {
    shape = {};
    return;
  }
  std::string name = layer.out.empty() ? fmt::format("{}({})", layer.name, *in)
                                       : fmt::format("{}({}, {})", layer.name, *in, *out);
  rules::Inferred inferred = inferLayer(layer, type, shape, *in, *out);
  switch (inferred.violation.condition) {
    case rules::Condition::None:
      shape = Shape(std::move(inferred.shape));
      shape.origin = call.node.range();
      shape.producer = std::move(name);
      return;
    case rules::Condition::Rank: {
      const size_t rank = layer.spatial + 2;
      const std::string wanted =
          layer.out.empty() ? fmt::format("{}", rank) : fmt::format("{} or {}", rank - 1, rank);
      return call.mismatch(fmt::format("{} takes {} dimensions, and its input has the shape {}",
                                       name, wanted, shape.str()));
    }
    case rules::Condition::Inner:
    case rules::Condition::Channels:
      return call.mismatch(fmt::format("{} takes {} {}, and its input has {}: its shape is {}",
                                       name, *in, layer.unit,
                                       shape.fromEnd(layer.featuresFromEnd()), shape.str()));
    case rules::Condition::KernelFits:
      return call.mismatch(fmt::format(
          "the kernel of {} is larger than its input, whose shape is {}", name, shape.str()));
    default: shape = {}; return;
  }
}

// The channels are the second dimension, whatever follows them.
void applyChannels(LayerCall& call, const ClassType& type, std::string_view constant,
                   size_t mostDimensions) {
  const auto channels = intConstant(type, constant);
  const Shape& shape = call.shape;
  if (!channels || !shape.hasRank()) return;
  const bool fits = shape.rank() >= 2 && shape.rank() <= mostDimensions;
  const int64_t actual = fits ? shape.size(1) : kUnknown;
  if (fits && (actual == kUnknown || actual == *channels)) return;
  const std::string wanted = mostDimensions == 3 ? "2 or 3" : "2 or more";
  call.mismatch(fits ? fmt::format("{} takes {} channels, and its input has {}: its shape is {}",
                                   layerName(type), *channels, actual, shape.str())
                     : fmt::format("{} takes {} dimensions, and its input has the shape {}",
                                   layerName(type), wanted, shape.str()));
}

void applyPooling(LayerCall& call, const Pooling& pooling, const ClassType& type) {
  const size_t dims = pooling.dims;
  std::vector<int64_t> sizes(dims, kUnknown);
  if (type.constant("output_size")) {
    sizes = intsConstant(type, "output_size", dims).value_or(sizes);
  } else if (type.constant("kernel_size")) {
    const WindowConstants window = WindowConstants::of(type, dims);
    for (size_t i = 0; i < dims; ++i)
      sizes[i] = rules::windowPositions(call.shape.fromEnd(dims - i),
                                        {window.kernel[i], window.stride[i], window.padding[i],
                                         window.padding[i], window.dilation[i]})
                     .value_or(kUnknown);
  }
  // Pooling to a size of 0 raises, and is not reported.
  for (size_t i = 0; i < dims; ++i)
    call.shape.setFromEnd(dims - i, sizes[i] > 0 ? sizes[i] : kUnknown);
}

// Merges the dimensions from start_dim to end_dim.
void applyFlatten(LayerCall& call, const ClassType& type) {
  const auto begin = intConstant(type, "start_dim"), end = intConstant(type, "end_dim");
  if (!begin || !end) {
    call.shape = {};
    return;
  }
  rules::Inferred inferred = rules::flatten(call.shape, *begin, *end);
  Shape result(std::move(inferred.shape));
  call.shape = call.shape.hasRank() ? std::move(result).from(call.shape) : std::move(result);
}

// The last dimensions have the sizes that the layer was created with; the shape stays.
void applyLayerNorm(LayerCall& call, const ClassType& type) {
  const types::Constant* wanted = type.constant("normalized_shape");
  if (!wanted || !wanted->isContainer()) return;
  const auto& sizes = wanted->elements();
  for (size_t i = 1; i <= sizes.size(); ++i) {
    const types::Constant& size = sizes[sizes.size() - i];
    const int64_t actual = call.shape.fromEnd(i);
    if (!size.isInt() || actual == kUnknown || actual == size.toInt()) continue;
    call.mismatch(
        fmt::format("LayerNorm({}) is given the shape {}: dimension -{} is {} in place "
                    "of {}",
                    wanted->str(), call.shape.str(), i, actual, size.toInt()));
    return;
  }
}

// Each index becomes a row.
void applyEmbedding(LayerCall& call, const ClassType& type) {
  const int64_t width = intConstant(type, "embedding_dim").value_or(kUnknown);
  call.shape = Shape(rules::embedding(Dims{kUnknown, width}, call.shape).shape);
  call.shape.origin = call.node.range();
  call.shape.producer = fmt::format("Embedding(..., {})", width);
}

void apply(LayerCall& call, const ClassType& type);

void applySequential(LayerCall& call, const ClassType& type) {
  for (const types::ClassAttribute& attribute : type.attributes()) {
    const auto* layer = types::cast<ClassType>(attribute.type);
    if (layer && layer->isModule()) apply(call, *layer);
  }
}

void apply(LayerCall& call, const ClassType& type) {
  std::string_view name = layerName(type);
  if (name == "Sequential") return applySequential(call, type);
  if (name == "LayerNorm") return applyLayerNorm(call, type);
  if (name == "Embedding") return applyEmbedding(call, type);
  if (name == "BatchNorm1d") return applyChannels(call, type, "num_features", 3);
  if (name == "GroupNorm") return applyChannels(call, type, "num_channels", SIZE_MAX);
  if (name == "Flatten") return applyFlatten(call, type);
  if (auto layer = std::ranges::find(kLayers, name, &Layer::name); layer != std::end(kLayers))
    return applyLayer(call, *layer, type);
  if (std::ranges::find(kSame, name) != std::end(kSame)) return;
  if (auto pooling = std::ranges::find(kPoolings, name, &Pooling::name);
      pooling != std::end(kPoolings)) {
    return applyPooling(call, *pooling, type);
  }
  call.shape = {};
}

// The shape of a layer's input, given that the layer does not raise.
Shape acceptedInput(const ClassType& type, const Shape& input) {
  std::string_view name = layerName(type);
  if (name == "Sequential") {
    for (const types::ClassAttribute& attribute : type.attributes()) {
      const auto* first = types::cast<ClassType>(attribute.type);
      if (first && first->isModule()) return acceptedInput(*first, input);
    }
  }
  auto layer = std::ranges::find(kLayers, name, &Layer::name);
  int64_t in = layer == std::end(kLayers) ? 0 : intConstant(type, layer->in).value_or(0);
  Shape shape = input;
  if (in <= 0) return shape;
  const size_t features = layer->featuresFromEnd();
  if (shape.fromEnd(features) == kUnknown) shape.setFromEnd(features, in);
  return shape;
}

// A function or method of the program. first: the index of the call's operand that is the first
// input.
void applyProgramFunction(Walk& walk, const Node& node, const ir::Function* function,
                          size_t first) {
  const Summary* summary = function ? walk.summary(function) : nullptr;
  if (!summary) return;
  const std::vector<Shape>& required = summary->requiredInputs;
  for (size_t i = 0; i < required.size() && first + i < node.inputs().size(); ++i) {
    const Shape& need = required[i];
    const Shape& input = walk.shape(node.input(first + i));
    if (rules::checkEqual(need, input)) {
      walk.report(Rule::LayerInputMismatch, node,
                  fmt::format("'{}' can take the shape {} only, and is given {}",
                              function->simpleName(), need.str(), input.str()),
                  {&need, &input});
      return;
    }
    Shape both = input;
    for (size_t j = 1; j <= need.sizes().size(); ++j) {
      if (need.fromEnd(j) != kUnknown) both.setFromEnd(j, need.fromEnd(j));
    }
    if (!both.origin) both = std::move(both).from(need);
    if (!both.isUnknown()) walk.refine(node.input(first + i), std::move(both));
  }
  if (node.outputs().size() != 1 || !node.output(0)->type()->is(types::TypeKind::Tensor)) return;
  walk.set(node, summary->result, fmt::format("{}()", function->simpleName()));
}

}  // namespace

void applyMethod(Walk& walk, const Node& node) {
  const auto* type = types::cast<ClassType>(node.input(0)->type());
  if (!type) return;
  const std::string& method = node.get<std::string>(ir::attr::name);
  if (layerName(*type).empty()) return applyProgramFunction(walk, node, type->method(method), 0);
  if (!type->isModule() || method != "forward" || node.inputs().size() < 2) return;
  LayerCall call{walk, node, walk.shape(node.input(1))};
  apply(call, *type);
  Shape input = acceptedInput(*type, walk.shape(node.input(1)));
  if (!input.origin) {
    input.origin = node.range();
    input.producer = fmt::format("being the input of a {}", layerName(*type));
  }
  if (!input.isUnknown()) walk.refine(node.input(1), std::move(input));
  walk.set(node, std::move(call.shape));
}

void applyFunction(Walk& walk, const Node& node) {
  const auto* type = types::cast<types::FunctionType>(node.input(0)->type());
  if (!type || node.inputs().size() < 2) return;
  const std::string& name = type->function()->qualifiedName;
  constexpr std::string_view kFunctional = "__torch__.torch.nn.functional.";
  if (!name.starts_with(kFunctional)) return applyProgramFunction(walk, node, type->function(), 1);
  std::string_view function = std::string_view(name).substr(kFunctional.size());
  if (std::ranges::find(kSameFunctions, function) != std::end(kSameFunctions))
    walk.set(node, walk.shape(node.input(1)));
}

}  // namespace ts::shapes
