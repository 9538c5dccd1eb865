// On x86-64 with AVX2 or AVX-512 the loops have no branches and call no functions, so that the
// compiler makes vector code of them.
#include "core/kernels/softmax_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/box_muller.h"
#include "core/kernels/float_functions.h"
#include "core/kernels/instruction_sets.h"

namespace ts::kernels {
namespace {

constexpr int64_t kLanes = 32;  // partial results of a row

// Where processors round x * y and then + z, Functions<false> would lose digits.
struct Library {
  TS_INLINE float exp(float x) { return std::exp(x); }
};

TS_INLINE float greater(float x, float y) { return x > y ? x : y; }

// A NaN in the row makes the sum a NaN, so the greatest of the others will do.
TS_INLINE float greatestOf(const float* from, int64_t count) {
  float lanes[kLanes];
  for (float& lane : lanes) lane = -std::numeric_limits<float>::infinity();
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    for (int64_t k = 0; k < kLanes; ++k) lanes[k] = greater(from[i + k], lanes[k]);
  for (; i < count; ++i) lanes[0] = greater(from[i], lanes[0]);
  for (int64_t k = 1; k < kLanes; ++k) lanes[0] = greater(lanes[k], lanes[0]);
  return lanes[0];
}

TS_INLINE void maskOf(float* row, const bool* sees, int64_t count) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(sees);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i)
    row[i] = bytes[i] != 0 ? row[i] : -std::numeric_limits<float>::infinity();
}

template <typename F>
TS_INLINE double sumOfExponentials(const float* from, float greatest, int64_t count, float* to) {
  double lanes[kLanes] = {};
  float values[kLanes];
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int64_t k = 0; k < kLanes; ++k) values[k] = F::exp(from[i + k] - greatest);
    for (int64_t k = 0; k < kLanes; ++k) lanes[k] += static_cast<double>(values[k]);
    if (to)
      for (int64_t k = 0; k < kLanes; ++k) to[i + k] = values[k];
  }
  for (; i < count; ++i) {
    values[0] = F::exp(from[i] - greatest);
    lanes[0] += static_cast<double>(values[0]);
    if (to) to[i] = values[0];
  }
  for (int64_t k = 1; k < kLanes; ++k) lanes[0] += lanes[k];
  return lanes[0];
}

template <typename F>
TS_INLINE void softmaxRow(const SoftmaxBlock& block) {
  const float greatest = greatestOf(block.from, block.count);
  const double total =
      sumOfExponentials<F>(block.from, greatest, block.count, block.isLog ? nullptr : block.to);
  if (block.isLog) {
    const float logTotal = static_cast<float>(std::log(total));
    for (int64_t i = 0; i < block.count; ++i) block.to[i] = block.from[i] - greatest - logTotal;
  } else {
    const float factor = static_cast<float>(1 / total);
    for (int64_t i = 0; i < block.count; ++i) block.to[i] *= factor;
  }
}

template <typename F>
TS_INLINE void softmaxColumns(const SoftmaxBlock& block) {
  const int64_t columns = block.columns;
  // Arrays whose bounds are checked would keep loops out of vectors.
  float greatest[kSoftmaxColumns];
  double totals[kSoftmaxColumns] = {};
  float last[kSoftmaxColumns];  // what each element is multiplied by, or less by
  std::fill_n(greatest, columns, -std::numeric_limits<float>::infinity());
  // Rows that are far apart would drive each other out of the cache.
  for (int64_t row = 0; row < block.count; ++row) {
    const float* x = block.from + row * block.stride;
    float* near = block.room + row * columns;
    for (int64_t k = 0; k < columns; ++k) greatest[k] = greater(x[k], greatest[k]);
    std::copy_n(x, columns, near);
  }
  for (int64_t row = 0; row < block.count; ++row) {
    float* near = block.room + row * columns;
    float values[kSoftmaxColumns];
    for (int64_t k = 0; k < columns; ++k) values[k] = F::exp(near[k] - greatest[k]);
    for (int64_t k = 0; k < columns; ++k) totals[k] += static_cast<double>(values[k]);
    if (!block.isLog) std::copy_n(values, columns, near);
  }
  for (int64_t k = 0; k < columns; ++k)
    last[k] = static_cast<float>(block.isLog ? std::log(totals[k]) : 1 / totals[k]);
  for (int64_t row = 0; row < block.count; ++row) {
    const float* near = block.room + row * columns;
    float* y = block.to + row * block.stride;
    if (block.isLog)
      for (int64_t k = 0; k < columns; ++k) y[k] = near[k] - greatest[k] - last[k];
    else
      for (int64_t k = 0; k < columns; ++k) y[k] = near[k] * last[k];
  }
}

template <typename F>
TS_INLINE void run(const SoftmaxBlock& block) {
  block.stride == 1 && block.columns == 1 ? softmaxRow<F>(block) : softmaxColumns<F>(block);
}

#if defined(__x86_64__)

// The loops for each instruction set; their results are equal.
#define TS_ROWS(set, ...)                                                                        \
  struct set {                                                                                   \
    [[gnu::target(__VA_ARGS__)]] static void softmax(const SoftmaxBlock& block) {                \
      run<Functions<true>>(block);                                                               \
    }                                                                                            \
    [[gnu::target(__VA_ARGS__)]] static void mask(float* row, const bool* sees, int64_t count) { \
      maskOf(row, sees, count);                                                                  \
    }                                                                                            \
    [[gnu::target(__VA_ARGS__)]] static float greatest(const float* row, int64_t count) {        \
      return greatestOf(row, count);                                                             \
    }                                                                                            \
    [[gnu::target(__VA_ARGS__)]] static double exponentials(float* row, float greatest,          \
                                                            int64_t count) {                     \
      return sumOfExponentials<Functions<true>>(row, greatest, count, row);                      \
    }                                                                                            \
  };
TS_ROWS(RowsAvx2, TS_TARGET_AVX2)
TS_ROWS(RowsAvx512, TS_TARGET_AVX512)

#define TS_DISPATCH(call) \
  if (fusesMultiplyAdd()) return hasWideVectors() ? RowsAvx512::call : RowsAvx2::call;
#else
#define TS_DISPATCH(call)
#endif

}  // namespace

void softmaxBlock(const SoftmaxBlock& block) {
  TS_DISPATCH(softmax(block))
  run<Library>(block);
}
void maskRow(float* row, const bool* sees, int64_t count) {
  TS_DISPATCH(mask(row, sees, count))
  maskOf(row, sees, count);
}
float greatestOfRow(const float* row, int64_t count) {
  TS_DISPATCH(greatest(row, count))
  return greatestOf(row, count);
}
double exponentialsOfRow(float* row, float greatest, int64_t count) {
  TS_DISPATCH(exponentials(row, greatest, count))
  return sumOfExponentials<Library>(row, greatest, count, row);
}

}  // namespace ts::kernels
