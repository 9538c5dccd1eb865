// Products of matrices, convolutions, attention.
#include <cmath>
#include <map>
#include <numeric>

#include "core/onnx/rows.h"
#include "core/shape_rules/rules.h"

namespace ts::onnx {

namespace products {
namespace {

Wire product(Builder& b, const Wire& a, const Wire& other) {
  shape_rules::Inferred shape = shape_rules::matmul(a.shape, other.shape);
  return b.add("MatMul", {a, other}, a.dtype, shape ? std::move(shape.shape) : PartialShape());
}

void matmul(Op& op) {
  const std::string_view second = op.has("other")  ? "other"
                                  : op.has("mat2") ? "mat2"
                                  : op.has("vec")  ? "vec"
                                                   : "tensor";
  op.give(product(op.b, op.wire("self", op.dtype()), op.wire(second, op.dtype())));
}

// beta * self + alpha * (a @ b)
void addedProduct(Op& op) {
  Builder& b = op.b;
  const DType dtype = op.dtype();
  const bool isBatch = op.has("batch1");
  const Wire a = op.wire(isBatch         ? "batch1"
                         : op.has("mat") ? "mat"
                                         : "mat1",
                         dtype),
             other = op.wire(isBatch         ? "batch2"
                             : op.has("vec") ? "vec"
                                             : "mat2",
                             dtype);
  const auto alpha = op.real("alpha"), beta = op.real("beta");
  if (!isBatch && !op.has("vec") && alpha && beta && tensor::isFloating(dtype) &&
      op.wire("self").shape.hasRank())
    return op.give(b.add("Gemm", {a, other, op.wire("self", dtype)}, dtype, op.shape(),
                         {{"alpha", *alpha}, {"beta", *beta}}));
  Wire result = product(b, a, other), self = op.wire("self", dtype);
  if (alpha != 1.0) result = b.binary("Mul", result, op.wire("alpha", dtype));
  if (beta != 1.0) self = b.binary("Mul", self, op.wire("beta", dtype));
  op.give(b.binary("Add", result, self));
}

void linear(Op& op) {
  Builder& b = op.b;
  const Wire input = op.wire("input"), weight = op.wire("weight");
  if (input.shape.isRank(2) && weight.shape.isRank(2)) {
    Wires inputs = {input, weight};
    if (!op.isNone("bias")) inputs.push_back(op.wire("bias"));
    return op.give(b.add("Gemm", inputs, input.dtype, op.shape(), {{"transB", int64_t{1}}}));
  }
  // The transposed weight is a constant, if the weight is.
  Val transposed = op.lowering.transposedWeight(op.value("weight"));
  Wire result = product(b, input, op.lowering.wireOf(transposed));
  if (!op.isNone("bias")) result = b.binary("Add", result, op.wire("bias"));
  op.give(result);
}

void dot(Op& op) {
  op.give(product(op.b, op.wire("self"), op.wire(op.has("tensor") ? "tensor" : "other")));
}

void bilinear(Op& op) {
  Builder& b = op.b;
  const Wire left = op.wire("input1"), right = op.wire("input2");
  const Wire sum = b.add("Einsum", {left, op.wire("weight"), right}, left.dtype, op.shape(),
                         {{"equation", std::string("...i,oij,...j->...o")}});
  op.give(op.isNone("bias") ? sum : b.binary("Add", sum, op.wire("bias")));
}

void outer(Op& op) {
  const DType dtype = op.dtype();
  const Wire a = op.b.unsqueeze(op.wire("self", dtype), {1}),
             c = op.b.unsqueeze(op.wire(op.has("vec2") ? "vec2" : "other", dtype), {0});
  op.give(op.b.binary("Mul", a, c));
}

// The sizes of the letters behind the arrow; unknown with "..." and without an arrow.
PartialShape einsumShape(const std::string& equation, const Wires& tensors) {
  const size_t arrow = equation.find("->");
  if (arrow == equation.npos || equation.find('.') != equation.npos) return {};
  std::map<char, int64_t> sizes;
  size_t tensor = 0, dim = 0;
  for (const char letter : equation.substr(0, arrow)) {
    if (letter == ',') {
      ++tensor;
      dim = 0;
      continue;
    }
    if (tensor >= tensors.size()) return {};
    const int64_t size = tensors[tensor].shape.size(static_cast<int64_t>(dim++));
    int64_t& known = sizes.try_emplace(letter, size).first->second;
    known = std::max(known, size);
  }
  Dims result;
  for (const char letter : equation.substr(arrow + 2))
    result.push_back(sizes.contains(letter) ? sizes[letter] : shape_rules::kUnknown);
  return PartialShape::of(std::move(result));
}

void einsum(Op& op) {
  const auto* text = std::get_if<IValue>(&op.value("equation"));
  if (text == nullptr || !text->isString()) op.refuse("the equation is not known");
  std::string equation;
  for (const char c : text->toString())
    if (c != ' ') equation += c;
  const Wires tensors = op.wires("tensors");
  for (const Wire& tensor : tensors)
    if (tensor.dtype != tensors[0].dtype) op.refuse("its operands have different dtypes");
  op.give(op.b.add("Einsum", tensors, tensors[0].dtype, einsumShape(equation, tensors),
                   {{"equation", equation}}));
}

// [before..., after...] of symmetric padding.
std::vector<int64_t> bothSides(const std::vector<int64_t>& pads) {
  std::vector<int64_t> all = pads;
  all.insert(all.end(), pads.begin(), pads.end());
  return all;
}

void convolved(Op& op) {
  Builder& b = op.b;
  Wire input = op.wire("input");
  const Wire weight = op.wire("weight");
  const int64_t weightRank = op.needRank(weight), spatial = weightRank - 2;
  const auto count = static_cast<size_t>(spatial);
  const bool isTransposed = op.has("transposed") ? op.needFlag("transposed")
                                                 : op.name().starts_with("aten::conv_transpose");
  const bool isBatch = op.needRank(input) == weightRank;
  if (!isBatch) input = b.unsqueeze(input, {0});
  Attributes attributes = {{"strides", op.needIntegers("stride", count)},
                           {"dilations", op.needIntegers("dilation", count)},
                           {"group", op.needInteger("groups")}};
  const auto* padding = std::get_if<IValue>(&op.value("padding"));
  if (padding && padding->isString()) {
    if (padding->toString() == "valid") {
      attributes.push_back({"pads", std::vector<int64_t>(2 * count, 0)});
    } else {
      // PyTorch puts the larger part of the padding behind.
      const std::vector<int64_t> dilation = op.needIntegers("dilation", count);
      std::vector<int64_t> pads(2 * count);
      for (size_t i = 0; i < count; ++i) {
        const int64_t all = dilation[i] * (weight.shape.size(static_cast<int64_t>(i) + 2) - 1);
        pads[i] = all / 2;
        pads[count + i] = all - all / 2;
      }
      attributes.push_back({"pads", pads});
    }
  } else {
    attributes.push_back({"pads", bothSides(op.needIntegers("padding", count))});
  }
  std::vector<int64_t> kernel;
  for (int64_t i = 2; i < weightRank; ++i) kernel.push_back(weight.shape.size(i));
  attributes.push_back({"kernel_shape", kernel});
  if (isTransposed)
    attributes.push_back({"output_padding", op.needIntegers("output_padding", count)});
  Wires inputs = {input, weight};
  if (!op.isNone("bias")) inputs.push_back(op.wire("bias"));
  PartialShape shape = op.shape();
  if (!isBatch && shape.hasRank()) {
    Dims sizes(shape.sizes());
    sizes.insert(0, 1);
    shape = PartialShape::of(std::move(sizes));
  }
  Wire result = b.add(isTransposed ? "ConvTranspose" : "Conv", inputs, input.dtype, shape,
                      std::move(attributes));
  op.give(isBatch ? result : b.squeeze(result, {0}));
}

void attention(Op& op) {
  Builder& b = op.b;
  const Wire query = op.wire("query"), key = op.wire("key"), value = op.wire("value");
  if (op.real("dropout_p").value_or(0) != 0) op.refuse("it draws random numbers (dropout)");
  if (op.flag("enable_gqa") == true) op.refuse("it has `enable_gqa`");
  const int64_t rank = op.needRank(query);
  const Wire transposed = b.swap(key, op.needRank(key) - 2, op.needRank(key) - 1);
  const int64_t width = query.shape.size(-1);
  Wire factor;
  if (const auto scale = op.real("scale")) {
    factor = b.scalar(*scale, query.dtype);
  } else if (width >= 0) {
    factor = b.scalar(1 / std::sqrt(static_cast<double>(width)), query.dtype);
  } else {
    factor = b.unary("Reciprocal", b.unary("Sqrt", b.cast(b.sizeOf(query, rank - 1), query.dtype)));
  }
  Wire scores = product(b, b.binary("Mul", query, factor), transposed);
  if (op.flag("is_causal") == true) {
    if (b.opset() < 14) op.refuse("a causal mask needs --opset 14");
    const Wires sizes = {b.unsqueeze(b.sizeOf(query, rank - 2), {0}),
                         b.unsqueeze(b.sizeOf(key, op.needRank(key) - 2), {0})};
    const Wire ones =
        b.expand(b.scalar(1, DType::Int64), b.concat(sizes, 0), PartialShape::of({-1, -1}));
    const Wire lower = b.add("Trilu", {ones}, DType::Int64, ones.shape, {{"upper", int64_t{0}}});
    scores = b.where(b.cast(lower, DType::Bool), scores, b.scalar(-INFINITY, scores.dtype));
  }
  if (!op.isNone("attn_mask")) {
    const Wire mask = op.wire("attn_mask");
    scores = mask.dtype == DType::Bool ? b.where(mask, scores, b.scalar(-INFINITY, scores.dtype))
                                       : b.binary("Add", scores, mask);
  }
  const Wire weights = b.unary("Softmax", scores, {{"axis", int64_t{-1}}});
  op.give(product(b, weights, value));
}

constexpr Row kRows[] = {
    {"aten::_convolution", convolved},
    {"aten::_convolution_mode", convolved},
    {"aten::addmm", addedProduct},
    {"aten::bilinear", bilinear},
    {"aten::addmv", addedProduct},
    {"aten::baddbmm", addedProduct},
    {"aten::bmm", matmul},
    {"aten::conv1d", convolved},
    {"aten::conv2d", convolved},
    {"aten::conv3d", convolved},
    {"aten::conv_transpose1d", convolved},
    {"aten::conv_transpose2d", convolved},
    {"aten::conv_transpose3d", convolved},
    {"aten::convolution", convolved},
    {"aten::dot", dot},
    {"aten::einsum", einsum},
    {"aten::ger", outer},
    {"aten::linear", linear},
    {"aten::matmul", matmul},
    {"aten::mm", matmul},
    {"aten::mv", matmul},
    {"aten::outer", outer},
    {"aten::scaled_dot_product_attention", attention},
};

}  // namespace
}  // namespace products

std::span<const Row> productRows() { return products::kRows; }

}  // namespace ts::onnx
