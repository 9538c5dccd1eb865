// Conversion of adjacent elements, in vectors.
#pragma once

#include "core/kernels/convert.h"
#include "core/kernels/packs.h"

namespace ts::kernels {

// Converts floats to integers through 32 bits; returns false where a number needs more of them.
template <size_t kBytes, typename To>
TS_INLINED bool convertShort(To* to, const float* from, int64_t count) {
  constexpr int64_t kWidth = kBytes / sizeof(float);
  using Numbers = Pack<float, kBytes>;
  using Integers = Pack<int32_t, kBytes>;
  constexpr float kLimit = 0x1p31F;
  Integers within = ~Integers{};
  for (int64_t i = 0; i < count; i += kWidth) {
    Numbers numbers;
    std::memcpy(&numbers, from + i, kBytes);
    within &= (numbers < kLimit) & (numbers >= -kLimit);
    const Integers integers = __builtin_convertvector(numbers, Integers);
    if constexpr (sizeof(To) == sizeof(int32_t))
      std::memcpy(to + i, &integers, kBytes);
    else
      for (int64_t k = 0; k < kWidth; ++k) to[i + k] = static_cast<To>(integers[k]);
  }
  bool all = true;
  for (int64_t k = 0; k < kWidth; ++k) all &= within[k] != 0;
  return all;
}

// Converts 64-bit integers through 32 bits; returns false where a number needs more of them.
template <typename To>
TS_INLINED bool convertShort(To* to, const int64_t* from, int64_t count) {
  int64_t rest = 0;
  for (int64_t i = 0; i < count; ++i) {
    const auto low = static_cast<int32_t>(from[i]);
    rest |= low ^ from[i];
    to[i] = static_cast<To>(low);
  }
  return rest == 0;
}

template <size_t kBytes, typename To, typename From>
TS_INLINED void convertRun(To* to, const From* from, int64_t count) {
  constexpr int64_t kWidth = kBytes / sizeof(float), kBlock = 256;
  int64_t i = 0;
  if constexpr (std::is_same_v<From, tensor::Half> && std::is_same_v<To, float>) {
    for (; i + kWidth <= count; i += kWidth) {
      Pack<float, kBytes> values;
      loadPack<float, kBytes>(values, from + i);
      std::memcpy(to + i, &values, kBytes);
    }
  } else if constexpr (std::is_same_v<From, float> && std::is_same_v<To, tensor::Half>) {
#if defined(__x86_64__) && !defined(__clang__)
    if constexpr (kBytes == 32)
      for (; i + kWidth <= count; i += kWidth) {
        Pack<float, kBytes> values;
        std::memcpy(&values, from + i, kBytes);
        const auto halves = __builtin_ia32_vcvtps2ph256(values, 0);
        std::memcpy(&to[i].bits, &halves, sizeof halves);
      }
#endif
  } else if constexpr ((std::is_same_v<From, float> && std::is_integral_v<To> &&
                        !std::is_same_v<To, bool>) ||
                       (std::is_same_v<From, int64_t> && std::is_floating_point_v<To>)) {
    for (; i + kBlock <= count; i += kBlock) {
      bool isDone = false;
      if constexpr (std::is_same_v<From, float>)
        isDone = convertShort<kBytes>(to + i, from + i, kBlock);
      else
        isDone = convertShort(to + i, from + i, kBlock);
      for (int64_t k = i; !isDone && k < i + kBlock; ++k) to[k] = convert<To>(from[k]);
    }
  }
#pragma GCC ivdep
  for (int64_t k = i; k < count; ++k) to[k] = convert<To>(from[k]);
}

}  // namespace ts::kernels
