// Element-wise operators.
#include <numbers>

#include "core/onnx/rows.h"

namespace ts::onnx {

namespace pointwise {
namespace {

void unary(Op& op) { op.give(op.b.unary(op.row->op, op.wire("self", op.dtype()))); }

// The operator of both operands as the result's dtype.
void arithmetic(Op& op) {
  const DType dtype = computed(op.dtype());
  op.give(op.b.binary(op.row->op, op.wire("self", dtype), op.wire("other", dtype)));
}

void power(Op& op) {
  const DType dtype = computed(op.dtype());
  op.give(op.b.binary("Pow", op.wire("self", dtype), op.wire("exponent", dtype)));
}

void scaled(Op& op, bool isReversed) {
  const DType dtype = computed(op.dtype());
  Wire self = op.wire("self", dtype), other = op.wire("other", dtype);
  if (isReversed) std::swap(self, other);
  const auto alpha = op.real("alpha");
  if (!op.isNone("alpha") && alpha != 1.0) {
    Wire& factor = isReversed ? self : other;
    factor = op.b.binary("Mul", factor, op.wire("alpha", dtype));
  }
  op.give(op.b.binary(op.row->op, self, other));
}
// self + alpha * other
void added(Op& op) { scaled(op, false); }
// other - alpha * self
void subtracted(Op& op) { scaled(op, true); }

void multiplied(Op& op) {
  if (op.dtype() == DType::Bool)
    return op.give(
        op.b.compare("And", op.wire("self", DType::Bool), op.wire("other", DType::Bool)));
  arithmetic(op);
}

Wire truncated(Builder& b, const Wire& a) {
  return b.binary("Mul", b.unary("Sign", a), b.unary("Floor", b.unary("Abs", a)));
}

void divided(Op& op) {
  const DType dtype = computed(op.dtype());
  const Wire a = op.wire("self", dtype), divisor = op.wire("other", dtype);
  std::string_view mode;
  if (const auto* text = std::get_if<IValue>(&op.value("rounding_mode")); text && text->isString())
    mode = text->toString();
  if (op.name().starts_with("aten::floor_divide")) mode = "floor";
  const bool isReal = tensor::isFloating(dtype);
  if (mode == "floor" && !isReal) return op.give(floorDivided(op.b, a, divisor));
  Wire result = op.b.binary("Div", a, divisor);
  if (isReal && mode == "floor") result = op.b.unary("Floor", result);
  if (isReal && mode == "trunc") result = truncated(op.b, result);
  op.give(result);
}

void remainder(Op& op) {
  const DType dtype = computed(op.dtype());
  const Wire a = op.wire("self", dtype), divisor = op.wire("other", dtype);
  const bool isTruncated = op.name().starts_with("aten::fmod");
  Wire result;
  if (tensor::isFloating(dtype) && !isTruncated) {
    const Wire whole = op.b.unary("Floor", op.b.binary("Div", a, divisor));
    result = op.b.binary("Sub", a, op.b.binary("Mul", whole, divisor));
  } else {
    result = op.b.add("Mod", {a, divisor}, dtype, op.shape(), {{"fmod", int64_t{isTruncated}}});
  }
  op.give(result);
}

void compared(Op& op) {
  DType dtype = op.common({"self", "other"});
  const bool isEquality = op.row->op == "Equal";
  if (!isEquality || dtype != DType::Bool) dtype = computed(dtype);
  op.give(op.b.compare(op.row->op, op.wire("self", dtype), op.wire("other", dtype)));
}

void unequal(Op& op) {
  DType dtype = op.common({"self", "other"});
  if (dtype != DType::Bool) dtype = computed(dtype);
  const Wire equal = op.b.compare("Equal", op.wire("self", dtype), op.wire("other", dtype));
  op.give(op.b.unary("Not", equal));
}

void logical(Op& op) {
  op.give(op.b.compare(op.row->op, op.wire("self", DType::Bool), op.wire("other", DType::Bool)));
}
void logicalNot(Op& op) { op.give(op.b.unary("Not", op.wire("self", DType::Bool))); }

// The operators on bits, which are logical ones for bool.
void bits(Op& op) {
  const DType dtype = op.dtype();
  if (dtype == DType::Bool) {
    const auto logicalOp = op.row->op.substr(op.row->op.size() - 3);  // And, Xor; "sOr"
    return op.give(op.b.compare(logicalOp == "eOr" ? "Or" : logicalOp, op.wire("self", dtype),
                                op.wire("other", dtype)));
  }
  if (op.b.opset() < 18) op.refuse("operators on bits need --opset 18");
  op.give(op.b.binary(op.row->op, op.wire("self", dtype), op.wire("other", dtype)));
}

void bitsNot(Op& op) {
  if (op.dtype() == DType::Bool) return logicalNot(op);
  if (op.b.opset() < 18) op.refuse("operators on bits need --opset 18");
  op.give(op.b.unary("BitwiseNot", op.wire("self")));
}

void square(Op& op) {
  const Wire a = op.wire("self", computed(op.dtype()));
  op.give(op.b.binary("Mul", a, a));
}

void inverseRoot(Op& op) {
  op.give(op.b.unary("Reciprocal", op.b.unary("Sqrt", op.wire("self", op.dtype()))));
}

void log1p(Op& op) {
  const Wire a = op.wire("self", op.dtype());
  op.give(op.b.unary("Log", op.b.binary("Add", a, op.b.scalar(1, a.dtype))));
}

void expm1(Op& op) {
  const Wire a = op.b.unary("Exp", op.wire("self", op.dtype()));
  op.give(op.b.binary("Sub", a, op.b.scalar(1, a.dtype)));
}

void exp2(Op& op) {
  const Wire a = op.wire("self", op.dtype());
  op.give(op.b.add("Pow", {op.b.scalar(2, a.dtype), a}, a.dtype, a.shape));
}

void logarithm(Op& op) {
  const Wire a = op.b.unary("Log", op.wire("self", op.dtype()));
  const double base = op.name().starts_with("aten::log2") ? std::numbers::ln2 : std::numbers::ln10;
  op.give(op.b.binary("Div", a, op.b.scalar(base, a.dtype)));
}

void hypotenuse(Op& op) {
  const DType dtype = op.dtype();
  const Wire a = op.wire("self", dtype), other = op.wire("other", dtype);
  op.give(op.b.unary(
      "Sqrt", op.b.binary("Add", op.b.binary("Mul", a, a), op.b.binary("Mul", other, other))));
}

void degrees(Op& op) {
  const double factor =
      op.name() == "aten::deg2rad" ? std::numbers::pi / 180 : 180 / std::numbers::pi;
  const Wire a = op.wire("self", op.dtype());
  op.give(op.b.binary("Mul", a, op.b.scalar(factor, a.dtype)));
}

void logit(Op& op) {
  Builder& b = op.b;
  Wire a = op.wire("self", op.dtype());
  const Wire one = b.scalar(1, a.dtype);
  if (!op.isNone("eps")) {
    const Wire eps = op.wire("eps", a.dtype);
    a = b.binary("Min", b.binary("Max", a, eps), b.binary("Sub", one, eps));
  }
  op.give(b.unary("Log", b.binary("Div", a, b.binary("Sub", one, a))));
}

void complementOfErf(Op& op) {
  const Wire a = op.b.unary("Erf", op.wire("self", op.dtype()));
  op.give(op.b.binary("Sub", op.b.scalar(1, a.dtype), a));
}

void trunc(Op& op) {
  const Wire a = op.wire("self");
  op.give(tensor::isFloating(a.dtype) ? truncated(op.b, a) : a);
}

// Integers are whole already.
void rounded(Op& op) {
  const Wire a = op.wire("self");
  if (!op.isNone("decimals") && op.needInteger("decimals") != 0) op.refuse("it has `decimals`");
  op.give(tensor::isFloating(a.dtype) ? op.b.unary(op.row->op, a) : a);
}

void fraction(Op& op) {
  const Wire a = op.wire("self");
  op.give(op.b.binary("Sub", a, truncated(op.b, a)));
}

void isSpecial(Op& op) {
  const Wire a = op.wire("self");
  if (!tensor::isFloating(a.dtype)) {
    const Wire no = op.b.expand(op.b.scalar(0, DType::Bool), op.b.shapeOf(a), a.shape);
    return op.give(no);
  }
  op.give(op.b.add(op.row->op, {a}, DType::Bool, a.shape));
}

void isFinite(Op& op) {
  const Wire a = op.wire("self");
  const Wire nan = op.b.add("IsNaN", {a}, DType::Bool, a.shape),
             infinite = op.b.add("IsInf", {a}, DType::Bool, a.shape);
  op.give(op.b.unary("Not", op.b.compare("Or", nan, infinite)));
}

void where(Op& op) {
  const DType dtype = op.isNone("self") ? op.dtype() : op.common({"self", "other"});
  op.give(op.b.where(op.wire("condition", DType::Bool), op.wire("self", dtype),
                     op.wire("other", dtype)));
}

void maskedFill(Op& op) {
  const Wire self = op.wire("self");
  op.give(op.b.where(op.wire("mask", DType::Bool), op.wire("value", self.dtype), self));
}

// The larger or smaller element of both.
void extreme(Op& op) {
  const DType dtype = computed(op.dtype());
  op.give(op.b.binary(op.row->op, op.wire("self", dtype), op.wire("other", dtype)));
}

void interpolated(Op& op) {
  const DType dtype = op.dtype();
  const Wire self = op.wire("self", dtype);
  const Wire difference = op.b.binary("Sub", op.wire("end", dtype), self);
  op.give(op.b.binary("Add", self, op.b.binary("Mul", op.wire("weight", dtype), difference)));
}

// self + value * (tensor1 op tensor2)
void addedProduct(Op& op) {
  const DType dtype = computed(op.dtype());
  Wire product = op.b.binary(op.row->op, op.wire("tensor1", dtype), op.wire("tensor2", dtype));
  if (op.real("value") != 1.0) product = op.b.binary("Mul", product, op.wire("value", dtype));
  op.give(op.b.binary("Add", op.wire("self", dtype), product));
}

void arcTangent2(Op& op) {
  const DType dtype = op.dtype();
  Builder& b = op.b;
  const Wire y = op.wire("self", dtype), x = op.wire("other", dtype);
  const Wire zero = b.scalar(0, dtype), pi = b.scalar(std::numbers::pi, dtype);
  const Wire angle = b.unary("Atan", b.binary("Div", y, x));
  // The left half plane is a half turn away; 0/0 is 0.
  const Wire turn = b.where(b.compare("Less", y, zero), b.unary("Neg", pi), pi);
  const Wire left = b.where(b.compare("Less", x, zero), b.binary("Add", angle, turn), angle);
  const Wire isNan = b.add("IsNaN", {left}, DType::Bool, left.shape);
  const Wire isZero = b.compare("And", b.compare("Equal", x, zero), b.compare("Equal", y, zero));
  op.give(b.where(b.compare("And", isNan, isZero), zero, left));
}

void nanToNumber(Op& op) {
  const Wire self = op.wire("self");
  if (!tensor::isFloating(self.dtype)) return op.give(self);
  const auto bound = [&](std::string_view name, double otherwise) {
    return op.b.scalar(op.real(name).value_or(otherwise), self.dtype);
  };
  const double most = self.dtype == DType::Float64 ? std::numeric_limits<double>::max()
                                                   : std::numeric_limits<float>::max();
  Builder& b = op.b;
  const auto infinite = [&](int64_t negative) {
    return b.add("IsInf", {self}, DType::Bool, self.shape,
                 {{"detect_negative", negative}, {"detect_positive", 1 - negative}});
  };
  Wire result = b.where(b.add("IsNaN", {self}, DType::Bool, self.shape), bound("nan", 0), self);
  result = b.where(infinite(0), bound("posinf", most), result);
  op.give(b.where(infinite(1), bound("neginf", -most), result));
}

constexpr Row kRows[] = {
    {"aten::abs", unary, "Abs"},
    {"aten::absolute", unary, "Abs"},
    {"aten::acos", unary, "Acos"},
    {"aten::arccos", unary, "Acos"},
    {"aten::acosh", unary, "Acosh"},
    {"aten::asin", unary, "Asin"},
    {"aten::asinh", unary, "Asinh"},
    {"aten::atan", unary, "Atan"},
    {"aten::atanh", unary, "Atanh"},
    {"aten::ceil", rounded, "Ceil"},
    {"aten::cos", unary, "Cos"},
    {"aten::cosh", unary, "Cosh"},
    {"aten::erf", unary, "Erf"},
    {"aten::exp", unary, "Exp"},
    {"aten::floor", rounded, "Floor"},
    {"aten::log", unary, "Log"},
    {"aten::neg", unary, "Neg"},
    {"aten::negative", unary, "Neg"},
    {"aten::reciprocal", unary, "Reciprocal"},
    {"aten::round", rounded, "Round"},
    {"aten::sign", unary, "Sign"},
    {"aten::sin", unary, "Sin"},
    {"aten::sinh", unary, "Sinh"},
    {"aten::sqrt", unary, "Sqrt"},
    {"aten::tan", unary, "Tan"},

    {"aten::deg2rad", degrees},
    {"aten::erfc", complementOfErf},
    {"aten::exp2", exp2},
    {"aten::expm1", expm1},
    {"aten::fix", trunc},
    {"aten::frac", fraction},
    {"aten::hypot", hypotenuse},
    {"aten::isfinite", isFinite},
    {"aten::isinf", isSpecial, "IsInf"},
    {"aten::isnan", isSpecial, "IsNaN"},
    {"aten::log10", logarithm},
    {"aten::log1p", log1p},
    {"aten::log2", logarithm},
    {"aten::logit", logit},
    {"aten::nan_to_num", nanToNumber},
    {"aten::positive", giveArgument},
    {"aten::rad2deg", degrees},
    {"aten::rsqrt", inverseRoot},
    {"aten::square", square},
    {"aten::trunc", trunc},

    {"aten::add", added, "Add"},
    {"aten::__iadd__", added, "Add"},
    {"aten::addcdiv", addedProduct, "Div"},
    {"aten::addcmul", addedProduct, "Mul"},
    {"aten::atan2", arcTangent2},
    {"aten::div", divided},
    {"aten::divide", divided},
    {"aten::floor_divide", divided},
    {"aten::fmod", remainder},
    {"aten::lerp", interpolated},
    {"aten::max.other", extreme, "Max"},
    {"aten::maximum", extreme, "Max"},
    {"aten::min.other", extreme, "Min"},
    {"aten::minimum", extreme, "Min"},
    {"aten::mul", multiplied, "Mul"},
    {"aten::multiply", multiplied, "Mul"},
    {"aten::pow", power},
    {"aten::remainder", remainder},
    {"aten::rsub", subtracted, "Sub"},
    {"aten::sub", added, "Sub"},
    {"aten::subtract", added, "Sub"},
    {"aten::true_divide", divided},

    {"aten::eq", compared, "Equal"},
    {"aten::ge", compared, "GreaterOrEqual"},
    {"aten::greater", compared, "Greater"},
    {"aten::greater_equal", compared, "GreaterOrEqual"},
    {"aten::gt", compared, "Greater"},
    {"aten::le", compared, "LessOrEqual"},
    {"aten::less", compared, "Less"},
    {"aten::less_equal", compared, "LessOrEqual"},
    {"aten::lt", compared, "Less"},
    {"aten::ne", unequal},
    {"aten::not_equal", unequal},
    {"aten::logical_and", logical, "And"},
    {"aten::logical_not", logicalNot},
    {"aten::logical_or", logical, "Or"},
    {"aten::logical_xor", logical, "Xor"},
    {"aten::__and__", bits, "BitwiseAnd"},
    {"aten::__or__", bits, "BitwiseOr"},
    {"aten::__xor__", bits, "BitwiseXor"},
    {"aten::__iand__", bits, "BitwiseAnd"},
    {"aten::__ior__", bits, "BitwiseOr"},
    {"aten::__ixor__", bits, "BitwiseXor"},
    {"aten::bitwise_and", bits, "BitwiseAnd"},
    {"aten::bitwise_not", bitsNot},
    {"aten::bitwise_or", bits, "BitwiseOr"},
    {"aten::bitwise_xor", bits, "BitwiseXor"},
    {"aten::where.ScalarOther", where},
    {"aten::where.ScalarSelf", where},
    {"aten::where.Scalar", where},
    {"aten::where.self", where},
    {"aten::masked_fill", maskedFill},
};

}  // namespace
}  // namespace pointwise

std::span<const Row> pointwiseRows() { return pointwise::kRows; }

DType computed(DType dtype) {
  return dtype == DType::Bool || dtype == DType::UInt8 || dtype == DType::Int8 ||
                 dtype == DType::Int16
             ? DType::Int32
             : dtype;
}

void giveArgument(Op& op) { op.give(op.arguments[0]); }

Wire floorDivided(Builder& b, const Wire& a, const Wire& divisor) {
  const Wire quotient = b.binary("Div", a, divisor), zero = b.scalar(0, a.dtype);
  const Wire rest = b.binary("Sub", a, b.binary("Mul", quotient, divisor));
  const Wire isUneven = b.unary("Not", b.compare("Equal", rest, zero));
  const Wire differs =
      b.compare("Xor", b.compare("Less", rest, zero), b.compare("Less", divisor, zero));
  const Wire isBelow = b.cast(b.compare("And", isUneven, differs), a.dtype);
  return b.binary("Sub", quotient, isBelow);
}

}  // namespace ts::onnx
