// The innermost loops of reductions: adjacent elements that have one result, and adjacent results.
// reduce.h says what an Op is. neutral() of an Op is an element that changes no result, where that
// is not start().
#pragma once

#include <algorithm>
#include <array>

#include "core/kernels/convert.h"
#include "core/kernels/packs.h"

// GCC warns of packs that are set in functions which it inlines.
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace ts::kernels {

// The type of sums: double for float, one that wraps around for integers.
template <typename T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double,
                                std::conditional_t<std::is_same_v<T, int64_t>, uint64_t, T>>;
// Complex numbers are not added in packs.
template <typename T>
struct WideLanes {
  using Lane = Wide<T>;
};
template <>
struct WideLanes<tensor::Complex128> {};
// Sums of a few floats are floats, which are then added as double.
template <typename T>
struct SumLanes : WideLanes<T> {};
template <>
struct SumLanes<float> {
  using Lane = float;
};

template <typename T>
struct SumOp : SumLanes<T> {
  using Acc = Wide<T>;
  bool isMean = false;
  Acc start() const { return Acc(0); }
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    acc += value;
  }
  template <typename V>
  TS_INLINED void join(V& acc, const V& other) const {
    acc += other;
  }
  TS_INLINED T finish(Acc acc, int64_t count) const {
    if constexpr (!std::is_same_v<T, int64_t>)
      if (isMean) acc = acc / convert<Acc>(static_cast<double>(count));
    return static_cast<T>(acc);
  }
};
template <typename Op>
concept HasLanes = requires {
  typename Op::Lane;
};

// Returns an element as an Op takes it: numbers as Accs.
template <typename Op, typename In>
TS_INLINED auto elementFor(In value) {
  using Acc = typename Op::Acc;
  if constexpr (std::is_arithmetic_v<Acc> && !isComplexType<In>)
    return convert<Acc>(value);
  else
    return value;
}

// Joins the elements of a pack into a: those of both halves, until one is left.
template <typename Op, typename T, typename V>
TS_INLINED void joinLanes(const Op& op, T& a, const V& pack) {
  constexpr size_t kWidth = sizeof(V) / sizeof(T);
  if constexpr (kWidth == 1) {
    a = pack[0];
  } else {
    Pack<T, sizeof(V) / 2> low, high;
    std::memcpy(&low, &pack, sizeof low);
    std::memcpy(&high, reinterpret_cast<const std::byte*>(&pack) + sizeof low, sizeof high);
    op.join(low, high);
    joinLanes(op, a, low);
  }
}

// Joins packs to the first one: those of both halves, until one is left.
template <typename Op, typename V, size_t kPacks>
TS_INLINED void joinPacks(const Op& op, V (&packs)[kPacks]) {
  const auto halve = [&](auto count) TS_INLINED_LAMBDA {
    if constexpr (kPacks >= 2 * count)
      writtenOut<count>([&](auto p) TS_INLINED_LAMBDA { op.join(packs[p], packs[p + count]); });
  };
  halve(std::integral_constant<size_t, 8>{});
  halve(std::integral_constant<size_t, 4>{});
  halve(std::integral_constant<size_t, 2>{});
  halve(std::integral_constant<size_t, 1>{});
}
// Joins packs to one element.
template <typename T, typename Op, typename V, size_t kPacks>
TS_INLINED T joined(const Op& op, V (&packs)[kPacks]) {
  joinPacks(op, packs);
  T result;
  joinLanes(op, result, packs[0]);
  return result;
}
// The same with lanes of half the size of T, which are converted before they are joined.
template <typename T, typename Lane, size_t kBytes, typename Op, size_t kPacks>
TS_INLINED T joinedWide(const Op& op, Pack<Lane, kBytes> (&packs)[kPacks]) {
  joinPacks(op, packs);
  Lane lanes[kBytes / sizeof(Lane)];
  std::memcpy(lanes, &packs[0], kBytes);
  Pack<T, kBytes> low, high;
  loadPack<T, kBytes>(low, lanes);
  loadPack<T, kBytes>(high, lanes + kBytes / sizeof(T));
  op.join(low, high);
  T result;
  joinLanes(op, result, low);
  return result;
}

