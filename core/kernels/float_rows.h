// Loops over floats in vectors, for formulas of pointwise.def whose functions are among those of
// float_functions.def. They need processors that round x * y + z once: without it, the functions
// lose digits. Only x86-64 with AVX2 has them.
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

// The loop of a formula, for machines where fusesMultiplyAdd(); null where it has none.
constexpr Loop floatRow([[maybe_unused]] std::string_view formula) {
#if defined(__x86_64__)
#define TS_FIND_ROW(name) \
  if (formula == #name) return float_rows::name;
  TS_FLOAT_ROWS(TS_FIND_ROW)
#undef TS_FIND_ROW
#endif
  return nullptr;
}

}  // namespace ts::kernels
