// On x86-64 with AVX2 or AVX-512 the loops have no branches and call no functions, so that the
// compiler makes vector code of them.
#include "core/kernels/softmax_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/box_muller.h"
#include "core/kernels/convert_runs.h"
#include "core/kernels/float_functions.h"
#include "core/kernels/instruction_sets.h"
#include "core/kernels/reduce_runs.h"
#include "core/kernels/streams.h"
#include "core/tensor/storage.h"

namespace ts::kernels {
namespace {

// Numbers that are computed together, and partial results of a row.
constexpr int64_t kLanes = 32;
constexpr int64_t kPiece = 32 << 10;
constexpr int64_t kRounds = 16;  // how often they are added, before their sum is added as double

// Where processors round x * y and then + z, Functions<false> would lose digits.
template <typename Number>
struct Library {
  using T = Number;
  TS_INLINE T exp(T x) { return std::exp(x); }
  TS_INLINE T expShort(T x) { return std::exp(x); }
  TS_INLINE T expFalling(T x) { return std::exp(x); }
};
// The exponentials of numbers that are not positive: of all, subnormal ones too;
// of those whose exponentials are; of all, with 0 for other ones.
template <typename F>
struct AnyExp {
  TS_INLINE auto at(typename F::T x) { return F::exp(x); }
};
template <typename F>
struct ShortExp {
  TS_INLINE auto at(typename F::T x) { return F::expShort(x); }
};
template <typename F>
struct FallingExp {
  TS_INLINE auto at(typename F::T x) { return F::expFalling(x); }
};
template <typename T>
constexpr T kShortest = sizeof(T) == 4 ? 87 : 708;  // so far ShortExp goes

template <typename T>
constexpr T kLeast = -std::numeric_limits<T>::infinity();

template <typename T>
TS_INLINE T greater(T x, T y) {
  return x > y ? x : y;
}

// Partial results in packs, which stay in registers.
template <size_t kBytes, typename T>
struct Lanes {
  static constexpr size_t kPacks = kLanes * sizeof(T) / kBytes;
  static constexpr int64_t kWidth = kBytes / sizeof(T);
  using V = Pack<T, kBytes>;

  TS_INLINED explicit Lanes(T start) {
    writtenOut<kPacks>([&](auto p) TS_INLINED_LAMBDA { packs[p] = start - V{}; });
  }
  // f(pack, numbers, place): for the numbers of each pack.
  template <typename F>
  TS_INLINED void each(const T* from, const F& f) {
    writtenOut<kPacks>([&](auto p) TS_INLINED_LAMBDA {
      V value;
      std::memcpy(&value, from + p * kWidth, kBytes);
      f(packs[p], value, static_cast<int64_t>(p()) * kWidth);
    });
  }
  V packs[kPacks];
};
struct GreatestOp {
  template <typename V>
  TS_INLINED void join(V& a, const V& b) const {
    a = b > a ? b : a;
  }
};
struct LeastOp {
  template <typename V>
  TS_INLINED void join(V& a, const V& b) const {
    a = b < a ? b : a;
  }
};

// Sets all lanes to the fewer numbers and `rest`.
template <typename T>
TS_INLINE void loadSome(T* lanes, const T* from, int64_t count, T rest) {
  for (int64_t k = 0; k < kLanes; ++k) lanes[k] = rest;
  for (int64_t k = 0; k < count; ++k) lanes[k] = from[k];
}

// A NaN in the row makes the sum a NaN, so the greatest or least of the others will do.
template <size_t kBytes, typename T>
TS_INLINE T greatestOf(const T* from, int64_t count) {
  Lanes<kBytes, T> lanes(kLeast<T>);
  const auto take = [&](auto& pack, const auto& value, int64_t)
                        TS_INLINED_LAMBDA { GreatestOp().join(pack, value); };
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) lanes.each(from + i, take);
  if (i < count) {
    T some[kLanes];
    loadSome(some, from + i, count - i, kLeast<T>);
    lanes.each(some, take);
  }
  return joined<T>(GreatestOp(), lanes.packs);
}
template <typename T>
struct Extremes {
  T greatest, least;
};
template <size_t kBytes, typename T>
TS_INLINE Extremes<T> extremesOf(const T* from, int64_t count) {
  Lanes<kBytes, T> greatest(kLeast<T>), least(-kLeast<T>);
  const auto take = [&](auto& pack, const auto& value, int64_t at) TS_INLINED_LAMBDA {
    GreatestOp().join(pack, value);
    LeastOp().join(least.packs[at / Lanes<kBytes, T>::kWidth], value);
  };
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) greatest.each(from + i, take);
  if (i < count) {
    T some[kLanes];
    loadSome(some, from + i, count - i, from[i]);
    greatest.each(some, take);
  }
  return {joined<T>(GreatestOp(), greatest.packs), joined<T>(LeastOp(), least.packs)};
}

