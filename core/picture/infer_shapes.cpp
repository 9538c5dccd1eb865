#include "core/picture/infer_shapes.h"

#include <string_view>

#include "core/picture/node_shapes.h"
#include "core/picture/onnx_shapes.h"
#include "core/shape_rules/rules.h"

namespace ts::viz {
namespace {

namespace rules = shape_rules;
using rules::PartialShape;

class ShapeOperands : public NodeShapes {
 public:
  // uses: the number of uses of each value.
  ShapeOperands(const Model& model, const ModelNode& node, const Overlay& overlay,
                const std::vector<uint32_t>& uses)
      : NodeShapes(model, node, overlay), model_(model), uses_(uses) {}

  // The tensors of a list that a node constructs for this one use; empty when they are not known.
  // Another user could change the list.
  std::vector<const ModelArgument*> list(std::string_view name) const {
    std::vector<const ModelArgument*> items;
    const ModelArgument* found = argument(name);
    if (found == nullptr || found->folded) return items;
    const NodeId made = model_.values[found->value].node;
    if (made == kNone || uses_[found->value] != 1 ||
        model_.nodes[made].kind != "prim::ListConstruct")
      return items;
    for (const ModelArgument& item : model_.nodes[made].arguments) items.push_back(&item);
    return items;
  }

  const ModelArgument* first() const { return NodeShapes::argument(size_t{0}); }

