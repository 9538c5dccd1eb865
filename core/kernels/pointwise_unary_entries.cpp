// Table entries for operators of one tensor: functional, in place and out=.
#include "core/kernels/families.h"
#include "core/kernels/pointwise.h"

namespace ts::kernels {
namespace {

using namespace formulas;

// name, name_, name.out
#define TS_THREE(schema, formula)                                                                 \
  {"aten::" schema, pointwise<formula>}, {"aten::" schema "_", pointwise<formula, Into::Self>}, { \
    "aten::" schema ".out", pointwise<formula, Into::Out>                                         \
  }
#define TS_THREE_SAME(schema, formula)                                                            \
  {"aten::" schema, pointwise<formula>}, {"aten::" schema "_", pointwise<formula, Into::Self>}, { \
    "aten::" schema ".out", pointwise<formula, Into::OutSame>                                     \
  }
// Without an in-place overload.
#define TS_TWO(schema, formula) \
  {"aten::" schema, pointwise<formula>}, { "aten::" schema ".out", pointwise<formula, Into::Out> }
#define TS_TWO_SAME(schema, formula)                          \
  {"aten::" schema, pointwise<formula>}, {                    \
    "aten::" schema ".out", pointwise<formula, Into::OutSame> \
  }

constexpr Kernel kPointwiseUnaryKernels[] = {
    TS_THREE_SAME("neg", neg),
    TS_THREE_SAME("negative", neg),
    TS_TWO_SAME("abs", formulas::abs),
    TS_TWO_SAME("absolute", formulas::abs),
    TS_THREE_SAME("sign", sign),
    TS_THREE_SAME("sgn", sgn),
    TS_THREE_SAME("floor", formulas::floor),
    TS_THREE_SAME("ceil", formulas::ceil),
    TS_THREE_SAME("trunc", formulas::trunc),
    TS_THREE_SAME("fix", formulas::trunc),
    TS_THREE_SAME("round", formulas::round),
    TS_THREE_SAME("frac", frac),
    {"aten::conj_physical.out", pointwise<conj_physical, Into::OutSame>},
    TS_THREE_SAME("bitwise_not", bitwise_not),
    TS_THREE("logical_not", logical_not),
    {"aten::isnan", pointwise<formulas::isnan>},
    {"aten::isinf", pointwise<formulas::isinf>},
    {"aten::isfinite", pointwise<formulas::isfinite>},
    TS_TWO_SAME("isposinf", isposinf),
    TS_TWO_SAME("isneginf", isneginf),
    TS_TWO_SAME("signbit", formulas::signbit),
    TS_THREE("reciprocal", reciprocal),
    TS_THREE("rsqrt", rsqrt),
    TS_THREE("sqrt", formulas::sqrt),
    TS_THREE("deg2rad", deg2rad),
    TS_THREE("rad2deg", rad2deg),
    TS_TWO("angle", angle),
    TS_THREE("exp", formulas::exp),
    TS_THREE("exp2", formulas::exp2),
    TS_TWO("special_exp2", formulas::exp2),
    TS_THREE("expm1", formulas::expm1),
    TS_TWO("special_expm1", formulas::expm1),
    TS_THREE("log", formulas::log),
    TS_THREE("log2", formulas::log2),
    TS_THREE("log10", formulas::log10),
    TS_THREE("log1p", formulas::log1p),
    TS_TWO("special_log1p", formulas::log1p),
    TS_THREE("sin", formulas::sin),
    TS_THREE("cos", formulas::cos),
    TS_THREE("tan", formulas::tan),
    TS_THREE("asin", formulas::asin),
    TS_THREE("arcsin", formulas::asin),
    TS_THREE("acos", formulas::acos),
    TS_THREE("arccos", formulas::acos),
    TS_THREE("atan", formulas::atan),
    TS_THREE("arctan", formulas::atan),
    TS_THREE("sinh", formulas::sinh),
    TS_THREE("cosh", formulas::cosh),
    TS_THREE("tanh", formulas::tanh),
    TS_THREE("asinh", formulas::asinh),
    TS_THREE("arcsinh", formulas::asinh),
    TS_THREE("acosh", formulas::acosh),
    TS_THREE("arccosh", formulas::acosh),
    TS_THREE("atanh", formulas::atanh),
    TS_THREE("arctanh", formulas::atanh),
    TS_THREE("sigmoid", sigmoid),
    TS_TWO("special_expit", sigmoid),
    TS_THREE("sinc", sinc),
    TS_TWO("special_sinc", sinc),
    TS_THREE("erf", formulas::erf),
    TS_TWO("special_erf", formulas::erf),
    TS_THREE("erfc", formulas::erfc),
    TS_TWO("special_erfc", formulas::erfc),
    TS_THREE("erfinv", erfinv),
    TS_TWO("special_erfinv", erfinv),
    TS_THREE("lgamma", formulas::lgamma),
    TS_TWO("special_gammaln", formulas::lgamma),
    TS_THREE("digamma", digamma),
    TS_TWO("special_digamma", digamma),
    TS_TWO("special_psi", digamma),
    TS_THREE("i0", i0),
    TS_TWO("special_i0", i0),
    TS_TWO("special_i0e", special_i0e),
    TS_TWO("special_i1", special_i1),
    TS_TWO("special_i1e", special_i1e),
    TS_TWO("special_ndtri", special_ndtri),
    TS_TWO("special_entr", special_entr),
};

#undef TS_THREE
#undef TS_THREE_SAME
#undef TS_TWO
#undef TS_TWO_SAME

}  // namespace

std::span<const Kernel> pointwiseUnaryKernels() { return kPointwiseUnaryKernels; }

}  // namespace ts::kernels
