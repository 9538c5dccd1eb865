// Table entries for operators of two and three operands whose arguments equal those of their
// formula.
#include "core/kernels/families.h"
#include "core/kernels/pointwise.h"

namespace ts::kernels {
namespace {

using namespace formulas;

// Macros for the overloads of a schema: functional, in place, out=.
#define TS_NEW(schema, formula) \
  { "aten::" schema, pointwise<formula> }
#define TS_SELF(schema, formula) \
  { "aten::" schema, pointwise<formula, Into::Self> }
#define TS_OUT(schema, formula) \
  { "aten::" schema, pointwise<formula, Into::Out> }
// The dtype of out= has to be that of the result in 1.13.
#define TS_SAME_1_13(schema, formula)                                                     \
  {"aten::" schema, pointwise<formula, Into::OutSame>, before(TorchProfile::Torch2_6)}, { \
    "aten::" schema, pointwise<formula, Into::Out>, since(TorchProfile::Torch2_6)         \
  }
#define TS_GENERATED(schema, formula) \
  { "aten::" schema, pointwise<formula, Into::OutGenerated> }
// name.Tensor and name.Scalar, functional and in place, without out=
#define TS_BOTH(schema, formula)                                        \
  TS_NEW(schema ".Tensor", formula), TS_NEW(schema ".Scalar", formula), \
      TS_SELF(schema "_.Tensor", formula), TS_SELF(schema "_.Scalar", formula)
#define TS_ARITHMETIC(schema, formula)                      \
  TS_BOTH(schema, formula), TS_OUT(schema ".out", formula), \
      TS_GENERATED(schema ".Scalar_out", formula)
#define TS_COMPARISON(schema, formula)                             \
  TS_BOTH(schema, formula), TS_OUT(schema ".Tensor_out", formula), \
      TS_OUT(schema ".Scalar_out", formula)
#define TS_BITS(schema, formula)                                            \
  TS_COMPARISON(schema, formula), TS_NEW(schema ".Scalar_Tensor", formula), \
      TS_GENERATED(schema ".Scalar_Tensor_out", formula)
#define TS_SHIFT(schema, formula)                                                        \
  TS_NEW(schema ".Tensor", formula), TS_NEW(schema ".Tensor_Scalar", formula),           \
      TS_NEW(schema ".Scalar_Tensor", formula), TS_SELF(schema "_.Tensor", formula),     \
      TS_SELF(schema "_.Tensor_Scalar", formula), TS_OUT(schema ".Tensor_out", formula), \
      TS_OUT(schema ".Tensor_Scalar_out", formula),                                      \
      TS_GENERATED(schema ".Scalar_Tensor_out", formula)
// name and name.out; TS_PLAIN_SELF adds name_
#define TS_PLAIN(schema, formula) TS_NEW(schema, formula), TS_OUT(schema ".out", formula)
#define TS_PLAIN_SELF(schema, formula) TS_PLAIN(schema, formula), TS_SELF(schema "_", formula)
// Python's bit operators: a & b, a &= b
#define TS_PYTHON(name, formula)                                                  \
  TS_NEW("__" name "__.Tensor", formula), TS_NEW("__" name "__.Scalar", formula), \
      TS_SELF("__i" name "__.Tensor", formula), TS_SELF("__i" name "__.Scalar", formula)

constexpr Kernel kPointwiseBinaryKernels[] = {
    TS_ARITHMETIC("add", add),
    TS_ARITHMETIC("sub", sub),
    TS_ARITHMETIC("mul", mul),
    TS_ARITHMETIC("div", formulas::div),
    TS_BOTH("subtract", sub),
    TS_OUT("subtract.out", sub),
    TS_BOTH("multiply", mul),
    TS_OUT("multiply.out", mul),
    TS_BOTH("divide", formulas::div),
    TS_OUT("divide.out", formulas::div),
    TS_BOTH("true_divide", formulas::div),
    TS_OUT("true_divide.out", formulas::div),
    TS_NEW("floor_divide", div_floor),
    TS_NEW("floor_divide.Scalar", div_floor),
    TS_OUT("floor_divide.out", div_floor),
    TS_SELF("floor_divide_.Tensor", div_floor),
    TS_SELF("floor_divide_.Scalar", div_floor),
    TS_COMPARISON("remainder", formulas::remainder),
    TS_NEW("remainder.Scalar_Tensor", formulas::remainder),
    TS_GENERATED("remainder.Scalar_Tensor_out", formulas::remainder),
    TS_COMPARISON("fmod", formulas::fmod),
    TS_PLAIN("maximum", maximum),
    TS_PLAIN("minimum", minimum),
    TS_NEW("max.other", maximum),
    TS_NEW("min.other", minimum),
    TS_OUT("max.out", maximum),
    TS_OUT("min.out", minimum),
    TS_PLAIN("fmax", formulas::fmax),
    TS_PLAIN("fmin", formulas::fmin),
    TS_PLAIN_SELF("atan2", formulas::atan2),
    TS_PLAIN_SELF("arctan2", formulas::atan2),
    TS_PLAIN_SELF("hypot", formulas::hypot),
    TS_PLAIN_SELF("nextafter", formulas::nextafter),
    TS_PLAIN_SELF("gcd", gcd),
    TS_PLAIN_SELF("lcm", lcm),
    TS_PLAIN("logaddexp", logaddexp),
    TS_PLAIN("logaddexp2", logaddexp2),
    TS_PLAIN_SELF("logical_and", logical_and),
    TS_PLAIN_SELF("logical_or", logical_or),
    TS_PLAIN_SELF("logical_xor", logical_xor),
    TS_COMPARISON("eq", eq),
    TS_COMPARISON("ne", ne),
    TS_COMPARISON("lt", lt),
    TS_COMPARISON("le", le),
    TS_COMPARISON("gt", gt),
    TS_COMPARISON("ge", ge),
    TS_COMPARISON("not_equal", ne),
    TS_COMPARISON("less", lt),
    TS_COMPARISON("less_equal", le),
    TS_COMPARISON("greater", gt),
    TS_COMPARISON("greater_equal", ge),
    TS_BITS("bitwise_and", bitwise_and),
    TS_BITS("bitwise_or", bitwise_or),
    TS_BITS("bitwise_xor", bitwise_xor),
    TS_SHIFT("bitwise_left_shift", bitwise_left_shift),
    TS_SHIFT("bitwise_right_shift", bitwise_right_shift),
    TS_PYTHON("and", bitwise_and),
    TS_PYTHON("or", bitwise_or),
    TS_PYTHON("xor", bitwise_xor),
    TS_PYTHON("lshift", bitwise_left_shift),
    TS_PYTHON("rshift", bitwise_right_shift),
    TS_BOTH("copysign", formulas::copysign),
    TS_OUT("copysign.out", formulas::copysign),
    TS_OUT("copysign.Scalar_out", formulas::copysign),
    TS_NEW("xlogy.Tensor", xlogy),
    TS_NEW("xlogy.Scalar_Other", xlogy),
    TS_NEW("xlogy.Scalar_Self", xlogy),
    TS_OUT("xlogy.OutTensor", xlogy),
    TS_OUT("xlogy.OutScalar_Self", xlogy),
    TS_OUT("xlogy.OutScalar_Other", xlogy),
    TS_SELF("xlogy_.Tensor", xlogy),
    TS_SELF("xlogy_.Scalar_Other", xlogy),
    TS_PLAIN("special_xlogy", xlogy),
    TS_NEW("special_xlogy.other_scalar", xlogy),
    TS_NEW("special_xlogy.self_scalar", xlogy),
    TS_PLAIN("special_xlog1py", special_xlog1py),
    TS_NEW("special_xlog1py.other_scalar", special_xlog1py),
    TS_NEW("special_xlog1py.self_scalar", special_xlog1py),
    TS_NEW("addcmul", addcmul),
    TS_SELF("addcmul_", addcmul),
    TS_SAME_1_13("addcmul.out", addcmul),
    TS_NEW("addcdiv", addcdiv),
    TS_SELF("addcdiv_", addcdiv),
    TS_SAME_1_13("addcdiv.out", addcdiv),
};

#undef TS_NEW
#undef TS_SELF
#undef TS_OUT
#undef TS_SAME_1_13
#undef TS_GENERATED
#undef TS_BOTH
#undef TS_ARITHMETIC
#undef TS_COMPARISON
#undef TS_BITS
#undef TS_SHIFT
#undef TS_PLAIN
#undef TS_PLAIN_SELF
#undef TS_PYTHON

}  // namespace

std::span<const Kernel> pointwiseBinaryKernels() { return kPointwiseBinaryKernels; }

}  // namespace ts::kernels
