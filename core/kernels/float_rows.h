// Loops over floats in vectors, for formulas of pointwise.def whose functions are among those of
// float_functions.def.
#pragma once

#include <string_view>

#include "core/kernels/pointwise.h"

namespace ts::kernels {

#define TS_FLOAT_ROWS(ROW) \
  ROW(exp) ROW(tanh) ROW(sigmoid) ROW(erf) ROW(gelu) ROW(gelu_tanh) ROW(silu)

namespace float_rows {
#define TS_DECLARE_ROW(name) \
  void name(std::byte* const* pointers, const int64_t* steps, int64_t count, const Scalar* numbers);
TS_FLOAT_ROWS(TS_DECLARE_ROW)
#undef TS_DECLARE_ROW
}  // namespace float_rows

// The loop of a formula; null where it has none of its own.
constexpr Loop floatRow(std::string_view formula) {
#define TS_FIND_ROW(name) \
  if (formula == #name) return float_rows::name;
  TS_FLOAT_ROWS(TS_FIND_ROW)
#undef TS_FIND_ROW
  return nullptr;
}

}  // namespace ts::kernels
