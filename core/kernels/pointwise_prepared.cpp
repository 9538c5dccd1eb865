// Pointwise operators whose arguments select or change the formula: rounding modes, optional
// bounds, special exponents, constants that depend on the dtype.
#include "core/kernels/families.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/promote.h"

namespace ts::kernels {
namespace {

// Selects formula and operands from the `count` arguments of the functional overload.
using Prepare = PointwiseCall (*)(const IValue* arguments);

template <Prepare prepare, size_t count, Into into>
void prepared(Stack& stack) {
  const size_t base = stack.size() - count - (isOut(into) ? 1 : 0);
  const PointwiseCall call = prepare(stack.data() + base);
  Tensor target;
  if constexpr (into != Into::New) target = (isOut(into) ? stack.back() : stack[base]).toTensor();
  Tensor result = compute(*call.formula, call.operands.data(), call.numbers.data(), into, &target);
  stack.resize(base + 1);
  stack[base] = std::move(result);
}

// ---- arithmetic

PointwiseCall rsub(const IValue* args) {
  return {&formulas::sub, {Operand(args[1]), Operand(args[0])}, {args[2].toScalar()}};
}

PointwiseCall divMode(const IValue* args) {
  const Pointwise* formula = &formulas::div;
  if (!args[2].isNone()) {
    const std::string& mode = args[2].toString();
    if (mode != "trunc" && mode != "floor")
      fail("div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{}'",
           mode);
    formula = mode == "trunc" ? &formulas::div_trunc : &formulas::div_floor;
  }
  return {formula, {Operand(args[0]), Operand(args[1])}, {}};
}

bool isIntegralOperand(const Operand& operand) {
  const DType dtype = operand.impl() ? operand.impl()->dtype : operand.number().dtype();
  return tensor::isIntegral(dtype) || dtype == DType::Bool;
}

PointwiseCall pow(const IValue* args) {
  const Operand base(args[0]), exponent(args[1]);
  if (!exponent.impl() && base.impl()) {
    const Scalar& power = exponent.number();
    if (isIntegralOperand(base) && power.isInt() && power.to<int64_t>() < 0)
      fail("Integers to negative integer powers are not allowed.");
    // PyTorch uses other formulas for these exponents; their results at infinity differ.
    const double value = power.isComplex() ? 0 : power.to<double>();
    if (!isIntegralOperand(base) && value == 0.5) return {&formulas::sqrt, {base}, {}};
    if (!isIntegralOperand(base) && value == -0.5) return {&formulas::rsqrt, {base}, {}};
    if (!isIntegralOperand(base) && value == 2) return {&formulas::mul, {base, base}, {}};
    if (tensor::isFloating(base.impl()->dtype)) {
      if (value == 1) return {&formulas::mul, {base, Scalar(1)}, {}};
      if (value == 3) return {&formulas::cube, {base}, {}};
    }
    if (!isIntegralOperand(base) && value == -1) return {&formulas::reciprocal, {base}, {}};
  }
  return {&formulas::pow, {base, exponent}, {}};
}

// Like pow with exponent 2; integers keep their dtype, except bool.
PointwiseCall square(const IValue* args) {
  const Operand base(args[0]);
  if (base.impl() && base.impl()->dtype == DType::Bool)
    return {&formulas::pow, {base, Scalar(2)}, {}};
  return {&formulas::mul, {base, base}, {}};
}

PointwiseCall heaviside(const IValue* args) {
  const Operand x(args[0]), values(args[1]);
  if (x.impl() && values.impl() && x.impl()->dtype != values.impl()->dtype)
    fail("heaviside is not yet implemented for tensors with different dtypes.");
  return {&formulas::heaviside, {x, values}, {}};
}

PointwiseCall lerp(const IValue* args) {
  const Operand start(args[0]), end(args[1]), weight(args[2]);
  auto check = [&](const Operand& other, std::string_view name) {
    if (start.impl() && other.impl() && start.impl()->dtype != other.impl()->dtype)
      fail("expected dtype {} for `{}` but got dtype {}", tensor::nameOf(start.impl()->dtype), name,
           tensor::nameOf(other.impl()->dtype));
  };
  check(end, "end");
  check(weight, "weight");
  return {&formulas::lerp, {start, end, weight}, {}};
}

// ---- bounds: numbers or tensors; None means no bound

PointwiseCall clamp(const IValue* args) {
  if (args[1].isNone() && args[2].isNone())
    fail("torch.clamp: At least one of 'min' or 'max' must not be None");
  if (args[1].isNone()) return {&formulas::minimum, {Operand(args[0]), Operand(args[2])}, {}};
  if (args[2].isNone()) return {&formulas::maximum, {Operand(args[0]), Operand(args[1])}, {}};
  return {&formulas::clamp, {Operand(args[0]), Operand(args[1]), Operand(args[2])}, {}};
}
PointwiseCall clampMin(const IValue* args) {
  return {&formulas::maximum, {Operand(args[0]), Operand(args[1])}, {}};
}
PointwiseCall clampMax(const IValue* args) {
  return {&formulas::minimum, {Operand(args[0]), Operand(args[1])}, {}};
}

// ---- constants that depend on the dtype, options

double largest(DType dtype) {
  switch (dtype) {
    case DType::Float16: return 65504;
    case DType::BFloat16: return 0x1.FEp127;
    case DType::Float64: return std::numeric_limits<double>::max();
    default: return std::numeric_limits<float>::max();
  }
}

PointwiseCall nanToNum(const IValue* args) {
  const Operand x(args[0]);
  const double most = largest(x.impl() ? x.impl()->dtype : DType::Float64);
  auto orElse = [](const IValue& value, double otherwise) {
    return value.isNone() ? Scalar(otherwise) : value.toScalar();
  };
  return {&formulas::nan_to_num,
          {x},
          {orElse(args[1], 0), orElse(args[2], most), orElse(args[3], -most)}};
}

PointwiseCall logit(const IValue* args) {
  if (args[1].isNone()) return {&formulas::logit, {Operand(args[0])}, {}};
  return {&formulas::logit_eps, {Operand(args[0])}, {args[1].toScalar()}};
}

PointwiseCall roundDecimals(const IValue* args) {
  const int64_t decimals = args[1].toInt();
  if (decimals == 0) return {&formulas::round, {Operand(args[0])}, {}};
  const Scalar scale = std::pow(10.0, static_cast<double>(std::abs(decimals)));
  return {decimals > 0 ? &formulas::round_decimals : &formulas::round_tens,
          {Operand(args[0])},
          {scale}};
}

PointwiseCall gelu(const IValue* args) {
  const std::string& approximate = args[1].toString();
  if (approximate != "none" && approximate != "tanh")
    fail("approximate argument must be either none or tanh.");
  return {approximate == "tanh" ? &formulas::gelu_tanh : &formulas::gelu, {Operand(args[0])}, {}};
}

PointwiseCall geluBackward(const IValue* args) {
  const bool isTanh = gelu(args + 1).formula == &formulas::gelu_tanh;
  return {isTanh ? &formulas::gelu_tanh_backward : &formulas::gelu_backward,
          {Operand(args[0]), Operand(args[1])},
          {}};
}
PointwiseCall thresholdBackward(const IValue* args) {
  return {
      &formulas::threshold_backward, {Operand(args[1]), Operand(args[0])}, {args[2].toScalar()}};
}
// The result has the sign of the operand, so that it may take the operand's place.
PointwiseCall leakyReluBackward(const IValue* args) {
  const Scalar slope = args[2].toScalar();
  if (args[3].toBool() && slope.to<double>() < 0)
    fail(
        "In-place leakyReLu backward calculation is triggered with a negative slope which is not "
        "supported. This is caused by calling in-place forward function with a negative slope, "
        "please call out-of-place version instead. File an issue at "
        "https://github.com/pytorch/pytorch if you do require supporting in-place leakRelu "
        "backward calculation with negative slope");
  return {&formulas::leaky_relu_backward, {Operand(args[1]), Operand(args[0])}, {slope}};
}

PointwiseCall hardtanh(const IValue* args) {
  const Operand x(args[0]);
  const Scalar low = args[1].toScalar(), high = args[2].toScalar();
  if (x.impl() && x.impl()->dtype == DType::UInt8 &&
      (low.to<double>() < 0 || high.to<double>() < 0))
    fail("cannot do hardtanh on an unsigned type with negative limits");
  return {&formulas::hardtanh, {x}, {low, high}};
}
PointwiseCall relu6(const IValue* args) {
  return {&formulas::hardtanh, {Operand(args[0])}, {Scalar(0), Scalar(6)}};
}
PointwiseCall celu(const IValue* args) {
  const double alpha = args[1].toScalar().to<double>();
  if (alpha == 0) fail("ZeroDivisionError: alpha cannot be 0 for CELU");
  return {&formulas::elu, {Operand(args[0])}, {Scalar(alpha), Scalar(1), Scalar(1 / alpha)}};
}
PointwiseCall selu(const IValue* args) {
  return {&formulas::elu,
          {Operand(args[0])},
          {Scalar(1.6732632423543772848170429916717), Scalar(1.0507009873554804934193349852946),
           Scalar(1)}};
}

#define TS_NEW(schema, function, count) \
  { "aten::" schema, prepared<function, count, Into::New> }
#define TS_SELF(schema, function, count) \
  { "aten::" schema, prepared<function, count, Into::Self> }
#define TS_OUT(schema, function, count) \
  { "aten::" schema, prepared<function, count, Into::Out> }
#define TS_SAME(schema, function, count) \
  { "aten::" schema, prepared<function, count, Into::OutSame> }
// The dtype of out= has to be that of the result in 1.13.
#define TS_SAME_1_13(schema, function, count)                                                    \
  {"aten::" schema, prepared<function, count, Into::OutSame>, before(TorchProfile::Torch2_6)}, { \
    "aten::" schema, prepared<function, count, Into::Out>, since(TorchProfile::Torch2_6)         \
  }
#define TS_GENERATED(schema, function, count) \
  { "aten::" schema, prepared<function, count, Into::OutGenerated> }
#define TS_PAIR(schema, function, count) \
  TS_NEW(schema, function, count), TS_SELF(schema "_", function, count)
#define TS_THREE(schema, function, count) \
  TS_PAIR(schema, function, count), TS_OUT(schema ".out", function, count)
#define TS_THREE_SAME(schema, function, count) \
  TS_PAIR(schema, function, count), TS_SAME(schema ".out", function, count)
#define TS_BOUNDS(schema, function, count)                                           \
  TS_THREE_SAME(schema, function, count), TS_NEW(schema ".Tensor", function, count), \
      TS_SELF(schema "_.Tensor", function, count), TS_OUT(schema ".Tensor_out", function, count)
#define TS_MODES(schema)                                                                        \
  TS_NEW(schema ".Tensor_mode", divMode, 3), TS_NEW(schema ".Scalar_mode", divMode, 3),         \
      TS_SELF(schema "_.Tensor_mode", divMode, 3), TS_SELF(schema "_.Scalar_mode", divMode, 3), \
      TS_OUT(schema ".out_mode", divMode, 3)

constexpr Kernel kPointwisePreparedKernels[] = {
    TS_NEW("rsub.Tensor", rsub, 3),
    TS_NEW("rsub.Scalar", rsub, 3),
    TS_MODES("div"),
    TS_GENERATED("div.Scalar_mode_out", divMode, 3),
    TS_MODES("divide"),
    TS_NEW("pow.Tensor_Tensor", pow, 2),
    TS_NEW("pow.Tensor_Scalar", pow, 2),
    TS_NEW("pow.Scalar", pow, 2),
    TS_SELF("pow_.Tensor", pow, 2),
    TS_SELF("pow_.Scalar", pow, 2),
    TS_OUT("pow.Tensor_Tensor_out", pow, 2),
    TS_SAME_1_13("pow.Tensor_Scalar_out", pow, 2),
    TS_OUT("pow.Scalar_out", pow, 2),
    TS_NEW("special_round", roundDecimals, 2),
    TS_SAME("special_round.out", roundDecimals, 2),
    TS_PAIR("square", square, 1),
    TS_SAME_1_13("square.out", square, 1),
    TS_THREE_SAME("heaviside", heaviside, 2),
    TS_NEW("lerp.Scalar", lerp, 3),
    TS_NEW("lerp.Tensor", lerp, 3),
    TS_SELF("lerp_.Scalar", lerp, 3),
    TS_SELF("lerp_.Tensor", lerp, 3),
    TS_OUT("lerp.Scalar_out", lerp, 3),
    TS_SAME("lerp.Tensor_out", lerp, 3),
    TS_BOUNDS("clamp", clamp, 3),
    TS_BOUNDS("clip", clamp, 3),
    TS_BOUNDS("clamp_min", clampMin, 2),
    TS_BOUNDS("clamp_max", clampMax, 2),
    TS_THREE_SAME("nan_to_num", nanToNum, 4),
    TS_THREE("logit", logit, 2),
    TS_NEW("special_logit", logit, 2),
    TS_OUT("special_logit.out", logit, 2),
    TS_NEW("round.decimals", roundDecimals, 2),
    TS_SELF("round_.decimals", roundDecimals, 2),
    TS_SAME("round.decimals_out", roundDecimals, 2),
    TS_THREE_SAME("gelu", gelu, 2),
    TS_THREE_SAME("hardtanh", hardtanh, 3),
    TS_NEW("gelu_backward", geluBackward, 3),
    TS_OUT("gelu_backward.grad_input", geluBackward, 3),
    TS_NEW("leaky_relu_backward", leakyReluBackward, 4),
    TS_OUT("leaky_relu_backward.grad_input", leakyReluBackward, 4),
    TS_NEW("threshold_backward", thresholdBackward, 3),
    TS_OUT("threshold_backward.grad_input", thresholdBackward, 3),
    TS_PAIR("relu6", relu6, 1),
    TS_PAIR("celu", celu, 2),
    TS_PAIR("selu", selu, 1),
};

#undef TS_NEW
#undef TS_SELF
#undef TS_OUT
#undef TS_SAME
#undef TS_SAME_1_13
#undef TS_GENERATED
#undef TS_PAIR
#undef TS_THREE
#undef TS_THREE_SAME
#undef TS_BOUNDS
#undef TS_MODES

#define TS_CALL(function, count)                                          \
  {prepared<function, count, Into::New>, Into::New, nullptr, function}, { \
    prepared<function, count, Into::Self>, Into::Self, nullptr, function  \
  }
constexpr PointwiseKernel kPreparedCalls[] = {
    TS_CALL(rsub, 3),
    TS_CALL(divMode, 3),
    TS_CALL(pow, 2),
    TS_CALL(roundDecimals, 2),
    TS_CALL(square, 1),
    TS_CALL(heaviside, 2),
    TS_CALL(lerp, 3),
    TS_CALL(clamp, 3),
    TS_CALL(clampMin, 2),
    TS_CALL(clampMax, 2),
    TS_CALL(nanToNum, 4),
    TS_CALL(logit, 2),
    TS_CALL(gelu, 2),
    TS_CALL(hardtanh, 3),
    TS_CALL(relu6, 1),
    TS_CALL(celu, 2),
    TS_CALL(selu, 1),
    TS_CALL(geluBackward, 3),
    TS_CALL(leakyReluBackward, 4),
};
#undef TS_CALL

}  // namespace

std::span<const PointwiseKernel> preparedPointwiseCalls() { return kPreparedCalls; }
std::span<const Kernel> pointwisePreparedKernels() { return kPointwisePreparedKernels; }

}  // namespace ts::kernels