 private:
  const Model& model_;
  const std::vector<uint32_t>& uses_;
};

std::vector<uint32_t> countUses(const Model& model) {
  std::vector<uint32_t> uses(model.values.size(), 0);
  for (const ModelNode& node : model.nodes)
    for (const ModelArgument& argument : node.arguments) ++uses[argument.value];
  for (const ModelBlock& block : model.blocks)
    for (const ModelArgument& result : block.results) ++uses[result.value];
  return uses;
}

PartialShape same(const ShapeOperands& in) { return in.shape(in.first()); }

PartialShape pointwise(const ShapeOperands& in) {
  const ModelArgument* other = in.argument("other");
  if (other == nullptr || !in.isTensor(*other)) return same(in);
  return shapeOf(rules::broadcast(in.shape(in.first()), in.shape(other)));
}

bool isTrue(const ModelArgument* argument) {
  return argument != nullptr && argument->text == "True";
}

PartialShape convolve(const ShapeOperands& in, bool isTransposed) {
  const PartialShape weight = in.shape("weight");
  if (!weight.hasRank()) return {};
  const std::vector<int64_t> stride = in.numbers("stride"), padding = in.numbers("padding"),
                             dilation = in.numbers("dilation"), more = in.numbers("output_padding");
  rules::Convolution arguments;
  arguments.transposed = isTransposed;
  if (!more.empty()) arguments.outputPadding = more;
  arguments.stride = stride;
  arguments.before = arguments.after = padding;
  arguments.dilation = dilation;
  arguments.groups = in.number("groups", 1);
  if (const auto* text = in.argument("padding"); text != nullptr && text->text == "\"same\"")
    arguments.keepsSizes = true;
  return shapeOf(rules::convolution(in.shape("input"), weight, arguments));
}
PartialShape convolution(const ShapeOperands& in) {
  return convolve(in, isTrue(in.argument("transposed")));
}
PartialShape convolutionTransposed(const ShapeOperands& in) { return convolve(in, true); }

template <size_t kRank>
PartialShape pool(const ShapeOperands& in) {
  const std::vector<int64_t> kernel = in.numbers("kernel_size"), padding = in.numbers("padding"),
                             dilation = in.numbers("dilation");
  std::vector<int64_t> stride = in.numbers("stride");
  if (stride.empty()) stride = kernel;
  rules::Pooling arguments{kernel, stride, padding, 1, false, 1};
  if (!dilation.empty()) arguments.dilation = dilation;
  arguments.ceilMode = isTrue(in.argument("ceil_mode"));
  return shapeOf(rules::pooling(in.shape(in.first()), kRank, arguments));
}

template <size_t kRank>
PartialShape adaptivePool(const ShapeOperands& in) {
  const std::vector<int64_t> sizes = in.numbers("output_size");
  return shapeOf(rules::resize(in.shape(in.first()), kRank, sizes));
}

PartialShape linearShape(const ShapeOperands& in) {
  return shapeOf(rules::linear(in.shape("input"), in.shape("weight")));
}

PartialShape flattened(const ShapeOperands& in) {
  return shapeOf(
      rules::flatten(in.shape(in.first()), in.number("start_dim", 0), in.number("end_dim", -1)));
}

PartialShape product(const ShapeOperands& in) {
  return shapeOf(rules::matmul(in.shape(in.first()), in.shape("other")));
}

PartialShape addedProduct(const ShapeOperands& in) {
  return shapeOf(rules::matmul(in.shape("mat1"), in.shape("mat2")));
}

// mm and bmm.
template <size_t kRank>
PartialShape matrixProduct(const ShapeOperands& in) {
  return shapeOf(rules::matrixProduct(in.shape(in.first()), in.shape("mat2"), kRank));
}

PartialShape swapped(const ShapeOperands& in) {
  const PartialShape shape = in.shape(in.first());
  return shape.isRank(2) ? shapeOf(rules::transpose(shape, 0, 1)) : PartialShape();
}

PartialShape viewed(const ShapeOperands& in) {
  const std::vector<int64_t> sizes = in.numbers(in.argument("size") != nullptr ? "size" : "shape");
  return sizes.empty() ? PartialShape()
                       : shapeOf(rules::view(sizes, in.shape(in.first()).elements()));
}

PartialShape unsqueezed(const ShapeOperands& in) {
  const std::vector<int64_t> dim = in.numbers("dim");
  return dim.size() == 1 ? shapeOf(rules::unsqueeze(in.shape(in.first()), dim[0])) : PartialShape();
}

PartialShape selected(const ShapeOperands& in) {
  const std::vector<int64_t> dim = in.numbers("dim");
  return dim.size() == 1 ? shapeOf(rules::select(in.shape(in.first()), dim[0])) : PartialShape();
}

PartialShape embedded(const ShapeOperands& in) {
  return shapeOf(rules::embedding(in.shape("weight"), in.shape("indices")));
}

PartialShape joined(const ShapeOperands& in) {
  const std::vector<const ModelArgument*> tensors = in.list("tensors");
  rules::Joining joining(in.number("dim", 0));
  for (const ModelArgument* tensor : tensors)
    if (joining.add(in.shape(tensor))) return {};
  return tensors.empty() ? PartialShape() : std::move(joining).take();
}

PartialShape permuted(const ShapeOperands& in) {
  const std::vector<int64_t> dims = in.numbers("dims");
  return dims.empty() ? PartialShape() : shapeOf(rules::permute(in.shape(in.first()), dims));
}

PartialShape transposed(const ShapeOperands& in) {
  const std::vector<int64_t> a = in.numbers("dim0"), b = in.numbers("dim1");
  if (a.size() != 1 || b.size() != 1) return {};
  return shapeOf(rules::transpose(in.shape(in.first()), a[0], b[0]));
}

PartialShape reduced(const ShapeOperands& in) {
  const PartialShape shape = in.shape(in.first());
  const std::vector<int64_t> dims = in.numbers("dim");
  if (!shape.hasRank() || dims.empty()) return {};
  const rules::ReductionDims chosen = rules::reductionDims(dims, shape.rank());
  if (chosen.violation) return {};
  return PartialShape::of(
      rules::reduce(shape.sizes(), chosen.dims, isTrue(in.argument("keepdim"))));
}

struct ShapeRow {
  std::string_view names;  // of operators, between spaces
  PartialShape (*shape)(const ShapeOperands& in);
};
constexpr ShapeRow kShapeTable[] = {
    {" batch_norm layer_norm group_norm instance_norm relu relu_ relu6 gelu silu silu_ hardswish "
     "hardswish_ hardsigmoid hardsigmoid_ hardtanh hardtanh_ sigmoid sigmoid_ tanh tanh_ elu "
     "leaky_relu leaky_relu_ mish softplus dropout dropout_ feature_dropout softmax log_softmax "
     "clamp contiguous clone exp sqrt rsqrt neg ",
     same},
    {" add add_ sub sub_ mul mul_ div div_ ", pointwise},
    {" conv1d conv2d conv3d _convolution convolution ", convolution},
    {" conv_transpose1d conv_transpose2d conv_transpose3d ", convolutionTransposed},
    {" max_pool1d avg_pool1d ", pool<1>},
    {" max_pool2d avg_pool2d ", pool<2>},
    {" max_pool3d avg_pool3d ", pool<3>},
    {" adaptive_avg_pool1d ", adaptivePool<1>},
    {" adaptive_avg_pool2d ", adaptivePool<2>},
    {" adaptive_avg_pool3d ", adaptivePool<3>},
    {" linear ", linearShape},
    {" flatten ", flattened},
    {" matmul ", product},
    {" mm ", matrixProduct<2>},
    {" bmm ", matrixProduct<3>},
    {" addmm ", addedProduct},
    {" t ", swapped},
    {" view reshape ", viewed},
    {" unsqueeze ", unsqueezed},
    {" select ", selected},
    {" embedding ", embedded},
    {" cat ", joined},
    {" permute ", permuted},
    {" transpose ", transposed},
    {" mean sum amax amin ", reduced},
};

const ShapeRow* ruleOf(const std::string& kind) {
  constexpr std::string_view kPrefix = "aten::";
  if (!kind.starts_with(kPrefix)) return nullptr;
  const std::string name = " " + kind.substr(kPrefix.size()) + " ";
  for (const ShapeRow& row : kShapeTable)
    if (row.names.find(name) != row.names.npos) return &row;
  return nullptr;
}

// The dtype that operands of one dtype give.
std::string dtypeOf(const ShapeOperands& in, const ModelNode& node) {
  std::string dtype;
  for (const ModelArgument& argument : node.arguments) {
    const TensorFacts* facts = in.isTensor(argument) ? in.facts(argument) : nullptr;
    if (facts == nullptr || facts->dtype.empty()) continue;
    if (!dtype.empty() && dtype != facts->dtype) return {};
    dtype = facts->dtype;
  }
  return dtype;
}

}  // namespace

void inferShapes(const Model& model, Overlay& overlay) {
  overlay.values.resize(model.values.size());
  const std::vector<uint32_t> uses = countUses(model);
  OnnxShapes onnx(model, overlay);
  for (const ModelNode& node : model.nodes) {
    if (node.folded || node.outputs.empty()) continue;
    if (node.kind.starts_with("onnx::")) {
      onnx.add(node);
      continue;
    }
    if (overlay.values[node.outputs[0]]) continue;
    const ShapeRow* rule = ruleOf(node.kind);
    if (rule == nullptr) continue;
    const ShapeOperands operands(model, node, overlay, uses);
    const PartialShape shape = rule->shape(operands);
    if (shape.isUnknown()) continue;
    TensorFacts facts;
    facts.dtype = dtypeOf(operands, node);
    facts.sizes.assign(shape.sizes().begin(), shape.sizes().end());
    facts.hasRank = shape.hasRank();
    overlay.values[node.outputs[0]] = std::move(facts);
  }
}

}  // namespace ts::viz
