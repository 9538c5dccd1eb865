// The passes of Fourier transforms, for as many lines at once as vectors have lanes. An element is
// two packs: the real parts of the lines, and the imaginary parts.
#pragma once

#include "core/kernels/fft_plan.h"
#include "core/kernels/packs.h"

namespace ts::kernels {

template <typename P, typename T>
TS_INLINED void multiply(P& real, P& imaginary, const std::complex<T>& by) {
  const T c = by.real(), s = by.imag();
  const P r = real * c - imaginary * s;
  imaginary = real * s + imaginary * c;
  real = r;
}

template <typename P, typename T>
TS_INLINED void passOf2(const P* x, P* y, const typename FourierPlan<T>::Pass& pass) {
  const int64_t s = pass.stride, far = s * pass.groups;
  const std::complex<T>* root = pass.roots.data();
  for (int64_t p = 0; p < pass.groups; ++p, ++root)
    for (int64_t q = 0; q < s; ++q) {
      const P* a = x + 2 * (q + s * p);
      const P* b = a + 2 * far;
      P* to = y + 2 * (q + s * 2 * p);
      P r = a[0] - b[0], i = a[1] - b[1];
      to[0] = a[0] + b[0];
      to[1] = a[1] + b[1];
      multiply(r, i, *root);
      to[2 * s] = r;
      to[2 * s + 1] = i;
    }
}

template <typename P, typename T>
TS_INLINED void passOf4(const P* x, P* y, const typename FourierPlan<T>::Pass& pass) {
  const int64_t s = pass.stride, far = 2 * s * pass.groups;
  const std::complex<T>* root = pass.roots.data();
  for (int64_t p = 0; p < pass.groups; ++p, root += 3)
    for (int64_t q = 0; q < s; ++q) {
      const P *a = x + 2 * (q + s * p), *b = a + far, *c = b + far, *d = c + far;
      P* to = y + 2 * (q + s * 4 * p);
      const P sumR = a[0] + c[0], sumI = a[1] + c[1], restR = a[0] - c[0], restI = a[1] - c[1];
      const P otherR = b[0] + d[0], otherI = b[1] + d[1], turnedR = b[1] - d[1],
              turnedI = d[0] - b[0];
      to[0] = sumR + otherR;
      to[1] = sumI + otherI;
      P r = restR + turnedR, i = restI + turnedI;
      multiply(r, i, root[0]);
      to[2 * s] = r;
      to[2 * s + 1] = i;
      r = sumR - otherR, i = sumI - otherI;
      multiply(r, i, root[1]);
      to[4 * s] = r;
      to[4 * s + 1] = i;
      r = restR - turnedR, i = restI - turnedI;
      multiply(r, i, root[2]);
      to[6 * s] = r;
      to[6 * s + 1] = i;
    }
}

// Any radix, by the definition.
template <typename P, typename T>
TS_INLINED void passOfAny(const P* x, P* y, const typename FourierPlan<T>::Pass& pass) {
  const int64_t s = pass.stride, far = 2 * s * pass.groups, radix = pass.radix;
  const std::complex<T>*root = pass.roots.data(), *unit = pass.unit.data();
  for (int64_t p = 0; p < pass.groups; ++p, root += radix - 1)
    for (int64_t q = 0; q < s; ++q) {
      const P* from = x + 2 * (q + s * p);
      P* to = y + 2 * (q + s * radix * p);
      for (int64_t k = 0; k < radix; ++k, to += 2 * s) {
        P r = from[0], i = from[1];
        int64_t at = 0;
        for (int64_t j = 1; j < radix; ++j) {
          at = at + k < radix ? at + k : at + k - radix;
          P termR = from[j * far], termI = from[j * far + 1];
          multiply(termR, termI, unit[at]);
          r += termR;
          i += termI;
        }
        if (k > 0) multiply(r, i, root[k - 1]);
        to[0] = r;
        to[1] = i;
      }
    }
}

// Transforms x, and returns the result: x or `spare`, which has its size.
template <typename P, typename T>
TS_INLINED P* runPasses(const FourierPlan<T>& plan, P* x, P* spare) {
  for (const auto& pass : plan.passes) {
    if (pass.radix == 4)
      passOf4<P, T>(x, spare, pass);
    else if (pass.radix == 2)
      passOf2<P, T>(x, spare, pass);
    else
      passOfAny<P, T>(x, spare, pass);
    std::swap(x, spare);
  }
  return x;
}

// Exchanges rows and columns of as many packs as they have lanes.
template <typename T, size_t kBytes>
TS_INLINED void transposePacks(Pack<T, kBytes>* rows) {
  constexpr size_t kLanes = kBytes / sizeof(T);
  for (size_t stage = 1; stage < kLanes; stage *= 2) {
    Pack<T, kBytes> next[kLanes];
    [&]<size_t... i>(std::index_sequence<i...>) TS_INLINED_LAMBDA {
      for (size_t k = 0; k < kLanes / 2; ++k) {
        const Pack<T, kBytes> a = rows[k], b = rows[k + kLanes / 2];
        next[2 * k] = __builtin_shufflevector(a, b, (i / 2 + i % 2 * kLanes)...);
        next[2 * k + 1] = __builtin_shufflevector(a, b, (i / 2 + kLanes / 2 + i % 2 * kLanes)...);
      }
    }
    (std::make_index_sequence<kLanes>());
    for (size_t k = 0; k < kLanes; ++k) rows[k] = next[k];
  }
}

}  // namespace ts::kernels