// Adds adjacent elements to a result, a few at a time, without packs.
template <typename Op, typename In>
TS_INLINED void addInLanes(const Op& op, typename Op::Acc& total, const In* from, int64_t count) {
  constexpr int64_t kLanes = 8, kBlock = 512;
  while (count > 0) {
    const int64_t block = std::min(count, kBlock);
    std::array<typename Op::Acc, kLanes> lanes;
    lanes.fill(op.start());
    for (int64_t i = 0; i < block; ++i)
      op.add(lanes[static_cast<size_t>(i % kLanes)], elementFor<Op>(from[i]));
    for (size_t width = kLanes / 2; width > 0; width /= 2)
      for (size_t lane = 0; lane < width; ++lane) op.join(lanes[lane], lanes[lane + width]);
    op.join(total, lanes[0]);
    from += block;
    count -= block;
  }
}

// How many packs in turn are added as Lanes, before their sum is added as an Acc. An Op may have
// its own number.
template <typename Op>
inline constexpr int64_t kRounds = sizeof(typename Op::Lane) < sizeof(typename Op::Acc) ? 16 : 64;
template <typename Op>
requires requires { Op::kRounds; }
inline constexpr int64_t kRounds<Op> = Op::kRounds;

// Adds adjacent elements to a result. Blocks have partial results of kLaneBytes bytes, which also
// keeps rounding errors small.
template <size_t kBytes, size_t kLaneBytes = 256, typename Op, typename In>
TS_INLINED void addRun(const Op& op, typename Op::Acc& total, const In* from, int64_t count) {
  if constexpr (requires { op.template addRun<kBytes>(total, from, count); }) {
    op.template addRun<kBytes>(total, from, count);
  } else if constexpr (HasLanes<Op>) {
    using Lane = std::conditional_t<isReducedType<In>, float, typename Op::Lane>;
    using V = Pack<Lane, kBytes>;
    constexpr size_t kPacks = kLaneBytes / kBytes, kWidth = kBytes / sizeof(Lane), kShort = 64;
    constexpr int64_t kLanes = kLaneBytes / sizeof(Lane), kBlock = kRounds<Op> * kLanes;
    const auto start = static_cast<Lane>(op.start());
    if (count < kLanes) {
      if constexpr (kLaneBytes > kShort) return addRun<kBytes, kShort>(op, total, from, count);
      return addInLanes(op, total, from, count);
    }
    while (count > 0) {
      const int64_t block = std::min(count, kBlock), whole = block / kLanes * kLanes;
      V packs[kPacks] = {};
      writtenOut<kPacks>([&](auto p) TS_INLINED_LAMBDA { packs[p] = V{} + start; });
      const auto addLanes = [&](const auto* at) TS_INLINED_LAMBDA {
        writtenOut<kPacks>([&](auto p) TS_INLINED_LAMBDA {
          V value;
          loadPack<Lane, kBytes>(value, at + p * kWidth);
          op.add(packs[p], value);
        });
      };
      for (int64_t i = 0; i < whole; i += kLanes) addLanes(from + i);
      if (whole < block) {
        std::array<Lane, kLanes> rest;
        if constexpr (requires { op.neutral(); })
          rest.fill(static_cast<Lane>(op.neutral()));
        else
          rest.fill(start);
        if constexpr (std::is_same_v<Lane, In>)
          std::memcpy(rest.data(), from + whole, static_cast<size_t>(block - whole) * sizeof(In));
        else
          for (int64_t i = whole; i < block; ++i)
            rest[static_cast<size_t>(i - whole)] = convert<Lane>(from[i]);
        addLanes(rest.data());
      }
      typename Op::Acc wide;
      if constexpr (requires { Op::kRounds; } && sizeof(Lane) * 2 == sizeof(typename Op::Acc))
        wide = joinedWide<typename Op::Acc, Lane, kBytes>(op, packs);
      else
        wide = static_cast<typename Op::Acc>(joined<Lane>(op, packs));
      op.join(total, wide);
      from += block;
      count -= block;
    }
  } else {
    addInLanes(op, total, from, count);
  }
}

