// The loops have no branches and call no functions, so that the compiler makes vector code of them:
// for the processors of the build, and on x86-64 for those with AVX2.
#include "core/kernels/gates.h"

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

#if defined(__x86_64__)
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

void gruGates(const GateRow& row, const float* hidden) {
#if defined(__x86_64__)
  if (fusesMultiplyAdd()) return gruAvx2(row, hidden);
#endif
  gru<Functions<false>>(row, hidden);
}

}  // namespace ts::kernels
