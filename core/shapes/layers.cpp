// Rules for layers of torch.nn: what they are is in the constants of their types, so it holds for
// every instance.
#include <fmt/format.h>

#include <algorithm>

#include "core/ir/kinds.h"
#include "core/shapes/walk.h"

namespace ts::shapes {

using ir::Node;
using types::ClassType;

using diag::Rule;

namespace {

std::optional<int64_t> intConstant(const ClassType& layer, std::string_view name) {
  const types::Constant* constant = layer.constant(name);
  return constant && constant->isInt() ? std::optional(constant->toInt()) : std::nullopt;
}

// A constant of `count` ints, or of one that stands for all of them.
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

// A window that moves over the last dimensions, as in convolutions and poolings.
struct Window {
  std::vector<int64_t> kernel, stride, padding, dilation;

  // Nothing where the layer's constants don't say it all.
  static std::optional<Window> of(const ClassType& layer, size_t dims) {
    const types::Constant* rounds = layer.constant("ceil_mode");
    if (rounds && !(rounds->isBool() && !rounds->toBool())) return std::nullopt;
    auto kernel = intsConstant(layer, "kernel_size", dims),
         stride = intsConstant(layer, "stride", dims);
    auto padding = intsConstant(layer, "padding", dims),
         dilation = intsConstant(layer, "dilation", dims);
    if (!dilation && !layer.constant("dilation")) dilation = std::vector<int64_t>(dims, 1);
    if (!kernel || !stride || !padding || !dilation) return std::nullopt;
    if (std::ranges::any_of(*stride, [](int64_t step) { return step < 1; })) return std::nullopt;
    return Window{*kernel, *stride, *padding, *dilation};
  }
  // How often it fits; kUnknown: the size isn't known. Below 1 the layer raises.
  int64_t count(size_t dim, int64_t size) const {
    if (size == kUnknown) return kUnknown;
    const int64_t room = size + 2 * padding[dim] - dilation[dim] * (kernel[dim] - 1) - 1;
    return room < 0 ? 0 : room / stride[dim] + 1;
  }
};

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
    "AlphaDropout", "CELU",           "Dropout",        "Dropout1d",      "Dropout2d", "Dropout3d",
    "ELU",          "GELU",           "Hardshrink",     "Hardsigmoid",    "Hardswish", "Hardtanh",
    "Identity",     "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LeakyReLU", "LogSigmoid",
    "LogSoftmax",   "Mish",           "PReLU",          "RReLU",          "ReLU",      "ReLU6",
    "SELU",         "SiLU",           "Sigmoid",        "Softmax",        "Softmin",   "Softplus",
    "Softshrink",   "Softsign",       "Tanh",           "Tanhshrink",     "Threshold",
};
// Functions of torch.nn.functional that do.
constexpr std::string_view kSameFunctions[] = {
    "alpha_dropout", "celu",      "dropout",  "elu",        "gelu",        "hardshrink",
    "hardsigmoid",   "hardswish", "hardtanh", "leaky_relu", "log_softmax", "logsigmoid",
    "mish",          "normalize", "relu",     "relu6",      "rrelu",       "selu",
    "sigmoid",       "silu",      "softmax",  "softmin",    "softplus",    "softsign",
    "tanh",          "threshold",
};
// Layers that keep the channels and change what lies behind them; the second is how many dimensions
// that are.
struct Pooling {
  std::string_view name;
  size_t dims;
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
  std::string name = layer.out.empty() ? fmt::format("{}({})", layer.name, *in)
                                       : fmt::format("{}({}, {})", layer.name, *in, *out);
  if (layer.rank && shape.hasRank() && shape.rank() != layer.rank &&
      (shape.rank() != layer.rank - 1 || layer.out.empty())) {
    std::string wanted = layer.out.empty() ? fmt::format("{}", layer.rank)
                                           : fmt::format("{} or {}", layer.rank - 1, layer.rank);
    passing.walk.report(Rule::LayerInputMismatch, passing.node,
                        fmt::format("{} takes {} dimensions, and its input has the shape {}", name,
                                    wanted, shape.str()),
                        {&shape});
    shape = {};
    return;
  }
  int64_t given = shape.fromEnd(layer.fromEnd);
  if (given != kUnknown && given != *in) {
    passing.walk.report(Rule::LayerInputMismatch, passing.node,
                        fmt::format("{} takes {} {}, and its input has {}: its shape is {}", name,
                                    *in, layer.unit, given, shape.str()),
                        {&shape});
    shape = {};
    return;
  }
  const Shape before = shape;
  shape.setFromEnd(layer.fromEnd, *out);
  if (!layer.keepsSizes) {
    const size_t dims = layer.fromEnd - 1;
    const auto window =
        layer.name.starts_with("ConvTranspose") ? std::nullopt : Window::of(type, dims);
    for (size_t i = 1; i <= dims; ++i) {
      const int64_t count = window ? window->count(dims - i, shape.fromEnd(i)) : kUnknown;
      if (count == 0) {
        passing.walk.report(
            Rule::LayerInputMismatch, passing.node,
            fmt::format("the kernel of {} is larger than its input, whose shape is {}", name,
                        before.str()),
            {&before});
        shape = {};
        return;
      }
      shape.setFromEnd(i, count);
    }
  }
  shape.origin = passing.node.range();
  shape.maker = name;
}

// Channels stand behind the batch, whatever follows them.
void applyChannels(Passing& passing, const ClassType& type, std::string_view constant,
                   size_t mostDimensions) {
  auto channels = intConstant(type, constant);
  const Shape& shape = passing.shape;
  if (!channels || !shape.hasRank()) return;
  const bool fits = shape.rank() >= 2 && shape.rank() <= mostDimensions;
  const int64_t given = fits ? shape.size(1) : kUnknown;
  if (fits && (given == kUnknown || given == *channels)) return;
  const std::string wanted = mostDimensions == 3 ? "2 or 3" : "2 or more";
  std::string message =
      fits ? fmt::format("{} takes {} channels, and its input has {}: its shape is {}",
                         layerName(type), *channels, given, shape.str())
           : fmt::format("{} takes {} dimensions, and its input has the shape {}", layerName(type),
                         wanted, shape.str());
  passing.walk.report(Rule::LayerInputMismatch, passing.node, std::move(message), {&shape});
  passing.shape = {};
}

void applyPooling(Passing& passing, const Pooling& pooling, const ClassType& type) {
  Shape& shape = passing.shape;
  const types::Constant* wanted = type.constant("output_size");
  const bool isAdaptive = wanted != nullptr;
  const auto sizes = isAdaptive ? intsConstant(type, "output_size", pooling.dims) : std::nullopt;
  const auto window = isAdaptive ? std::nullopt : Window::of(type, pooling.dims);
  for (size_t i = 1; i <= pooling.dims; ++i) {
    int64_t size = sizes ? (*sizes)[pooling.dims - i] : kUnknown;
    if (window) size = window->count(pooling.dims - i, shape.fromEnd(i));
    shape.setFromEnd(i, size > 0 ? size : kUnknown);
  }
}

// The dimensions between the two become one.
void applyFlatten(Passing& passing, const ClassType& type) {
  auto begin = intConstant(type, "start_dim"), end = intConstant(type, "end_dim");
  const Shape& shape = passing.shape;
  if (!begin || !end) {
    passing.shape = {};
  } else if (shape.hasRank()) {
    auto first = shape.position(*begin), last = shape.position(*end);
    passing.shape = first && last && *first >= *last
                        ? shape.flattened(shape.rank() - *first, shape.rank() - *last)
                        : Shape();
  } else {
    // What stands before the first is left, and there is one behind it.
    passing.shape = *begin >= 0 && *end == -1
                        ? Shape::of(std::vector<int64_t>(static_cast<size_t>(*begin) + 1, kUnknown))
                        : Shape();
  }
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
    passing.walk.report(
        Rule::LayerInputMismatch, passing.node,
        fmt::format("LayerNorm({}) is given the shape {}: dimension -{} is {} in place of {}",
                    wanted->str(), passing.shape.str(), i, given, size.toInt()),
        {&passing.shape});
    passing.shape = {};
    return;
  }
}