// The sum of the squares of differences to a mean.
struct SquaresOp {
  using Acc = double;
  using Lane = double;
  double mean;
  double start() const { return 0; }
  double neutral() const { return mean; }
  template <typename V>
  TS_INLINED void add(V& acc, const V& value) const {
    const V difference = value - mean;
    acc += difference * difference;
  }
  template <typename V>
  TS_INLINED void join(V& acc, const V& other) const {
    acc += other;
  }
};
// Returns the sum of f(x, y) of adjacent elements, float or double. f takes elements and packs of
// them, and sets its first argument to the result. Blocks are added in the type of the elements.
template <size_t kBytes, typename T, typename F>
TS_INLINED double sumOfPairs(const F& f, const T* x, const T* y, int64_t count) {
  using V = Pack<T, kBytes>;
  constexpr size_t kPacks = 256 / kBytes, kWidth = kBytes / sizeof(T);
  constexpr int64_t kLanes = kPacks * kWidth, kBlock = 64 * kLanes;
  double total = 0;
  int64_t i = 0;
  while (i + kLanes <= count) {
    V packs[kPacks] = {};
    for (const int64_t end = std::min(i + kBlock, count); i + kLanes <= end; i += kLanes)
      writtenOut<kPacks>([&](auto p) TS_INLINED_LAMBDA {
        V a, b, value;
        loadPack<T, kBytes>(a, x + i + p * kWidth);
        loadPack<T, kBytes>(b, y + i + p * kWidth);
        f(value, a, b);
        packs[p] += value;
      });
    total += static_cast<double>(joined<T>(SumOp<T>{}, packs));
  }
  for (; i < count; ++i) {
    T value;
    f(value, x[i], y[i]);
    total += static_cast<double>(value);
  }
  return total;
}

struct Moments {
  double count = 0, mean = 0, squares = 0;
};
// The sums of the differences to a number, and of their squares.
struct Deviations {
  double sum = 0, squares = 0;
};
template <size_t kBytes, typename T>
TS_INLINED void addDeviations(Deviations& total, T center, const T* from, int64_t count) {
  using V = Pack<T, kBytes>;
  constexpr size_t kPacks = 128 / kBytes, kWidth = kBytes / sizeof(T);
  constexpr int64_t kLanes = kPacks * kWidth, kBlock = 16 * kLanes;
  while (count > 0) {
    const int64_t block = std::min(count, kBlock), whole = block / kLanes * kLanes;
    V sums[kPacks] = {}, squares[kPacks] = {};
    const auto addLanes = [&](const T* at) TS_INLINED_LAMBDA {
      writtenOut<kPacks>([&](auto p) TS_INLINED_LAMBDA {
        V value;
        loadPack<T, kBytes>(value, at + p * kWidth);
        value -= center;
        sums[p] += value;
        squares[p] += value * value;
      });
    };
    for (int64_t i = 0; i < whole; i += kLanes) addLanes(from + i);
    if (whole < block) {
      T rest[kLanes];
      std::fill_n(rest, kLanes, center);
      std::memcpy(rest, from + whole, static_cast<size_t>(block - whole) * sizeof(T));
      addLanes(rest);
    }
    total.sum += static_cast<double>(joined<T>(SumOp<T>{}, sums));
    total.squares += static_cast<double>(joined<T>(SumOp<T>{}, squares));
    from += block;
    count -= block;
  }
}

// Adds the moments of other elements.
TS_INLINED void joinMoments(Moments& a, const Moments& b) {
  if (a.count == 0) {
    a = b;
    return;
  }
  const double count = a.count + b.count, difference = b.mean - a.mean;
  a = {count, a.mean + difference * b.count / count,
       a.squares + b.squares + difference * difference * a.count * b.count / count};
}