TS_INLINE void maskOf(float* row, const bool* sees, int64_t count) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(sees);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) row[i] = bytes[i] != 0 ? row[i] : kLeast<float>;
}

// `to` may be null, or `from`. Exp is for whole vectors; End takes -infinity, too.
template <typename Exp, typename End, size_t kBytes, typename T>
TS_INLINE double sumOfExponentials(const T* from, T greatest, int64_t count, T* to) {
  double total = 0;
  for (int64_t first = 0; first < count; first += kLanes * kRounds) {
    const int64_t end = std::min(count, first + kLanes * kRounds);
    Lanes<kBytes, T> lanes(0);
    T values[kLanes];
    int64_t i = first;
    for (; i + kLanes <= end; i += kLanes) {
      for (int64_t k = 0; k < kLanes; ++k) values[k] = Exp::at(from[i + k] - greatest);
      lanes.each(values, [&](auto& pack, const auto& value, int64_t at) TS_INLINED_LAMBDA {
        pack += value;
        if (to) std::memcpy(to + i + at, &value, kBytes);
      });
    }
    if (i < end) {
      loadSome(values, from + i, end - i, kLeast<T>);
      for (int64_t k = 0; k < kLanes; ++k) values[k] = End::at(values[k] - greatest);
      lanes.each(values,
                 [&](auto& pack, const auto& value, int64_t) TS_INLINED_LAMBDA { pack += value; });
      if (to) std::copy_n(values, end - i, to + i);
    }
    total += static_cast<double>(joined<T>(SumOp<T>{}, lanes.packs));
  }
  return total;
}

// Subnormal exponentials count as 0.
template <typename F, size_t kBytes, typename T>
TS_INLINE double sumOfFalling(const T* from, T greatest, int64_t count, T* to) {
  return sumOfExponentials<FallingExp<F>, FallingExp<F>, kBytes, T>(from, greatest, count, to);
}

// The last step: the numbers less two others, or the exponentials times a factor. isStreamed:
// the result is stored past the caches, 16 bytes at a time.
template <bool isStreamed, typename T>
TS_INLINE void finishRow(bool isLog, T* to, const T* from, int64_t count, T greatest, T last) {
  if constexpr (isStreamed) {
    constexpr int64_t kWidth = 16 / sizeof(T);
    for (int64_t i = 0; i < count; i += kWidth) {
      Pack<T, 16> values;
      std::memcpy(&values, from + i, 16);
      values = isLog ? values - greatest - last : values * last;
      streamBytes(to + i, &values, 16);
    }
  } else if (isLog) {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) to[i] = from[i] - greatest - last;
  } else {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) to[i] = from[i] * last;
  }
}

