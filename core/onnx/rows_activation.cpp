// Activations.
#include <numbers>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace activation {
namespace {

void plain(Op& op) { op.give(op.b.unary(op.row->op, op.wire("self", op.dtype()))); }

void rectified(Op& op) {
  const Wire a = op.wire("self");
  if (tensor::isFloating(a.dtype)) return op.give(op.b.unary("Relu", a));
  const Wire wide = op.b.cast(a, computed(a.dtype));
  op.give(op.b.binary("Max", wide, op.b.scalar(0, wide.dtype)));
}

Wire clipped(Op& op, const Wire& a, double least, double most) {
  return op.b.add("Clip", {a, op.b.scalar(least, a.dtype), op.b.scalar(most, a.dtype)}, a.dtype,
                  a.shape);
}

void clamped(Op& op) {
  const DType dtype = computed(op.dtype());
  Wire result = op.wire("self", dtype);
  const Val &least = op.value(op.has("min") ? "min" : "min_val"),
            &most = op.value(op.has("max") ? "max" : "max_val");
  const std::string_view low = op.has("min") ? "min" : "min_val",
                         high = op.has("max") ? "max" : "max_val";
  if (std::holds_alternative<IValue>(least) && std::holds_alternative<IValue>(most)) {
    Wires inputs = {result, isNone(least) ? Wire() : op.wire(low, dtype),
                    isNone(most) ? Wire() : op.wire(high, dtype)};
    return op.give(op.b.add("Clip", inputs, dtype, result.shape));
  }
  if (!isNone(least)) result = op.b.binary("Max", result, op.wire(low, dtype));
  if (!isNone(most)) result = op.b.binary("Min", result, op.wire(high, dtype));
  op.give(result);
}
void clampedBelow(Op& op) {
  const DType dtype = computed(op.dtype());
  op.give(op.b.binary("Max", op.wire("self", dtype), op.wire("min", dtype)));
}
void clampedAbove(Op& op) {
  const DType dtype = computed(op.dtype());
  op.give(op.b.binary("Min", op.wire("self", dtype), op.wire("max", dtype)));
}

void relu6(Op& op) { op.give(clipped(op, op.wire("self"), 0, 6)); }

Wire hardSigmoid(Op& op, const Wire& a) {
  return op.b.unary("HardSigmoid", a, {{"alpha", 1.0 / 6}, {"beta", 0.5}});
}
void hardSigmoid(Op& op) { op.give(hardSigmoid(op, op.wire("self"))); }
void hardSwish(Op& op) {
  const Wire a = op.wire("self");
  op.give(op.b.binary("Mul", a, hardSigmoid(op, a)));
}

void silu(Op& op) {
  const Wire a = op.wire("self");
  op.give(op.b.binary("Mul", a, op.b.unary("Sigmoid", a)));
}

void mish(Op& op) {
  const Wire a = op.wire("self");
  op.give(op.b.binary("Mul", a, op.b.unary("Tanh", op.b.unary("Softplus", a))));
}

void gelu(Op& op) {
  Builder& b = op.b;
  const Wire a = op.wire("self");
  const auto* mode = std::get_if<IValue>(&op.value("approximate"));
  const bool isTanh = mode && mode->isString() && mode->toString() == "tanh";
  if (b.opset() >= 20)
    return op.give(b.unary("Gelu", a, {{"approximate", std::string(isTanh ? "tanh" : "none")}}));
  const auto number = [&](double value) { return b.scalar(value, a.dtype); };
  Wire part;
  if (isTanh) {
    const Wire cube = b.binary("Mul", a, b.binary("Mul", a, a));
    const Wire inner = b.binary("Add", a, b.binary("Mul", cube, number(0.044715)));
    part = b.unary("Tanh", b.binary("Mul", inner, number(std::sqrt(2 / std::numbers::pi))));
  } else {
    part = b.unary("Erf", b.binary("Div", a, number(std::numbers::sqrt2)));
  }
  const Wire half = b.binary("Mul", a, number(0.5));
  op.give(b.binary("Mul", half, b.binary("Add", part, number(1))));
}

void leakyRelu(Op& op) {
  op.give(op.b.unary("LeakyRelu", op.wire("self"), {{"alpha", op.needReal("negative_slope")}}));
}

void rrelu(Op& op) {
  if (op.flag("training") != false) op.refuse("it draws random numbers in training mode");
  const double slope = (op.needReal("lower") + op.needReal("upper")) / 2;
  op.give(op.b.unary("LeakyRelu", op.wire("self"), {{"alpha", slope}}));
}

void elu(Op& op) {
  Builder& b = op.b;
  const Wire a = op.wire("self");
  const double alpha = op.needReal("alpha"), scale = op.real("scale").value_or(1),
               inner = op.real("input_scale").value_or(1);
  if (scale == 1 && inner == 1) return op.give(b.unary("Elu", a, {{"alpha", alpha}}));
  const Wire zero = b.scalar(0, a.dtype);
  const Wire exponential = b.unary("Exp", b.binary("Mul", a, b.scalar(inner, a.dtype)));
  const Wire low = b.binary("Mul", b.binary("Sub", exponential, b.scalar(1, a.dtype)),
                            b.scalar(alpha * scale, a.dtype));
  op.give(
      b.where(b.compare("Greater", a, zero), b.binary("Mul", a, b.scalar(scale, a.dtype)), low));
}

void celu(Op& op) {
  Builder& b = op.b;
  const Wire a = op.wire("self");
  const Wire alpha = op.wire("alpha", a.dtype), zero = b.scalar(0, a.dtype);
  const Wire low =
      b.binary("Mul", alpha,
               b.binary("Sub", b.unary("Exp", b.binary("Div", a, alpha)), b.scalar(1, a.dtype)));
  op.give(b.binary("Add", b.binary("Max", a, zero), b.binary("Min", low, zero)));
}

void prelu(Op& op) {
  const Wire a = op.wire("self");
  Wire weight = op.wire("weight");
  const int64_t rank = op.needRank(a);
  if (weight.shape.elements() == 1) {
    weight = op.b.reshape(weight, std::span<const int64_t>());
  } else if (rank > 2) {
    std::vector<int64_t> axes;
    for (int64_t i = 1; i < rank - 1; ++i) axes.push_back(i);
    weight = op.b.unsqueeze(weight, axes);
  }
  op.give(op.b.add("PRelu", {a, weight}, a.dtype, a.shape));
}

void softplus(Op& op) {
  Builder& b = op.b;
  const Wire a = op.wire("self");
  const Wire beta = op.wire("beta", a.dtype);
  const Wire scaled = b.binary("Mul", a, beta);
  const Wire soft = b.binary("Div", b.unary("Softplus", scaled), beta);
  op.give(b.where(b.compare("Greater", scaled, op.wire("threshold", a.dtype)), a, soft));
}

void logSigmoid(Op& op) {
  Builder& b = op.b;
  op.give(b.unary("Neg", b.unary("Softplus", b.unary("Neg", op.wire("self")))));
}

void shrink(Op& op) {
  const double bound = op.needReal("lambd");
  const bool isSoft = op.name().starts_with("aten::softshrink");
  op.give(
      op.b.unary("Shrink", op.wire("self"), {{"bias", isSoft ? bound : 0.0}, {"lambd", bound}}));
}

void threshold(Op& op) {
  const Wire a = op.wire("self");
  const Wire isAbove = op.b.compare("Greater", a, op.wire("threshold", a.dtype));
  op.give(op.b.where(isAbove, a, op.wire("value", a.dtype)));
}

void softmax(Op& op) {
  const Wire a = op.wire("self", op.dtype());
  if (op.needRank(a) == 0) {
    const Wire one = op.b.unsqueeze(a, {0});
    return op.give(op.b.squeeze(op.b.unary(op.row->op, one, {{"axis", int64_t{0}}}), {0}));
  }
  op.give(op.b.unary(op.row->op, a, {{"axis", op.dim("dim", a)}}));
}

void softmin(Op& op) {
  const Wire a = op.wire("self", op.dtype());
  op.give(op.b.unary("Softmax", op.b.unary("Neg", a), {{"axis", op.dim("dim", a)}}));
}

void gated(Op& op) {
  const Wire a = op.wire("self");
  const int64_t dim = op.dim("dim", a), size = a.shape.size(dim);
  if (size < 0) op.refuse("the size of a dimension is not known");
  const Wire left = op.b.slice(a, dim, 0, size / 2), right = op.b.slice(a, dim, size / 2, size);
  op.give(op.b.binary("Mul", left, op.b.unary("Sigmoid", right)));
}

// In evaluation mode, the result is the argument itself.
void dropout(Op& op) {
  if (op.flag("train") != false) op.refuse("it draws random numbers in training mode");
  giveArgument(op);
}

constexpr Row kRows[] = {
    {"aten::celu", celu},
    {"aten::clamp", clamped},
    {"aten::clamp_max", clampedAbove},
    {"aten::clamp_min", clampedBelow},
    {"aten::clip", clamped},
    {"aten::elu", elu},
    {"aten::gelu", gelu},
    {"aten::glu", gated},
    {"aten::hardshrink", shrink},
    {"aten::hardsigmoid", hardSigmoid},
    {"aten::hardswish", hardSwish},
    {"aten::hardtanh", clamped},
    {"aten::leaky_relu", leakyRelu},
    {"aten::log_sigmoid", logSigmoid},
    {"aten::log_softmax", softmax, "LogSoftmax"},
    {"aten::mish", mish},
    {"aten::prelu", prelu},
    {"aten::relu", rectified},
    {"aten::relu6", relu6},
    {"aten::rrelu", rrelu},
    {"aten::selu", plain, "Selu"},
    {"aten::sigmoid", plain, "Sigmoid"},
    {"aten::silu", silu},
    {"aten::softmax", softmax, "Softmax"},
    {"aten::softmin", softmin},
    {"aten::softplus", softplus},
    {"aten::softshrink", shrink},
    {"aten::tanh", plain, "Tanh"},
    {"aten::threshold", threshold},

    {"aten::alpha_dropout", dropout},
    {"aten::dropout", dropout},
    {"aten::feature_alpha_dropout", dropout},
    {"aten::feature_dropout", dropout},
};

}  // namespace
}  // namespace activation

std::span<const Row> activationRows() { return activation::kRows; }

}  // namespace ts::onnx