// Computes mean and squared differences of `count` adjacent elements, float or double, in two
// passes over those that stay in the cache. The second pass also adds the differences, because the
// sum of floats may be some digits off the mean.
template <size_t kBytes, typename T>
TS_INLINED Moments momentsOfRun(const T* from, int64_t count) {
  constexpr int64_t kBlock = 16384;
  Moments all;
  for (; count > 0; from += kBlock, count -= kBlock) {
    const int64_t block = std::min(count, kBlock);
    Moments moments{static_cast<double>(block)};
    addRun<kBytes>(SumOp<T>{}, moments.mean, from, block);
    moments.mean /= moments.count;
    const T center = static_cast<T>(moments.mean);
    Deviations deviations;
    addDeviations<kBytes>(deviations, center, from, block);
    moments.mean = static_cast<double>(center) + deviations.sum / moments.count;
    moments.squares =
        std::max(0.0, deviations.squares - deviations.sum * deviations.sum / moments.count);
    if constexpr (std::is_same_v<T, float>) {
      // The squares of others may be subnormal or infinite floats.
      const bool isUsual = deviations.squares > 1e-20 * moments.count && deviations.squares < 1e30;
      if (!isUsual) {
        moments.mean = moments.squares = 0;
        addRun<kBytes>(SumOp<double>{}, moments.mean, from, block);
        moments.mean /= moments.count;
        addRun<kBytes>(SquaresOp{moments.mean}, moments.squares, from, block);
      }
    }
    joinMoments(all, moments);
  }
  return all;
}

// Adds rows of `width` adjacent elements, `step` bytes apart, to as many results.
template <size_t kBytes, typename In, typename Op>
TS_INLINED void addColumns(const Op& op, typename Op::Acc* totals, int64_t width,
                           const std::byte* from, int64_t step, int64_t rows) {
  using Acc = typename Op::Acc;
  const auto rowAt = [&](int64_t row) TS_INLINED_LAMBDA {
    return reinterpret_cast<const In*>(from + row * step);
  };
  if constexpr (HasLanes<Op>) {
    using Lane = std::conditional_t<isReducedType<In>, float, typename Op::Lane>;
    using V = Pack<Lane, kBytes>;
    constexpr int64_t kWidth = kBytes / sizeof(Lane), kRows = 8;
    const auto addRows = [&](int64_t row, auto rowCount) TS_INLINED_LAMBDA {
      int64_t k = 0;
      for (; k + kWidth <= width; k += kWidth) {
        V total;
        if constexpr (std::is_same_v<Lane, Acc>)
          std::memcpy(&total, totals + k, kBytes);
        else
          total = V{} + static_cast<Lane>(op.start());
        writtenOut<rowCount>([&](auto r) TS_INLINED_LAMBDA {
          V value;
          loadPack<Lane, kBytes>(value, rowAt(row + static_cast<int64_t>(r())) + k);
          op.add(total, value);
        });
        if constexpr (std::is_same_v<Lane, Acc>) {
          std::memcpy(totals + k, &total, kBytes);
        } else {
          Lane sums[kWidth];
          std::memcpy(sums, &total, kBytes);
          writtenOut<sizeof(Acc) / sizeof(Lane)>([&](auto part) TS_INLINED_LAMBDA {
            constexpr int64_t kPart = kBytes / sizeof(Acc);
            Pack<Acc, kBytes> all, more;
            std::memcpy(&all, totals + k + part * kPart, kBytes);
            loadPack<Acc, kBytes>(more, sums + part * kPart);
            op.join(all, more);
            std::memcpy(totals + k + part * kPart, &all, kBytes);
          });
        }
      }
      for (; k < width; ++k) {
        Lane total;
        if constexpr (std::is_same_v<Lane, Acc>)
          total = totals[k];
        else
          total = static_cast<Lane>(op.start());
        writtenOut<rowCount>([&](auto r) TS_INLINED_LAMBDA {
          op.add(total, convert<Lane>(rowAt(row + static_cast<int64_t>(r()))[k]));
        });
        if constexpr (std::is_same_v<Lane, Acc>)
          totals[k] = total;
        else
          op.join(totals[k], static_cast<Acc>(total));
      }
    };
    int64_t row = 0;
    for (; row + kRows <= rows; row += kRows) addRows(row, std::integral_constant<size_t, kRows>{});
    for (; row < rows; ++row) addRows(row, std::integral_constant<size_t, 1>{});
  } else {
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t k = 0; k < width; ++k) op.add(totals[k], elementFor<Op>(rowAt(row)[k]));
  }
}

}  // namespace ts::kernels