// room: memory for a row that is converted, or stored past the caches. Pieces of a row stay in the
// cache from one loop to the next.
template <typename F, size_t kBytes, typename In>
TS_INLINE void softmax(const SoftmaxRows<In>& all, typename F::T* room) {
  using T = typename F::T;
  constexpr bool isConverted = !std::is_same_v<T, In>;
  [[maybe_unused]] constexpr size_t kShort =
      std::min<size_t>(kBytes, 32);  // conversions take short packs
  const int64_t count = all.count;
  const auto eachPiece = [&](const auto& f) TS_INLINED_LAMBDA {
    for (int64_t first = 0; first < count; first += kPiece)
      f(first, std::min(kPiece, count - first));
  };
  for (int64_t row = 0; row < all.rows; ++row) {
    const In* const from = all.from + row * count;
    In* const result = all.to + row * count;
    const T* numbers = room;
    T* kept = room;  // the exponentials
    if constexpr (!isConverted) {
      numbers = from;
      if (!room) kept = result;
    }
    T greatest = kLeast<T>, least = -kLeast<T>;
    eachPiece([&](int64_t first, int64_t length) TS_INLINED_LAMBDA {
      if constexpr (isConverted) convertRun<kShort>(room + first, from + first, length);
      const Extremes<T> piece = extremesOf<kBytes>(numbers + first, length);
      greatest = greater(piece.greatest, greatest);
      least = -greater(-piece.least, -least);
    });
    double total = 0;
    if (all.isLog)
      total = sumOfFalling<F, kBytes, T>(numbers, greatest, count, nullptr);
    else if (greatest - least <= kShortest<T>)
      total = sumOfExponentials<ShortExp<F>, FallingExp<F>, kBytes>(numbers, greatest, count, kept);
    else
      total = sumOfExponentials<AnyExp<F>, AnyExp<F>, kBytes>(numbers, greatest, count, kept);
    const T last = static_cast<T>(all.isLog ? std::log(total) : 1 / total);
    eachPiece([&](int64_t first, int64_t length) TS_INLINED_LAMBDA {
      const T* x = (all.isLog ? numbers : kept) + first;
      if constexpr (isConverted) {
        finishRow<false>(all.isLog, room + first, x, length, greatest, last);
        convertRun<kShort>(result + first, room + first, length);
      } else if (room) {
        finishRow<true>(all.isLog, result + first, x, length, greatest, last);
      } else {
        finishRow<false>(all.isLog, result + first, x, length, greatest, last);
      }
    });
  }
}

template <typename F, size_t kBytes, typename T>
TS_INLINE void softmax(const LogSumRows<T>& all, T*) {
  for (int64_t row = 0; row < all.rows; ++row) {
    const T* from = all.from + row * all.count;
    const T greatest = greatestOf<kBytes>(from, all.count);
    if (greatest == -kLeast<T>) {  // a sum with infinity
      all.to[row] = greatest;
      for (int64_t i = 0; i < all.count; ++i)
        if (from[i] != from[i]) all.to[row] = from[i];
      continue;
    }
    const T shift = greatest == kLeast<T> ? T(0) : greatest;
    const double total = sumOfFalling<F, kBytes, T>(from, shift, all.count, nullptr);
    all.to[row] = static_cast<T>(std::log(total)) + shift;
  }
}

// Replaces the numbers of each column by their exponentials, unless only the totals are wanted.
template <typename Exp, typename T>
TS_INLINE void exponentialsOfColumns(const SoftmaxColumns<T>& block, const T* greatest,
                                     double* totals) {
  const int64_t columns = block.columns;
  for (int64_t first = 0; first < block.count; first += kRounds) {
    T sums[kSoftmaxColumns] = {};
    for (int64_t row = first; row < std::min(block.count, first + kRounds); ++row) {
      T* near = block.room + row * columns;
      T values[kSoftmaxColumns];
      for (int64_t k = 0; k < columns; ++k) values[k] = Exp::at(near[k] - greatest[k]);
      for (int64_t k = 0; k < columns; ++k) sums[k] += values[k];
      if (!block.isLog) std::copy_n(values, columns, near);
    }
    for (int64_t k = 0; k < columns; ++k) totals[k] += static_cast<double>(sums[k]);
  }
}