// Each index becomes a row.
void applyEmbedding(Passing& passing, const ClassType& type) {
  int64_t width = intConstant(type, "embedding_dim").value_or(kUnknown);
  std::vector<int64_t> sizes = passing.shape.sizes();
  sizes.push_back(width);
  passing.shape =
      passing.shape.hasRank() ? Shape::of(std::move(sizes)) : Shape::endingIn(std::move(sizes));
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
  if (name == "BatchNorm1d") return applyChannels(passing, type, "num_features", 3);
  if (name == "GroupNorm") return applyChannels(passing, type, "num_channels", SIZE_MAX);
  if (name == "Flatten") return applyFlatten(passing, type);
  if (auto layer = std::ranges::find(kLayers, name, &Layer::name); layer != std::end(kLayers))
    return applyLayer(passing, *layer, type);
  if (std::ranges::find(kSame, name) != std::end(kSame)) return;
  if (auto pooling = std::ranges::find(kPoolings, name, &Pooling::name);
      pooling != std::end(kPoolings)) {
    return applyPooling(passing, *pooling, type);
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

namespace {

// A function or method of the program itself. first: the call's operand that is its first input.
void applyOwn(Walk& walk, const Node& node, const ir::Function* function, size_t first) {
  const Summary* summary = function ? walk.summary(function) : nullptr;
  if (!summary) return;
  for (size_t i = 0; i < summary->needs.size() && first + i < node.inputs().size(); ++i) {
    const Shape& need = summary->needs[i];
    const Shape& given = walk.shape(node.input(first + i));
    const size_t count = std::min(need.sizes().size(), given.sizes().size());
    bool fits = !need.hasRank() || !given.hasRank() || need.rank() == given.rank();
    Shape both = given;
    for (size_t j = 1; j <= count; ++j) {
      const int64_t x = need.fromEnd(j), y = given.fromEnd(j);
      fits = fits && (x == kUnknown || y == kUnknown || x == y);
    }
    if (!fits) {
      walk.report(Rule::LayerInputMismatch, node,
                  fmt::format("'{}' can take the shape {} only, and is given {}",
                              function->simpleName(), need.str(), given.str()),
                  {&need, &given});
      return;
    }
    for (size_t j = 1; j <= need.sizes().size(); ++j) {
      if (need.fromEnd(j) != kUnknown) both.setFromEnd(j, need.fromEnd(j));
    }
    if (!both.origin) both = std::move(both).from(need);
    if (!both.isUnknown()) walk.refine(node.input(first + i), std::move(both));
  }
  if (node.outputs().size() != 1 || !node.output(0)->type()->is(types::TypeKind::Tensor)) return;
  walk.set(node, summary->gives, fmt::format("{}()", function->simpleName()));
}

}  // namespace

void applyMethod(Walk& walk, const Node& node) {
  const auto* type = types::cast<ClassType>(node.input(0)->type());
  if (!type) return;
  const std::string& method = node.get<std::string>(ir::attr::name);
  if (layerName(*type).empty()) return applyOwn(walk, node, type->method(method), 0);
  if (!type->isModule() || method != "forward" || node.inputs().size() < 2) return;
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
  if (!name.starts_with(kFunctional)) return applyOwn(walk, node, type->function(), 1);
  std::string_view function = std::string_view(name).substr(kFunctional.size());
  if (std::ranges::find(kSameFunctions, function) != std::end(kSameFunctions))
    walk.set(node, walk.shape(node.input(1)));
}

}  // namespace ts::shapes
