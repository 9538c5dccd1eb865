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

// The gradients of one row of an LSTM's step. Sums and their gradients are those of the four gates,
// one after the other.
template <typename T>
struct LstmGradientRow {
  const T *fromInput, *fromHidden;
  const T *cell, *nextCell;
  const T *ofHidden, *ofCell;  // the gradients of the new state
  T *toSums, *toCell;          // the gradients of the sums, and of `cell`
  int64_t features;
};
void gateGradients(const LstmGradientRow<float>& row);
void gateGradients(const LstmGradientRow<double>& row);

// The same of a GRU's step, with three gates.
template <typename T>
struct GruGradientRow {
  const T *fromInput, *fromHidden, *hidden, *ofHidden;
  T *toInput, *toFromHidden, *toHidden;
  int64_t features;
};
void gateGradients(const GruGradientRow<float>& row);
void gateGradients(const GruGradientRow<double>& row);

}  // namespace ts::kernels