template <typename F, size_t, typename T>
TS_INLINE void softmax(const SoftmaxColumns<T>& block, T*) {
  const int64_t columns = block.columns;
  // Arrays whose bounds are checked would keep loops out of vectors.
  T greatest[kSoftmaxColumns], least[kSoftmaxColumns];
  double totals[kSoftmaxColumns] = {};
  T last[kSoftmaxColumns];  // what each element is multiplied by, or less by
  std::fill_n(greatest, columns, kLeast<T>);
  std::fill_n(least, columns, -kLeast<T>);
  // Rows that are far apart would drive each other out of the cache.
  for (int64_t row = 0; row < block.count; ++row) {
    const T* x = block.from + row * block.stride;
    T* near = block.room + row * columns;
    for (int64_t k = 0; k < columns; ++k) greatest[k] = greater(x[k], greatest[k]);
    for (int64_t k = 0; k < columns; ++k) least[k] = x[k] < least[k] ? x[k] : least[k];
    std::copy_n(x, columns, near);
  }
  bool isShort = true;
  for (int64_t k = 0; k < columns; ++k) isShort &= greatest[k] - least[k] <= kShortest<T>;
  if (block.isLog)
    exponentialsOfColumns<FallingExp<F>>(block, greatest, totals);
  else if (isShort)
    exponentialsOfColumns<ShortExp<F>>(block, greatest, totals);
  else
    exponentialsOfColumns<AnyExp<F>>(block, greatest, totals);
  for (int64_t k = 0; k < columns; ++k)
    last[k] = static_cast<T>(block.isLog ? std::log(totals[k]) : 1 / totals[k]);
  for (int64_t row = 0; row < block.count; ++row) {
    const T* near = block.room + row * columns;
    T* y = block.to + row * block.stride;
    if (block.isLog)
      for (int64_t k = 0; k < columns; ++k) y[k] = near[k] - greatest[k] - last[k];
    else
      for (int64_t k = 0; k < columns; ++k) y[k] = near[k] * last[k];
  }
}

template <typename F, size_t kBytes, typename T>
TS_INLINE void softmax(const SoftmaxGradientRows<T>& all, T*) {
  for (int64_t row = 0; row < all.rows; ++row) {
    const T *g = all.gradient + row * all.count, *y = all.result + row * all.count;
    T* const to = all.to + row * all.count;
    double sum = 0;
    if (all.isLog)
      addRun<kBytes>(SumOp<T>{}, sum, g, all.count);
    else
      sum = sumOfPairs<kBytes>([](auto& product, const auto& a, const auto& b)
                                   TS_INLINED_LAMBDA { product = a * b; },
                               g, y, all.count);
    const T total = static_cast<T>(sum);
    if (all.isLog) {
#pragma GCC ivdep
      for (int64_t i = 0; i < all.count; ++i) to[i] = g[i] - FallingExp<F>::at(y[i]) * total;
    } else {
#pragma GCC ivdep
      for (int64_t i = 0; i < all.count; ++i) to[i] = (g[i] - total) * y[i];
    }
  }
}

template <typename F, size_t, typename T>
TS_INLINE void softmax(const SoftmaxGradientColumns<T>& block, T*) {
  const int64_t columns = block.columns;
  double sums[kSoftmaxColumns] = {};
  T totals[kSoftmaxColumns];
  for (int64_t row = 0; row < block.count; ++row) {
    const T *g = block.gradient + row * block.stride, *y = block.result + row * block.stride;
    if (block.isLog)
      for (int64_t k = 0; k < columns; ++k) sums[k] += static_cast<double>(g[k]);
    else
      for (int64_t k = 0; k < columns; ++k) sums[k] += static_cast<double>(g[k] * y[k]);
  }
  for (int64_t k = 0; k < columns; ++k) totals[k] = static_cast<T>(sums[k]);
  for (int64_t row = 0; row < block.count; ++row) {
    const T *g = block.gradient + row * block.stride, *y = block.result + row * block.stride;
    T* const to = block.to + row * block.stride;
    if (block.isLog) {
#pragma GCC ivdep
      for (int64_t k = 0; k < columns; ++k) to[k] = g[k] - FallingExp<F>::at(y[k]) * totals[k];
    } else {
#pragma GCC ivdep
      for (int64_t k = 0; k < columns; ++k) to[k] = (g[k] - totals[k]) * y[k];
    }
  }
}

