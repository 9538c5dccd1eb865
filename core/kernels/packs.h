// Vectors for loops whose partial results must stay in registers, which the compiler's vectoriser
// does not find by itself: above all reductions. Results don't depend on the size of the vectors,
// because all sizes add the same elements in the same order, and nothing is fused.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#include "core/base/vector_bytes.h"
#include "core/tensor/dtype.h"

// GCC notes that functions which pass vectors have another ABI without AVX. All of them are
// inlined.
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#define TS_INLINED [[gnu::always_inline]] inline
#define TS_INLINED_LAMBDA __attribute__((always_inline))

namespace ts::kernels {

template <typename T, size_t kBytes>
struct PackOf {
  using Type [[gnu::vector_size(kBytes)]] = T;
};
// A vector of kBytes bytes of numbers. Functions take it by reference.
template <typename T, size_t kBytes>
using Pack = typename PackOf<T, kBytes>::Type;

#if defined(__x86_64__)
template <typename F>
[[gnu::target("avx2,f16c"), gnu::noinline]] void inAvx2(const F& f) {
  f.template operator()<32>();
}
#endif
// Calls f.operator()<kBytes>() with the size of the packs that the processor computes with. It must
// be a lambda with TS_INLINED_LAMBDA, and the functions that it calls be TS_INLINED: then they are
// compiled for these packs.
template <typename F>
void inVectors(const F& f) {
#if defined(__x86_64__)
  static const bool hasAvx2 = vectorBytes() >= 32;
  if (hasAvx2) return inAvx2(f);
#endif
  f.template operator()<16>();
}

// Calls f(std::integral_constant<size_t, k>) for each k below kCount. The loop is written out.
template <size_t kCount, typename F>
TS_INLINED void writtenOut(const F& f) {
  [&]<size_t... k>(std::index_sequence<k...>) TS_INLINED_LAMBDA {
    (f(std::integral_constant<size_t, k>{}), ...);
  }
  (std::make_index_sequence<kCount>());
}

// Sets `to` to the adjacent elements at `from`, converted. std::bit_cast would return packs from a
// function that Clang may compile without AVX.
template <typename T, size_t kBytes, typename In>
TS_INLINED void loadPack(Pack<T, kBytes>& to, const In* from) {
  constexpr size_t kWidth = kBytes / sizeof(T);
  constexpr bool isWhole = std::is_integral_v<T> && std::is_integral_v<In>;
  if constexpr (std::is_same_v<T, In> || (isWhole && sizeof(T) == sizeof(In))) {
    std::memcpy(&to, from, kBytes);
  } else if constexpr (isWhole && std::is_same_v<In, uint8_t> && kWidth == 4) {
    uint32_t bytes;
    std::memcpy(&bytes, from, sizeof bytes);
    const Pack<uint32_t, 16> shifts = {0, 8, 16, 24};
    const Pack<uint32_t, 16> small = ((Pack<uint32_t, 16>{} + bytes) >> shifts) & 255;
    to = __builtin_convertvector(small, Pack<T, kBytes>);
  } else if constexpr (std::is_same_v<In, tensor::Half> || std::is_same_v<In, tensor::BFloat16>) {
    using Bits = Pack<uint32_t, kWidth * 4>;
    Pack<uint16_t, kWidth * 2> small;
    std::memcpy(&small, from, sizeof small);
    Pack<float, kWidth * 4> values;
#if defined(__x86_64__) && !defined(__clang__)
    if constexpr (std::is_same_v<In, tensor::Half> && kWidth == 8) {
      values =
          (Pack<float, 32>)__builtin_ia32_vcvtph2ps256(__builtin_bit_cast(Pack<short, 16>, small));
    } else
#endif
    {
      const Bits bits = __builtin_convertvector(small, Bits);
      if constexpr (std::is_same_v<In, tensor::Half>) {
        // As floats the bits are too small by this factor; the greatest exponent is special.
        const Bits magnitude = (bits & 0x7FFF) << 13;
        const Pack<float, kWidth* 4> scaled =
            __builtin_bit_cast(Pack<float, kWidth * 4>, magnitude) * 0x1p112F;
        const Bits special =
            __builtin_bit_cast(Bits, magnitude >= Bits{} + 0x0F800000) & 0x7F800000;
        values = __builtin_bit_cast(Pack<float, kWidth * 4>, __builtin_bit_cast(Bits, scaled) |
                                                                 special | ((bits & 0x8000) << 16));
      } else {
        values = __builtin_bit_cast(Pack<float, kWidth * 4>, bits << 16);
      }
    }
    if constexpr (std::is_same_v<T, float>)
      to = values;
    else
      to = __builtin_convertvector(values, Pack<T, kBytes>);
  } else if constexpr (sizeof(In) * 2 == sizeof(T)) {
    Pack<In, kBytes / 2> small;
    std::memcpy(&small, from, sizeof small);
    to = __builtin_convertvector(small, Pack<T, kBytes>);
  } else {
    for (size_t k = 0; k < kWidth; ++k) to[k] = static_cast<T>(from[k]);
  }
}

}  // namespace ts::kernels
