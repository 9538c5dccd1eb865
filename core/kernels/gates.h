// The gates of recurrent cells, on rows of floats.
#pragma once

#include <cstdint>

namespace ts::kernels {

// One row of a step. `fromInput` and `fromHidden` are the sums of the gates, one gate after the
// other, `features` numbers each; they are added. `hidden` and `nextHidden` are `features` numbers.
// Results differ by a few ulps from those of the C library's functions.
struct GateRow {
  const float* fromInput;
  const float* fromHidden;
  float* nextHidden;
  int64_t features;
};
// The gates are input, forget, cell and output.
void lstmGates(const GateRow& row, const float* cell, float* nextCell);
// The gates are reset, update and new.
void gruGates(const GateRow& row, const float* hidden);

}  // namespace ts::kernels
