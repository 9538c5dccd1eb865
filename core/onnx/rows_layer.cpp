// Normalizations and pooling.
#include <algorithm>
#include <numeric>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace layer {
namespace {

// A parameter of a normalization, or a constant in its place.
Wire parameter(Op& op, std::string_view name, int64_t size, double otherwise, DType dtype) {
  if (!op.isNone(name)) return op.wire(name);
  if (size < 0) op.refuse("the number of channels is not known");
  const Tensor tensor = tensor::empty(std::span(&size, 1), dtype);
  tensor::visit(dtype, [&]<typename T>() {
    std::fill_n(tensor.data<T>(), size, tensor::Scalar(otherwise).to<T>());
  });
  return op.b.constant(tensor);
}

void batchNorm(Op& op) {
  const Wire input = op.wire("input");
  if (op.flag("training") != false || op.isNone("running_mean"))
    op.refuse("it normalizes by the batch's own statistics, as in training mode");
  const int64_t channels = op.needRank(input) > 1 ? input.shape.size(1) : shape_rules::kUnknown;
  const Wires inputs = {input, parameter(op, "weight", channels, 1, input.dtype),
                        parameter(op, "bias", channels, 0, input.dtype), op.wire("running_mean"),
                        op.wire("running_var")};
  op.give(op.b.add("BatchNormalization", inputs, input.dtype, input.shape,
                   {{"epsilon", op.needReal("eps")}}));
}

// (x - mean) / sqrt(var + eps) along some dimensions.
Wire normalized(Op& op, const Wire& input, const std::vector<int64_t>& dims) {
  Builder& b = op.b;
  const Wire centred = b.binary("Sub", input, b.reduce("ReduceMean", input, dims, true));
  const Wire variance = b.reduce("ReduceMean", b.binary("Mul", centred, centred), dims, true);
  const Wire deviation =
      b.unary("Sqrt", b.binary("Add", variance, b.scalar(op.needReal("eps"), input.dtype)));
  return b.binary("Div", centred, deviation);
}

void layerNorm(Op& op) {
  Builder& b = op.b;
  const Wire input = op.wire("input");
  const auto count = static_cast<int64_t>(op.needIntegers("normalized_shape").size());
  if (b.opset() >= 17) {
    Wires inputs = {input};
    if (op.isNone("weight")) {
      Dims sizes;
      for (const int64_t size : op.needIntegers("normalized_shape")) sizes.push_back(size);
      const Tensor ones = tensor::empty(sizes, input.dtype);
      tensor::visit(input.dtype, [&]<typename T>() {
        std::fill_n(ones.data<T>(), ones.numel(), tensor::Scalar(1).to<T>());
      });
      inputs.push_back(b.constant(ones));
    } else {
      inputs.push_back(op.wire("weight"));
    }
    if (!op.isNone("bias")) inputs.push_back(op.wire("bias"));
    return op.give(b.add("LayerNormalization", inputs, input.dtype, input.shape,
                         {{"axis", -count}, {"epsilon", op.needReal("eps")}}));
  }
  std::vector<int64_t> dims(static_cast<size_t>(count));
  std::iota(dims.begin(), dims.end(), op.needRank(input) - count);
  Wire result = normalized(op, input, dims);
  if (!op.isNone("weight")) result = b.binary("Mul", result, op.wire("weight"));
  if (!op.isNone("bias")) result = b.binary("Add", result, op.wire("bias"));
  op.give(result);
}

// Multiplies and shifts channels, which are dimension 1.
Wire channelsScaled(Op& op, Wire result) {
  const auto wide = [&](std::string_view name) {
    std::vector<int64_t> axes(static_cast<size_t>(result.rank() - 2));
    std::iota(axes.begin(), axes.end(), 1);
    return op.b.unsqueeze(op.wire(name), axes);
  };
  if (!op.isNone("weight")) result = op.b.binary("Mul", result, wide("weight"));
  if (!op.isNone("bias")) result = op.b.binary("Add", result, wide("bias"));
  return result;
}

void groupNorm(Op& op) {
  Builder& b = op.b;
  const Wire input = op.wire("input");
  const int64_t groups = op.needInteger("num_groups");
  op.needRank(input);
  const Wires sizes = {b.sizesFrom(input, 0, 1), b.integers({groups, -1})};
  const Wire grouped =
      b.reshape(input, b.concat(sizes, 0), PartialShape::of({input.shape.size(0), groups, -1}));
  Wire result = b.reshape(normalized(op, grouped, {2}), b.shapeOf(input), input.shape);
  op.give(channelsScaled(op, result));
}

void instanceNorm(Op& op) {
  const Wire input = op.wire("input");
  if (op.flag("use_input_stats") != true) {
    const int64_t channels = input.shape.size(1);
    const Wires inputs = {input, parameter(op, "weight", channels, 1, input.dtype),
                          parameter(op, "bias", channels, 0, input.dtype), op.wire("running_mean"),
                          op.wire("running_var")};
    return op.give(op.b.add("BatchNormalization", inputs, input.dtype, input.shape,
                            {{"epsilon", op.needReal("eps")}}));
  }
  std::vector<int64_t> dims(static_cast<size_t>(op.needRank(input) - 2));
  std::iota(dims.begin(), dims.end(), 2);
  op.give(channelsScaled(op, normalized(op, input, dims)));
}

void rmsNorm(Op& op) {
  Builder& b = op.b;
  const Wire input = op.wire("input");
  const auto count = static_cast<int64_t>(op.needIntegers("normalized_shape").size());
  std::vector<int64_t> dims(static_cast<size_t>(count));
  std::iota(dims.begin(), dims.end(), op.needRank(input) - count);
  const double eps = op.real("eps").value_or(
      input.dtype == DType::Float64 ? 2.220446049250313e-16 : 1.1920928955078125e-07);
  const Wire mean = b.reduce("ReduceMean", b.binary("Mul", input, input), dims, true);
  const Wire root = b.unary("Sqrt", b.binary("Add", mean, b.scalar(eps, input.dtype)));
  Wire result = b.binary("Div", input, root);
  if (!op.isNone("weight")) result = b.binary("Mul", result, op.wire("weight"));
  op.give(result);
}

// A layer for images with a batch dimension also takes one image.
struct Batched {
  Wire input;
  bool isAdded = false;
};
Batched batched(Op& op, size_t spatial) {
  Batched result{op.wire(op.has("self") ? "self" : "input")};
  result.isAdded = op.needRank(result.input) == static_cast<int64_t>(spatial) + 1;
  if (result.isAdded) result.input = op.b.unsqueeze(result.input, {0});
  return result;
}
PartialShape withBatch(const PartialShape& shape, bool isAdded) {
  if (!isAdded || !shape.hasRank()) return shape;
  Dims sizes(shape.sizes());
  sizes.insert(0, 1);
  return PartialShape::of(std::move(sizes));
}

// The number of spatial dimensions is the digit in the operator's name.
size_t spatialOf(const Op& op) {
  const std::string name = op.name();
  return static_cast<size_t>(name[name.find_first_of("123", name.find("pool"))] - '0');
}

void pooled(Op& op) {
  Builder& b = op.b;
  const size_t spatial = spatialOf(op);
  const Batched batch = batched(op, spatial);
  const bool isMax = op.name().find("max_pool") != std::string::npos;
  const std::vector<int64_t> kernel = op.needIntegers("kernel_size", spatial);
  const auto given = op.ints("stride");
  const std::vector<int64_t> stride =
      given && !given->empty() ? op.needIntegers("stride", spatial) : kernel;
  std::vector<int64_t> pads = op.needIntegers("padding", spatial);
  const std::vector<int64_t> padding = pads;
  pads.insert(pads.end(), padding.begin(), padding.end());
  Attributes attributes = {{"kernel_shape", kernel},
                           {"strides", stride},
                           {"pads", pads},
                           {"ceil_mode", int64_t{op.flag("ceil_mode") == true}}};
  PartialShape shape = withBatch(op.shape(), batch.isAdded);
  Wire result;
  if (isMax) {
    attributes.push_back({"dilations", op.needIntegers("dilation", spatial)});
    if (op.name().ends_with("with_indices")) {
      const Wires results =
          b.addMany("MaxPool", {&batch.input, 1},
                    {{{}, batch.input.dtype, shape}, {{}, DType::Int64, shape}}, attributes);
      // ONNX counts from the first element of the tensor, PyTorch from that of the image.
      const Wires sizes = {b.sizesFrom(batch.input, 2, static_cast<int64_t>(spatial) + 2)};
      const Wire area = b.reduce("ReduceProd", sizes[0], {0}, false);
      const Wire index = b.add("Mod", {results[1], area}, DType::Int64, shape);
      op.give(batch.isAdded ? b.squeeze(results[0], {0}) : results[0]);
      return op.give(batch.isAdded ? b.squeeze(index, {0}) : index);
    }
    result = b.add("MaxPool", {batch.input}, batch.input.dtype, shape, attributes);
  } else {
    if (!op.isNone("divisor_override")) op.refuse("it has `divisor_override`");
    attributes.push_back({"count_include_pad", int64_t{op.flag("count_include_pad") != false}});
    result = b.add("AveragePool", {batch.input}, batch.input.dtype, shape, attributes);
  }
  op.give(batch.isAdded ? b.squeeze(result, {0}) : result);
}

void adaptivelyPooled(Op& op) {
  Builder& b = op.b;
  const size_t spatial = spatialOf(op);
  const Batched batch = batched(op, spatial);
  const bool isMax = op.name().find("max_pool") != std::string::npos;
  const auto sizes = op.ints("output_size");
  if (!sizes) op.refuse("`output_size` is not a constant");
  std::vector<int64_t> wanted, kernel;
  bool isGlobal = true;
  for (size_t i = 0; i < spatial; ++i) {
    const auto& size = (*sizes)[sizes->size() == 1 ? 0 : i];
    const int64_t input = batch.input.shape.size(static_cast<int64_t>(i) + 2);
    wanted.push_back(size.value_or(input));
    isGlobal = isGlobal && wanted.back() == 1;
    kernel.push_back(input);
  }
  PartialShape shape = withBatch(op.shape(), batch.isAdded);
  Wire result;
  if (isGlobal && !isMax) {
    result = b.add("GlobalAveragePool", {batch.input}, batch.input.dtype, shape);
  } else if (isGlobal) {
    result = b.add("GlobalMaxPool", {batch.input}, batch.input.dtype, shape);
  } else {
    bool isEven = true;
    for (size_t i = 0; i < spatial; ++i) {
      if (kernel[i] < 0) op.refuse("the size of the image is not known");
      isEven = isEven && wanted[i] > 0 && kernel[i] % wanted[i] == 0;
    }
    if (isEven) {
      for (size_t i = 0; i < spatial; ++i) kernel[i] /= wanted[i];
      result = b.add(isMax ? "MaxPool" : "AveragePool", {batch.input}, batch.input.dtype, shape,
                     {{"kernel_shape", kernel}, {"strides", kernel}});
    } else {
      // Windows of different sizes, one dimension after another.
      result = batch.input;
      for (size_t i = 0; i < spatial; ++i) {
        const int64_t axis = static_cast<int64_t>(i) + 2;
        Wires parts;
        for (int64_t k = 0; k < wanted[i]; ++k) {
          const int64_t begin = k * kernel[i] / wanted[i],
                        end = ((k + 1) * kernel[i] + wanted[i] - 1) / wanted[i];
          parts.push_back(b.reduce(isMax ? "ReduceMax" : "ReduceMean",
                                   b.slice(result, axis, begin, end), {axis}, true));
        }
        result = b.concat(parts, axis);
      }
    }
  }
  op.give(batch.isAdded ? b.squeeze(result, {0}) : result);
  // Scripts make the indices and drop them.
  if (op.schema.returns.size() > 1) op.give(Val(Uninitialized()));
}

constexpr Row kRows[] = {
    {"aten::adaptive_avg_pool1d", adaptivelyPooled},
    {"aten::adaptive_avg_pool2d", adaptivelyPooled},
    {"aten::adaptive_avg_pool3d", adaptivelyPooled},
    {"aten::adaptive_max_pool1d", adaptivelyPooled},
    {"aten::adaptive_max_pool2d", adaptivelyPooled},
    {"aten::adaptive_max_pool3d", adaptivelyPooled},
    {"aten::avg_pool1d", pooled},
    {"aten::avg_pool2d", pooled},
    {"aten::avg_pool3d", pooled},
    {"aten::batch_norm", batchNorm},
    {"aten::group_norm", groupNorm},
    {"aten::instance_norm", instanceNorm},
    {"aten::layer_norm", layerNorm},
    {"aten::max_pool1d", pooled},
    {"aten::max_pool1d_with_indices", pooled},
    {"aten::max_pool2d", pooled},
    {"aten::max_pool2d_with_indices", pooled},
    {"aten::max_pool3d", pooled},
    {"aten::max_pool3d_with_indices", pooled},
    {"aten::rms_norm", rmsNorm},
};

}  // namespace
}  // namespace layer

std::span<const Row> layerRows() { return layer::kRows; }

}  // namespace ts::onnx
