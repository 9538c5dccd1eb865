// The reduction modes of scatter_reduce and index_reduce.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string_view>

#include "core/kernels/boxing.h"
#include "core/kernels/convert.h"

namespace ts::kernels {

enum class Reducing : uint8_t { Sum, Prod, Mean, Amax, Amin };

// Returns the mode with this name. Throws a RuntimeError when it is not in `allowed`. PyTorch 2.6
// also takes "max" and "min".
inline Reducing reducingFrom(std::string_view name, std::initializer_list<Reducing> allowed,
                             std::string_view what) {
  static constexpr std::string_view kNames[] = {"sum", "prod", "mean", "amax", "amin"};
  const bool isShort = atLeast(TorchProfile::Torch2_6) && (name == "max" || name == "min");
  const std::string wanted = (isShort ? "a" : "") + std::string(name);
  for (Reducing how : allowed)
    if (kNames[static_cast<size_t>(how)] == wanted) return how;
  std::string choices;
  for (Reducing how : allowed)
    choices += (choices.empty() ? "" : ", ") + std::string(kNames[static_cast<size_t>(how)]);
  fail("{}: reduce argument must be one of {}, got {}", what, choices, name);
}

// Returns the identity element of the reduction.
template <typename T>
Scalar identityOf(Reducing how) {
  using Limits = std::numeric_limits<ComputeType<T>>;
  if (how == Reducing::Prod) return int64_t{1};
  if (how == Reducing::Sum || how == Reducing::Mean || isComplexType<T>) return int64_t{0};
  if constexpr (!isComplexType<T>) {
    const bool isMax = how == Reducing::Amax;
    if constexpr (Limits::has_infinity)
      return static_cast<double>(isMax ? -Limits::infinity() : Limits::infinity());
    else
      return static_cast<int64_t>(isMax ? Limits::lowest() : Limits::max());
  }
  return int64_t{0};
}

template <typename T>
T combine(Reducing how, T a, T b) {
  using C = ComputeType<T>;
  const C x = static_cast<C>(a), y = static_cast<C>(b);
  switch (how) {
    case Reducing::Prod: return convert<T>(x * y);
    case Reducing::Amax:
    case Reducing::Amin:
      if constexpr (isComplexType<T>) {
        fail("complex numbers have no maximum");
      } else {
        if (x != x) return a;  // NaN is kept
        if (y != y) return b;
        return (how == Reducing::Amax) == (x < y) ? b : a;
      }
    default: return convert<T>(x + y);
  }
}

// Rounds down for integers.
template <typename T>
T divideByCount(T sum, int64_t count) {
  if constexpr (std::is_same_v<T, bool>) {
    return sum;
  } else if constexpr (std::is_integral_v<T>) {
    const int64_t quotient = static_cast<int64_t>(sum) / count;
    return static_cast<T>(quotient - (static_cast<int64_t>(sum) % count < 0 ? 1 : 0));
  } else {
    using C = ComputeType<T>;
    return convert<T>(static_cast<C>(sum) / convert<C>(count));
  }
}

}  // namespace ts::kernels
