#include "core/picture/onnx_shapes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "core/archive/onnx_reader.h"
#include "core/picture/onnx_integers.h"
#include "core/shape_rules/rules.h"

namespace ts::viz {
// The names of its functions are those of operators, which other files of a batch use, too.
namespace onnx {
namespace {

namespace rules = shape_rules;
using rules::kUnknown;
using rules::PartialShape;

// A number of elements, or kUnknown.
int64_t sizeOf(int64_t number) { return number == kUnknownInteger ? kUnknown : number; }

// A dimension counted from the start; nothing: the shape does not have it.
std::optional<size_t> dimOf(const PartialShape& shape, int64_t dim) {
  if (!shape.hasRank()) return {};
  const auto wrapped = rules::wrapDim(dim, static_cast<int64_t>(shape.rank()));
  return wrapped ? std::optional(static_cast<size_t>(*wrapped)) : std::nullopt;
}

// ---- shapes: of the result `output` of a node

PartialShape same(const OnnxNode& in, size_t) { return in.shape(0); }

PartialShape pointwise(const OnnxNode& in, size_t) {
  PartialShape all = in.shape(0);
  for (size_t i = 1; i < in.inputs(); ++i) all = shapeOf(rules::broadcast(all, in.shape(i)));
  return all;
}

bool keepsSizes(const OnnxNode& in) { return in.text("auto_pad").starts_with("SAME"); }

// The padding of a node: of all dimensions before, or after.
Integers padsOf(const OnnxNode& in, bool isAfter) {
  const Integers pads = in.list("pads");
  if (pads.empty()) return {0};
  const auto half = static_cast<std::ptrdiff_t>(pads.size() / 2);
  return isAfter ? Integers(pads.begin() + half, pads.end())
                 : Integers(pads.begin(), pads.begin() + half);
}

Integers onesUnless(Integers values) { return values.empty() ? Integers{1} : values; }

// As many positions as strides fit: the sizes with which operators keep sizes.
PartialShape strided(PartialShape shape, size_t dims, const Integers& stride) {
  const rules::PerDimension each(stride);
  for (size_t i = 0; i < dims; ++i) {
    const int64_t size = shape.fromEnd(dims - i), step = each[i];
    const bool isKnown = size >= 0 && step > 0;
    shape.setFromEnd(dims - i, isKnown ? (size + step - 1) / step : kUnknown);
  }
  return shape;
}

PartialShape convolve(const OnnxNode& in, bool isTransposed) {
  const PartialShape weight = in.shape(1);
  if (!weight.hasRank() || weight.rank() < 3) return {};
  const Integers stride = onesUnless(in.list("strides")), before = padsOf(in, false),
                 after = padsOf(in, true), dilation = onesUnless(in.list("dilations"));
  Integers more = in.list("output_padding");
  if (more.empty()) more = {0};
  rules::Convolution arguments;
  arguments.stride = stride;
  arguments.dilation = dilation;
  arguments.transposed = isTransposed;
  arguments.outputPadding = more;
  arguments.groups = in.number("group", 1);
  if (keepsSizes(in)) {
    if (isTransposed) return {};
    arguments.stride = 1;
    arguments.keepsSizes = true;
    PartialShape all = shapeOf(rules::convolution(in.shape(0), weight, arguments));
    return strided(std::move(all), weight.rank() - 2, stride);
  }
  arguments.before = before;
  arguments.after = after;
  return shapeOf(rules::convolution(in.shape(0), weight, arguments));
}
PartialShape convolution(const OnnxNode& in, size_t) { return convolve(in, false); }
PartialShape transposedConvolution(const OnnxNode& in, size_t) { return convolve(in, true); }

PartialShape pool(const OnnxNode& in, size_t) {
  PartialShape shape = in.shape(0);
  const Integers kernel = in.list("kernel_shape"), stride = onesUnless(in.list("strides")),
                 before = padsOf(in, false), after = padsOf(in, true),
                 dilation = onesUnless(in.list("dilations"));
  const size_t dims = kernel.size();
  if (!shape.hasRank() || dims == 0 || shape.rank() != dims + 2) return {};
  if (keepsSizes(in)) return strided(std::move(shape), dims, stride);
  for (size_t i = 0; i < dims; ++i) {
    const rules::Window window{kernel[i], rules::PerDimension(stride)[i],
                               rules::PerDimension(before)[i], rules::PerDimension(after)[i],
                               rules::PerDimension(dilation)[i]};
    const int64_t size = shape.fromEnd(dims - i);
    const auto positions =
        size < 0 ? std::nullopt : rules::windowPositions(size, window, in.flag("ceil_mode", false));
    shape.setFromEnd(dims - i, positions.value_or(kUnknown));
  }
  return shape;
}

PartialShape globalPool(const OnnxNode& in, size_t) {
  PartialShape shape = in.shape(0);
  if (!shape.hasRank()) return {};
  for (size_t i = 1; i + 2 <= shape.rank(); ++i) shape.setFromEnd(i, 1);
  return shape;
}

PartialShape transposedIf(bool isTransposed, PartialShape shape) {
  return isTransposed && shape.isRank(2) ? shapeOf(rules::transpose(shape, 0, 1)) : shape;
}

PartialShape gemm(const OnnxNode& in, size_t) {
  const PartialShape a = transposedIf(in.flag("transA", false), in.shape(0));
  const PartialShape b = transposedIf(in.flag("transB", false), in.shape(1));
  // A Gemm has matrices, so that the rank is known even when a shape is not.
  return PartialShape::of({a.isRank(2) ? a.size(0) : kUnknown, b.isRank(2) ? b.size(1) : kUnknown});
}

PartialShape matmul(const OnnxNode& in, size_t) {
  return shapeOf(rules::matmul(in.shape(0), in.shape(1)));
}

PartialShape concat(const OnnxNode& in, size_t) {
  rules::Joining joining(in.number("axis", 0));
  for (size_t i = 0; i < in.inputs(); ++i)
    if (!in.shape(i).hasRank() || joining.add(in.shape(i))) return {};
  return in.inputs() == 0 ? PartialShape() : std::move(joining).take();
}

PartialShape reshape(const OnnxNode& in, size_t) {
  const PartialShape shape = in.shape(0);
  const std::optional<Integers> wanted = in.operand(1, "shape");
  if (!wanted) return {};
  Dims sizes;
  size_t unknown = 0;
  for (size_t i = 0; i < wanted->size(); ++i) {
    int64_t size = sizeOf((*wanted)[i]);
    if (size == 0 && !in.flag("allowzero", false))
      size = shape.hasRank() && i < shape.rank() ? shape.sizes()[i] : kUnknown;
    unknown += size < 0 ? 1 : 0;
    sizes.push_back(size);
  }
  if (unknown > 1) return PartialShape::of(std::move(sizes));
  return shapeOf(rules::view(sizes, shape.elements()));
}

PartialShape flatten(const OnnxNode& in, size_t) {
  const PartialShape shape = in.shape(0);
  int64_t axis = in.number("axis", 1);
  if (!shape.hasRank()) return PartialShape::of({kUnknown, kUnknown});
  const auto rank = static_cast<int64_t>(shape.rank());
  if (axis < 0) axis += rank;
  if (axis < 0 || axis > rank) return {};
  const std::span<const int64_t> sizes = shape.sizes();
  const auto at = static_cast<size_t>(axis);
  return PartialShape::of({rules::elements(sizes.first(at)), rules::elements(sizes.subspan(at))});
}

PartialShape transpose(const OnnxNode& in, size_t) {
  const PartialShape shape = in.shape(0);
  Integers order = in.list("perm");
  if (!shape.hasRank()) return {};
  if (order.empty()) {
    order.resize(shape.rank());
    std::iota(order.rbegin(), order.rend(), 0);
  }
  return shapeOf(rules::permute(shape, order));
}

PartialShape reduced(const PartialShape& shape, const Integers& axes, bool keeps) {
  if (!shape.hasRank()) return {};
  const rules::ReductionDims chosen = rules::reductionDims(axes, shape.rank());
  if (chosen.violation) return {};
  return PartialShape::of(rules::reduce(shape.sizes(), chosen.dims, keeps));
}

PartialShape reduce(const OnnxNode& in, size_t) {
  const std::optional<Integers> axes = in.operand(1, "axes");
  if (!axes && in.has(1)) return {};
  if (axes.value_or(Integers()).empty() && in.flag("noop_with_empty_axes", false))
    return in.shape(0);
  return reduced(in.shape(0), axes.value_or(Integers()), in.flag("keepdims", true));
}

PartialShape indexOfMost(const OnnxNode& in, size_t) {
  return reduced(in.shape(0), {in.number("axis", 0)}, in.flag("keepdims", true));
}

// The elements that a slice of `size` elements has.
int64_t sliced(int64_t size, int64_t start, int64_t end, int64_t step) {
  if (size < 0 || step == 0 || start == kUnknownInteger || end == kUnknownInteger ||
      step == kUnknownInteger)
    return kUnknown;
  const auto bounded = [&](int64_t at, int64_t least, int64_t most) {
    return std::clamp(at < 0 ? std::max(at, -size - 1) + size : at, least, most);
  };
  if (step > 0) {
    const int64_t first = bounded(start, 0, size), last = bounded(end, 0, size);
    return last <= first ? 0 : (last - first - 1) / step + 1;
  }
  const int64_t first = bounded(start, -1, size - 1), last = bounded(end, -1, size - 1);
  return first <= last ? 0 : (first - last - 1) / (step == INT64_MIN ? INT64_MAX : -step) + 1;
}

PartialShape slice(const OnnxNode& in, size_t) {
  PartialShape shape = in.shape(0);
  const auto starts = in.operand(1, "starts"), ends = in.operand(2, "ends");
  std::optional<Integers> axes = in.operand(3, "axes"), steps = in.operand(4, "steps");
  if (!shape.hasRank()) return {};
  if (!axes && !in.has(3) && (starts || ends)) {
    axes.emplace(starts ? starts->size() : ends->size());
    std::iota(axes->begin(), axes->end(), 0);
  }
  // All dimensions may have changed.
  if (!axes) return PartialShape::of(Dims(shape.rank(), kUnknown));
  if (!steps && !in.has(4)) steps.emplace(axes->size(), 1);
  for (size_t i = 0; i < axes->size(); ++i) {
    const auto dim = dimOf(shape, (*axes)[i]);
    if (!dim) return {};
    const bool isKnown =
        starts && ends && steps && i < starts->size() && i < ends->size() && i < steps->size();
    const int64_t size =
        isKnown ? sliced(shape.sizes()[*dim], (*starts)[i], (*ends)[i], (*steps)[i]) : kUnknown;
    shape.setFromEnd(shape.rank() - *dim, size);
  }
  return shape;
}

PartialShape gather(const OnnxNode& in, size_t) {
  const PartialShape shape = in.shape(0), indices = in.shape(1);
  const auto dim = dimOf(shape, in.number("axis", 0));
  if (!dim || !indices.hasRank()) return {};
  Dims sizes;
  for (size_t i = 0; i < *dim; ++i) sizes.push_back(shape.sizes()[i]);
  for (int64_t size : indices.sizes()) sizes.push_back(size);
  for (size_t i = *dim + 1; i < shape.rank(); ++i) sizes.push_back(shape.sizes()[i]);
  return PartialShape::of(std::move(sizes));
}

PartialShape likeIndices(const OnnxNode& in, size_t) { return in.shape(1); }

PartialShape unsqueeze(const OnnxNode& in, size_t) {
  PartialShape shape = in.shape(0);
  std::optional<Integers> axes = in.operand(1, "axes");
  if (!axes || !shape.hasRank()) return {};
  // Dimensions are those of the result.
  const auto rank = static_cast<int64_t>(shape.rank() + axes->size());
  for (int64_t& axis : *axes) axis += axis < 0 ? rank : 0;
  std::ranges::sort(*axes);
  for (int64_t axis : *axes) shape = shapeOf(rules::unsqueeze(shape, axis));
  return shape;
}

PartialShape squeeze(const OnnxNode& in, size_t) {
  const PartialShape shape = in.shape(0);
  const std::optional<Integers> axes = in.operand(1, "axes");
  if (!axes) return in.has(1) ? PartialShape() : shapeOf(rules::squeezeAll(shape));
  return axes->empty() ? shape : reduced(shape, *axes, false);
}

PartialShape split(const OnnxNode& in, size_t output) {
  const PartialShape shape = in.shape(0);
  const int64_t axis = in.number("axis", 0);
  const auto dim = dimOf(shape, axis);
  if (!dim) return {};
  const std::optional<Integers> sizes = in.operand(1, "split");
  int64_t size = kUnknown;
  if (sizes && output < sizes->size()) {
    size = sizeOf((*sizes)[output]);
  } else if (const int64_t all = shape.sizes()[*dim]; !in.has(1) && all >= 0) {
    const auto parts = static_cast<int64_t>(in.node().outputs.size());
    const int64_t each = (all + parts - 1) / parts;
    size = std::clamp<int64_t>(all - each * static_cast<int64_t>(output), 0, each);
  }
  return shapeOf(rules::withSize(shape, axis, size));
}

PartialShape pad(const OnnxNode& in, size_t) {
  PartialShape shape = in.shape(0);
  const std::optional<Integers> pads = in.operand(1, "pads");
  if (!shape.hasRank() || in.has(3)) return {};
  const size_t rank = shape.rank();
  for (size_t i = 0; i < rank; ++i) {
    const bool isKnown = pads && pads->size() == 2 * rank;
    const int64_t before = isKnown ? (*pads)[i] : kUnknownInteger;
    const int64_t after = isKnown ? (*pads)[rank + i] : kUnknownInteger;
    const int64_t size = shape.sizes()[i];
    const bool isCounted = size >= 0 && std::abs(before) < INT32_MAX && std::abs(after) < INT32_MAX;
    shape.setFromEnd(rank - i, isCounted ? std::max<int64_t>(0, size + before + after) : kUnknown);
  }
  return shape;
}

PartialShape sized(const std::optional<Integers>& sizes) {
  if (!sizes) return {};
  Dims result;
  for (int64_t size : *sizes) result.push_back(sizeOf(size));
  return PartialShape::of(std::move(result));
}

PartialShape expand(const OnnxNode& in, size_t) {
  return shapeOf(rules::broadcast(in.shape(0), sized(in.integers(1))));
}

PartialShape filled(const OnnxNode& in, size_t) { return sized(in.integers(0)); }

PartialShape scaled(const OnnxNode& in, size_t scalesInput) {
  PartialShape shape = in.shape(0);
  const std::vector<double> scales = in.reals(scalesInput);
  if (!shape.hasRank()) return {};
  for (size_t i = 0; i < shape.rank(); ++i) {
    const double scale = scales.size() == shape.rank() ? scales[i] : NAN;
    const double size = std::floor(static_cast<double>(shape.sizes()[i]) * scale);
    const bool isKnown = shape.sizes()[i] >= 0 && size >= 0 && size < 1e15;
    shape.setFromEnd(shape.rank() - i, isKnown ? static_cast<int64_t>(size) : kUnknown);
  }
  return shape;
}
PartialShape upsample(const OnnxNode& in, size_t) { return scaled(in, 1); }
PartialShape resize(const OnnxNode& in, size_t) {
  const PartialShape sizes = sized(in.integers(3));
  const PartialShape shape = in.shape(0);
  if (!in.list("axes").empty()) return {};
  if (in.has(3) && sizes.hasRank() && (!shape.hasRank() || sizes.rank() == shape.rank()))
    return sizes;
  return scaled(in, in.inputs() == 2 ? 1 : 2);
}

PartialShape tile(const OnnxNode& in, size_t) {
  PartialShape shape = in.shape(0);
  const std::optional<Integers> times = in.integers(1);
  if (!shape.hasRank()) return {};
  for (size_t i = 0; i < shape.rank(); ++i) {
    const int64_t each = times && i < times->size() ? sizeOf((*times)[i]) : kUnknown;
    shape.setFromEnd(shape.rank() - i, rules::times(shape.sizes()[i], each));
  }
  return shape;
}

PartialShape sizesAsVector(const OnnxNode& in, size_t) {
  const PartialShape shape = in.shape(0);
  return PartialShape::of({shape.hasRank() ? static_cast<int64_t>(shape.rank()) : kUnknown});
}

// A Range: its result has as many elements as are known, or any number.
PartialShape vector(const OnnxNode& in, size_t) {
  const std::optional<Integers> all = onnxIntegers(in, "Range");
  return PartialShape::of({all ? static_cast<int64_t>(all->size()) : kUnknown});
}

PartialShape scalar(const OnnxNode&, size_t) { return PartialShape::of({}); }

PartialShape most(const OnnxNode& in, size_t) {
  const PartialShape shape = in.shape(0);
  const std::optional<Integers> count = in.operand(1, "k");
  const int64_t size = count && count->size() == 1 ? sizeOf((*count)[0]) : kUnknown;
  return shapeOf(rules::withSize(shape, in.number("axis", -1), size));
}

// [channels * r², h, w] and [channels, h * r, w * r].
PartialShape blocks(const OnnxNode& in, bool isToDepth) {
  const PartialShape shape = in.shape(0);
  const int64_t block = in.number("blocksize", 0);
  if (!shape.isRank(4) || block <= 0 || block > 10'000) return {};
  const auto scale = [&](int64_t size, int64_t by, bool isLarger) {
    return size < 0 ? kUnknown : isLarger ? rules::times(size, by) : size / by;
  };
  const Dims& sizes = shape.sizes();
  return PartialShape::of({sizes[0], scale(sizes[1], block * block, isToDepth),
                           scale(sizes[2], block, !isToDepth), scale(sizes[3], block, !isToDepth)});
}
PartialShape depthToSpace(const OnnxNode& in, size_t) { return blocks(in, false); }
PartialShape spaceToDepth(const OnnxNode& in, size_t) { return blocks(in, true); }

// All steps [steps, directions, batch, hidden], then the last ones [directions, batch, hidden].
PartialShape recurrent(const OnnxNode& in, size_t output) {
  const PartialShape shape = in.shape(0);
  if (!shape.isRank(3) || in.number("layout", 0) != 0) return {};
  const int64_t directions = in.text("direction") == "bidirectional" ? 2 : 1;
  const Dims last = {directions, shape.sizes()[1], in.number("hidden_size", kUnknown)};
  if (output > 0) return PartialShape::of(Dims(last));
  return PartialShape::of({shape.sizes()[0], last[0], last[1], last[2]});
}

// A tensor that the file contains: "float32 [3, 4]".
PartialShape constant(const OnnxNode& in, size_t) {
  const std::string_view text = in.text("value");
  const size_t at = text.find('[');
  if (at == text.npos) return {};
  return PartialShape::of(Dims(integersOf(text.substr(at))));
}

// ---- dtypes

enum class Dtype : uint8_t {
  First,  // that of the first input
  Second,
  Bool,
  Int64,
  ToAttribute,  // the attribute `to`
  Later,        // that of the first input, of all outputs but the first int64
  None,
};

std::string dtypeOf(const OnnxNode& in, size_t input) {
  const ModelArgument* argument = in.argument(input);
  const TensorFacts* facts = argument != nullptr ? in.facts(*argument) : nullptr;
  return facts != nullptr ? facts->dtype : std::string();
}

// ---- the table

struct ShapeRow {
  std::string_view names;  // of operators, between spaces
  PartialShape (*shape)(const OnnxNode& in, size_t output);
  Dtype dtype = Dtype::First;
  bool hasFurther = false;  // further results have shapes by the rule
};
constexpr ShapeRow kShapeTable[] = {
    {" Abs Acos Acosh Asin Asinh Atan Atanh BatchNormalization BitwiseNot Ceil Celu Clip Cos Cosh "
     "CumSum Dropout Elu Erf Exp Floor Gelu GroupNormalization HardSigmoid HardSwish Hardmax "
     "Identity InstanceNormalization LRN LayerNormalization LeakyRelu Log LogSoftmax "
     "LpNormalization MeanVarianceNormalization Mish Neg Not PRelu RMSNormalization Reciprocal "
     "Relu Round Scatter ScatterElements ScatterND Selu Shrink Sigmoid Sign Sin Sinh Softmax "
     "Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu Trilu ",
     same},
    {" Cast ", same, Dtype::ToAttribute},
    {" IsInf IsNaN ", same, Dtype::Bool},
    {" QuantizeLinear ", same, Dtype::None},
    {" DequantizeLinear ", same, Dtype::Second},
    {" Add BitwiseAnd BitwiseOr BitwiseXor BitShift Div Max Mean Min Mod Mul Pow Sub Sum ",
     pointwise},
    {" And Equal Greater GreaterOrEqual Less LessOrEqual Or Xor ", pointwise, Dtype::Bool},
    {" Where ", pointwise, Dtype::Second},
    {" Conv ", convolution},
    {" ConvTranspose ", transposedConvolution},
    {" AveragePool LpPool ", pool},
    {" MaxPool ", pool, Dtype::Later, true},
    {" GlobalAveragePool GlobalLpPool GlobalMaxPool ", globalPool},
    {" Gemm ", gemm},
    {" MatMul ", matmul},
    {" Concat ", concat},
    {" Reshape ", reshape},
    {" Flatten ", flatten},
    {" Transpose ", transpose},
    {" ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd "
     "ReduceSum ReduceSumSquare ",
     reduce},
    {" ArgMax ArgMin ", indexOfMost, Dtype::Int64},
    {" TopK ", most, Dtype::Later, true},
    {" Slice ", slice},
    {" Gather ", gather},
    {" GatherElements ", likeIndices},
    {" Unsqueeze ", unsqueeze},
    {" Squeeze ", squeeze},
    {" Split ", split, Dtype::First, true},
    {" Pad ", pad},
    {" Expand ", expand},
    {" ConstantOfShape ", filled, Dtype::None},
    {" Resize ", resize},
    {" Upsample ", upsample},
    {" Tile ", tile},
    {" Shape ", sizesAsVector, Dtype::Int64},
    {" Size ", scalar, Dtype::Int64},
    {" Range ", vector},
    {" DepthToSpace ", depthToSpace},
    {" SpaceToDepth ", spaceToDepth},
    {" GRU LSTM RNN ", recurrent, Dtype::First, true},
    {" Constant ", constant, Dtype::None},
};

const ShapeRow* rowOf(std::string_view op) {
  const std::string name = " " + std::string(op) + " ";
  for (const ShapeRow& row : kShapeTable)
    if (row.names.find(name) != row.names.npos) return &row;
  return nullptr;
}

std::string dtypeOf(const OnnxNode& in, Dtype rule, size_t output) {
  switch (rule) {
    case Dtype::First: return dtypeOf(in, 0);
    case Dtype::Second: return dtypeOf(in, 1);
    case Dtype::Bool: return "bool";
    case Dtype::Int64: return "int64";
    case Dtype::ToAttribute: return std::string(archive::onnxDtype(in.number("to", 0)));
    case Dtype::Later: return output == 0 ? dtypeOf(in, 0) : "int64";
    case Dtype::None: return {};
  }
  return {};
}

}  // namespace
}  // namespace onnx

void OnnxShapes::add(const ModelNode& node) {
  const OnnxNode in(model_, node, overlay_, integers_);
  const std::string_view domain = in.text("domain");
  if (!domain.empty() && domain != "ai.onnx") return;
  const std::string_view op = std::string_view(node.kind).substr(std::string_view("onnx::").size());
  if (std::optional<Integers> integers = onnxIntegers(in, op)) {
    if (node.outputs[0] >= integers_.size()) integers_.resize(node.outputs[0] + 1);
    integers_[node.outputs[0]] = std::move(integers);
  }
  const onnx::ShapeRow* row = onnx::rowOf(op);
  if (row == nullptr) return;
  for (size_t i = 0; i < (row->hasFurther ? node.outputs.size() : 1); ++i) {
    std::optional<TensorFacts>& known = overlay_.values[node.outputs[i]];
    if (known) continue;
    const shape_rules::PartialShape shape = row->shape(in, i);
    if (shape.isUnknown()) continue;
    TensorFacts facts;
    facts.dtype = onnx::dtypeOf(in, row->dtype, i);
    facts.sizes.assign(shape.sizes().begin(), shape.sizes().end());
    facts.hasRank = shape.hasRank();
    known = std::move(facts);
  }
}

}  // namespace ts::viz