#if defined(__x86_64__)

// The loops for each instruction set; their results are equal.
#define TS_ROWS(set, bytes, ...)                                                                  \
  struct set {                                                                                    \
    template <template <typename> typename Part, typename T>                                      \
    [[gnu::target(__VA_ARGS__)]] static void softmax(const Part<T>& part, ComputeType<T>* room) { \
      kernels::softmax<Functions<true, ComputeType<T>>, bytes, T>(part, room);                    \
    }                                                                                             \
    [[gnu::target(__VA_ARGS__)]] static void mask(float* row, const bool* sees, int64_t count) {  \
      maskOf(row, sees, count);                                                                   \
    }                                                                                             \
    [[gnu::target(__VA_ARGS__)]] static float greatest(const float* row, int64_t count) {         \
      return greatestOf<bytes>(row, count);                                                       \
    }                                                                                             \
    [[gnu::target(__VA_ARGS__)]] static double exponentials(float* row, float greatest,           \
                                                            int64_t count) {                      \
      return sumOfFalling<Functions<true>, bytes>(row, greatest, count, row);                     \
    }                                                                                             \
  };
TS_ROWS(RowsAvx2, 32, TS_TARGET_AVX2)
TS_ROWS(RowsAvx512, 64, TS_TARGET_AVX512)

#define TS_DISPATCH(call) \
  if (fusesMultiplyAdd()) return hasWideVectors() ? RowsAvx512::call : RowsAvx2::call;
#else
#define TS_DISPATCH(call)
#endif

template <template <typename> typename Part, typename T>
void dispatched(const Part<T>& part, ComputeType<T>* room = nullptr) {
  TS_DISPATCH(softmax(part, room))
  softmax<Library<ComputeType<T>>, 16, T>(part, room);
}
template <typename T>
void dispatchedRows(const SoftmaxRows<T>& rows) {
  using Number = ComputeType<T>;
  // A long row would leave the cache before it is stored.
  const bool isStreamed = rows.isStreamed && rows.count <= kPiece;
  tensor::Storage room;
  if (!std::is_same_v<T, Number> || isStreamed)
    room = tensor::allocate(static_cast<size_t>(rows.count) * sizeof(Number));
  dispatched(rows, room ? reinterpret_cast<Number*>(room->data()) : nullptr);
}

}  // namespace

void softmaxOf(const LogSumRows<float>& rows) { dispatched(rows); }
void softmaxOf(const LogSumRows<double>& rows) { dispatched(rows); }
void softmaxOf(const SoftmaxRows<float>& rows) { dispatchedRows(rows); }
void softmaxOf(const SoftmaxRows<double>& rows) { dispatchedRows(rows); }
void softmaxOf(const SoftmaxRows<tensor::Half>& rows) { dispatchedRows(rows); }
void softmaxOf(const SoftmaxRows<tensor::BFloat16>& rows) { dispatchedRows(rows); }
void softmaxOf(const SoftmaxColumns<float>& columns) { dispatched(columns); }
void softmaxOf(const SoftmaxColumns<double>& columns) { dispatched(columns); }
void softmaxOf(const SoftmaxGradientRows<float>& rows) { dispatched(rows); }
void softmaxOf(const SoftmaxGradientRows<double>& rows) { dispatched(rows); }
void softmaxOf(const SoftmaxGradientColumns<float>& columns) { dispatched(columns); }
void softmaxOf(const SoftmaxGradientColumns<double>& columns) { dispatched(columns); }
void maskRow(float* row, const bool* sees, int64_t count) {
  TS_DISPATCH(mask(row, sees, count))
  maskOf(row, sees, count);
}
float greatestOfRow(const float* row, int64_t count) {
  TS_DISPATCH(greatest(row, count))
  return greatestOf<16>(row, count);
}
double exponentialsOfRow(float* row, float greatest, int64_t count) {
  TS_DISPATCH(exponentials(row, greatest, count))
  return sumOfFalling<Library<float>, 16>(row, greatest, count, row);
}

}  // namespace ts::kernels
