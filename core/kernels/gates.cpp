// The loops have no branches and call no functions, so that the compiler makes vector code of them:
// for the processors of the build, and on x86-64 for those with AVX2.
#include "core/kernels/gates.h"

#include <cmath>

#include "core/kernels/box_muller.h"
#include "core/kernels/float_functions.h"

namespace ts::kernels {
namespace {

template <typename F>
TS_INLINE void lstm(const GateRow& row, const float* __restrict cell, float* __restrict nextCell) {
  const float* __restrict x = row.fromInput, * __restrict y = row.fromHidden;
  const int64_t n = row.features;
  float* __restrict out = row.nextHidden;
  for (int64_t i = 0; i < n; ++i) {
    const float keep = F::sigmoid(x[n + i] + y[n + i]) * cell[i];
    const float cell = keep + F::sigmoid(x[i] + y[i]) * F::tanh(x[2 * n + i] + y[2 * n + i]);
    nextCell[i] = cell;
    out[i] = F::sigmoid(x[3 * n + i] + y[3 * n + i]) * F::tanh(cell);
  }
}

template <typename F>
TS_INLINE void gru(const GateRow& row, const float* __restrict hidden) {
  const float* __restrict x = row.fromInput, * __restrict y = row.fromHidden;
  const int64_t n = row.features;
  float* __restrict out = row.nextHidden;
  for (int64_t i = 0; i < n; ++i) {
    const float reset = F::sigmoid(x[i] + y[i]);
    const float update = F::sigmoid(x[n + i] + y[n + i]);
    const float fresh = F::tanh(x[2 * n + i] + reset * y[2 * n + i]);
    out[i] = (hidden[i] - fresh) * update + fresh;
  }
}

template <typename F, typename T>
TS_INLINE void gradients(const LstmGradientRow<T>& row) {
  const T* __restrict x = row.fromInput, * __restrict y = row.fromHidden;
  T* __restrict sums = row.toSums, * __restrict toCell = row.toCell;
  const int64_t n = row.features;
  for (int64_t i = 0; i < n; ++i) {
    const T in = F::sigmoid(x[i] + y[i]), keep = F::sigmoid(x[n + i] + y[n + i]);
    const T fresh = F::tanh(x[2 * n + i] + y[2 * n + i]),
            out = F::sigmoid(x[3 * n + i] + y[3 * n + i]);
    const T shown = F::tanh(row.nextCell[i]), ofHidden = row.ofHidden[i];
    const T ofCell = row.ofCell[i] + ofHidden * out * (1 - shown * shown);
    sums[i] = ofCell * fresh * in * (1 - in);
    sums[n + i] = ofCell * row.cell[i] * keep * (1 - keep);
    sums[2 * n + i] = ofCell * in * (1 - fresh * fresh);
    sums[3 * n + i] = ofHidden * shown * out * (1 - out);
    toCell[i] = ofCell * keep;
  }
}

template <typename F, typename T>
TS_INLINE void gradients(const GruGradientRow<T>& row) {
  const T* __restrict x = row.fromInput, * __restrict y = row.fromHidden;
  T* __restrict toInput = row.toInput, * __restrict toFromHidden = row.toFromHidden;
  T* __restrict toHidden = row.toHidden;
  const int64_t n = row.features;
  for (int64_t i = 0; i < n; ++i) {
    const T reset = F::sigmoid(x[i] + y[i]), update = F::sigmoid(x[n + i] + y[n + i]);
    const T fresh = F::tanh(x[2 * n + i] + reset * y[2 * n + i]), ofHidden = row.ofHidden[i];
    const T ofFresh = ofHidden * (1 - update) * (1 - fresh * fresh),
            ofUpdate = ofHidden * (row.hidden[i] - fresh) * update * (1 - update),
            ofReset = ofFresh * y[2 * n + i] * reset * (1 - reset);
    toInput[i] = toFromHidden[i] = ofReset;
    toInput[n + i] = toFromHidden[n + i] = ofUpdate;
    toInput[2 * n + i] = ofFresh;
    toFromHidden[2 * n + i] = ofFresh * reset;
    toHidden[i] = ofHidden * update;
  }
}

struct LibraryGates {
  TS_INLINE double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
  TS_INLINE double tanh(double x) { return std::tanh(x); }
};

#if defined(__x86_64__)
template <typename Row>
[[gnu::target("avx2,fma")]] void gradientsAvx2(const Row& row) {
  gradients<Functions<true>>(row);
}
[[gnu::target("avx2,fma")]] void lstmAvx2(const GateRow& row, const float* cell, float* nextCell) {
  lstm<Functions<true>>(row, cell, nextCell);
}
[[gnu::target("avx2,fma")]] void gruAvx2(const GateRow& row, const float* hidden) {
  gru<Functions<true>>(row, hidden);
}
#endif

}  // namespace

void lstmGates(const GateRow& row, const float* cell, float* nextCell) {
#if defined(__x86_64__)
  if (fusesMultiplyAdd()) return lstmAvx2(row, cell, nextCell);
#endif
  lstm<Functions<false>>(row, cell, nextCell);
}

void gateGradients(const LstmGradientRow<double>& row) { gradients<LibraryGates>(row); }
void gateGradients(const GruGradientRow<double>& row) { gradients<LibraryGates>(row); }
void gateGradients(const LstmGradientRow<float>& row) {
#if defined(__x86_64__)
  if (fusesMultiplyAdd()) return gradientsAvx2(row);
#endif
  gradients<Functions<false>>(row);
}
void gateGradients(const GruGradientRow<float>& row) {
#if defined(__x86_64__)
  if (fusesMultiplyAdd()) return gradientsAvx2(row);
#endif
  gradients<Functions<false>>(row);
}

void gruGates(const GateRow& row, const float* hidden) {
#if defined(__x86_64__)
  if (fusesMultiplyAdd()) return gruAvx2(row, hidden);
#endif
  gru<Functions<false>>(row, hidden);
}

}  // namespace ts::kernels
