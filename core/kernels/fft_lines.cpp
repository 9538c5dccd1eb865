#include "core/kernels/fft_lines.h"

#include <algorithm>

#include "core/kernels/fft_passes.h"
#include "core/kernels/parallel.h"

namespace ts::kernels {
namespace {

// Lines in memory; the distances are numbers of S. `imaginary` is that from a real part to its
// imaginary part, 0 where all of them are 0.
template <typename S>
struct Place {
  S* first;
  int64_t line, element, imaginary;
};

constexpr int64_t kGroup = 8;  // lines; whole packs of all sizes

// Loads a line into each lane. `swaps` exchanges real and imaginary parts: that makes an inverse of
// a transform.
template <typename T, size_t kBytes>
TS_INLINED void loadLines(Pack<T, kBytes>* x, const Place<const T>& at, int64_t length,
                          int64_t lanes, bool swaps) {
  using P = Pack<T, kBytes>;
  constexpr int64_t kLanes = kBytes / sizeof(T);
  const size_t real = swaps ? 1 : 0, imaginary = swaps ? 0 : 1;
  int64_t k = 0;
  if (lanes == kLanes && at.line == 1 && at.imaginary != 0)
    for (; k < length; ++k) {
      std::memcpy(&x[2 * k + real], at.first + k * at.element, kBytes);
      std::memcpy(&x[2 * k + imaginary], at.first + k * at.element + at.imaginary, kBytes);
    }
  else if (lanes == kLanes && at.line == 2 && at.imaginary == 1)
    for (; k < length; ++k) {
      P a, b;
      std::memcpy(&a, at.first + k * at.element, kBytes);
      std::memcpy(&b, at.first + k * at.element + kLanes, kBytes);
      [&]<size_t... i>(std::index_sequence<i...>) TS_INLINED_LAMBDA {
        x[2 * k + real] = __builtin_shufflevector(a, b, 2 * i...);
        x[2 * k + imaginary] = __builtin_shufflevector(a, b, (2 * i + 1)...);
      }
      (std::make_index_sequence<kLanes>());
    }
  else if (lanes == kLanes && at.element == 2 && at.imaginary == 1)
    for (; k + kLanes / 2 <= length; k += kLanes / 2) {
      P rows[kLanes];
      for (int64_t i = 0; i < kLanes; ++i)
        std::memcpy(&rows[i], at.first + i * at.line + 2 * k, kBytes);
      transposePacks<T, kBytes>(rows);
      for (int64_t i = 0; i < kLanes / 2; ++i) {
        x[2 * (k + i) + real] = rows[2 * i];
        x[2 * (k + i) + imaginary] = rows[2 * i + 1];
      }
    }
  for (; k < length; ++k) {
    P a{}, b{};
    for (int64_t i = 0; i < lanes; ++i) {
      const T* from = at.first + i * at.line + k * at.element;
      a[i] = from[0];
      if (at.imaginary != 0) b[i] = from[at.imaginary];
    }
    x[2 * k + real] = a;
    x[2 * k + imaginary] = b;
  }
}

// The reverse, for complex numbers, multiplied by `scale`.
template <typename T, size_t kBytes>
TS_INLINED void storeLines(const Pack<T, kBytes>* x, const Place<T>& at, int64_t length,
                           int64_t lanes, bool swaps, T scale) {
  using P = Pack<T, kBytes>;
  constexpr int64_t kLanes = kBytes / sizeof(T);
  const size_t real = swaps ? 1 : 0, imaginary = swaps ? 0 : 1;
  int64_t k = 0;
  if (lanes == kLanes && at.line == 2)
    for (; k < length; ++k) {
      const P a = x[2 * k + real] * scale, b = x[2 * k + imaginary] * scale;
      P low, high;
      [&]<size_t... i>(std::index_sequence<i...>) TS_INLINED_LAMBDA {
        low = __builtin_shufflevector(a, b, (i / 2 + i % 2 * kLanes)...);
        high = __builtin_shufflevector(a, b, (i / 2 + kLanes / 2 + i % 2 * kLanes)...);
      }
      (std::make_index_sequence<kLanes>());
      std::memcpy(at.first + k * at.element, &low, kBytes);
      std::memcpy(at.first + k * at.element + kLanes, &high, kBytes);
    }
  else if (lanes == kLanes && at.element == 2)
    for (; k + kLanes / 2 <= length; k += kLanes / 2) {
      P rows[kLanes];
      for (int64_t i = 0; i < kLanes / 2; ++i) {
        rows[2 * i] = x[2 * (k + i) + real] * scale;
        rows[2 * i + 1] = x[2 * (k + i) + imaginary] * scale;
      }
      transposePacks<T, kBytes>(rows);
      for (int64_t i = 0; i < kLanes; ++i)
        std::memcpy(at.first + i * at.line + 2 * k, &rows[i], kBytes);
    }
  for (; k < length; ++k) {
    const P a = x[2 * k + real] * scale, b = x[2 * k + imaginary] * scale;
    for (int64_t i = 0; i < lanes; ++i) {
      T* to = at.first + i * at.line + k * at.element;
      to[0] = a[i];
      to[1] = b[i];
    }
  }
}

// A transform z of length h of the even elements of a real line, and of the odd ones as imaginary
// parts, has that of the line: its elements k and h - k are the sum and difference of two numbers,
// which depend on z[k] and z[h - k]. `V` is a number or a pack.
template <typename V, typename T>
struct RealPair {
  V lowR, lowI, highR, highI;  // elements k and h - k
  TS_INLINED RealPair(const V& aR, const V& aI, const V& bR, const V& bI, std::complex<T> root) {
    const V evenR = (aR + bR) * T(0.5), evenI = (aI - bI) * T(0.5);
    V oddR = (aR - bR) * T(0.5), oddI = (aI + bI) * T(0.5);
    multiply(oddR, oddI, root);
    lowR = evenR + oddI, lowI = evenI - oddR;
    highR = evenR - oddI, highI = -oddR - evenI;
  }
};

// Turns such transforms in z into h + 1 elements in `to`.
template <typename P, typename T>
TS_INLINED void ofRealLines(const FourierPlan<T>& plan, const P* z, P* to) {
  const int64_t h = plan.length / 2;
  to[0] = z[0] + z[1];
  to[2 * h] = z[0] - z[1];
  to[1] = to[2 * h + 1] = P{};
  for (int64_t k = 1; 2 * k <= h; ++k) {
    const int64_t far = h - k;
    const RealPair<P, T> pair(z[2 * k], z[2 * k + 1], z[2 * far], z[2 * far + 1],
                              plan.realRoots[static_cast<size_t>(k)]);
    to[2 * far] = pair.highR, to[2 * far + 1] = pair.highI;
    to[2 * k] = pair.lowR, to[2 * k + 1] = pair.lowI;
  }
}

// Transforms lines with one plan.
template <typename T, size_t kBytes>
class Transformer {
 public:
  using P = Pack<T, kBytes>;
  static constexpr int64_t kLanes = kBytes / sizeof(T);

  // `plan` may have a half, for real lines.
  TS_INLINED Transformer(const FourierPlan<T>& plan, int64_t count, bool isReal, bool inverse,
                         T scale)
      : plan_(plan),
        inner_(plan.half ? *plan.half : plan),
        stored_(isReal ? plan.length / 2 + 1 : plan.length),
        inverse_(inverse),
        isMatrix_(inner_.matrix && (count < kGroup || inner_.length >= kLongLine)),
        scale_(scale) {
    const int64_t most = isMatrix_
                             ? std::max(inner_.matrix->rows->length, inner_.matrix->columns->length)
                             : inner_.length;
    const int64_t part = 2 * (most + 1), whole = isMatrix_ ? 2 * inner_.length / kLanes : 0;
    memory_.reset(new std::byte[static_cast<size_t>(2 * part + whole + 1) * kBytes]);
    const auto address = reinterpret_cast<uintptr_t>(memory_.get());
    x_ = reinterpret_cast<P*>((address + kBytes - 1) / kBytes * kBytes);
    spare_ = x_ + part;
    matrix_ = spare_ + part;
  }

  TS_INLINED void run(Place<const T> from, Place<T> to, int64_t first, int64_t last) {
    for (int64_t i = first; i < last;) {
      const int64_t lanes = isMatrix_ ? 1 : std::min(kLanes, last - i);
      const Place<const T> source{from.first + i * from.line, from.line, from.element,
                                  from.imaginary};
      const Place<T> target{to.first + i * to.line, to.line, to.element, 1};
      if (isMatrix_)
        asMatrix(source, target);
      else
        atOnce(source, target, lanes);
      i += lanes;
    }
  }

 private:
  TS_INLINED void atOnce(const Place<const T>& from, const Place<T>& to, int64_t lanes) {
    loadLines<T, kBytes>(x_, from, inner_.length, lanes, inverse_);
    P* y = runPasses(inner_, x_, spare_);
    if (plan_.half) {
      P* const whole = y == x_ ? spare_ : x_;
      ofRealLines(plan_, y, whole);
      y = whole;
    }
    storeLines<T, kBytes>(y, to, stored_, lanes, inverse_, scale_);
  }

  TS_INLINED void asMatrix(const Place<const T>& from, const Place<T>& to) {
    constexpr int64_t kFine = FourierPlan<T>::kFine;
    const auto& matrix = *inner_.matrix;
    const int64_t high = matrix.columns->length, wide = matrix.rows->length;
    // A group of columns at a time; their transforms are the rows of the matrix.
    for (int64_t column = 0; column < wide; column += kLanes) {
      loadLines<T, kBytes>(x_,
                           Place<const T>{from.first + column * from.element, from.element,
                                          wide * from.element, from.imaginary},
                           high, kLanes, inverse_);
      const P* y = runPasses(*matrix.columns, x_, spare_);
      P* at = matrix_ + 2 * column / kLanes * high;
      for (int64_t row = 0; row < high; ++row, y += 2, at += 2) {
        P fineR, fineI, coarseR, coarseI;
        const int64_t fine = row % kFine * wide + column, coarse = row / kFine * wide + column;
        std::memcpy(&fineR, matrix.fineReal.data() + fine, kBytes);
        std::memcpy(&fineI, matrix.fineImaginary.data() + fine, kBytes);
        std::memcpy(&coarseR, matrix.coarseReal.data() + coarse, kBytes);
        std::memcpy(&coarseI, matrix.coarseImaginary.data() + coarse, kBytes);
        const P c = fineR * coarseR - fineI * coarseI, s = fineR * coarseI + fineI * coarseR;
        at[0] = y[0] * c - y[1] * s;
        at[1] = y[0] * s + y[1] * c;
      }
    }
    // Then a group of rows: element k of the transform of row i is element i + k * high of the
    // result.
    const T scale = plan_.half ? T(1) : scale_;
    for (int64_t row = 0; row < high; row += kLanes) {
      for (int64_t column = 0; column < wide; column += kLanes) {
        const P* at = matrix_ + 2 * (column / kLanes * high + row);
        for (size_t part = 0; part < 2; ++part) {
          P rows[kLanes];
          for (int64_t i = 0; i < kLanes; ++i) rows[i] = at[2 * i + part];
          transposePacks<T, kBytes>(rows);
          for (int64_t i = 0; i < kLanes; ++i) x_[2 * (column + i) + part] = rows[i];
        }
      }
      const P* y = runPasses(*matrix.rows, x_, spare_);
      storeLines<T, kBytes>(y,
                            Place<T>{to.first + row * to.element, to.element, high * to.element, 1},
                            wide, kLanes, inverse_, scale);
    }
    if (plan_.half) ofRealLine(to);
  }

  // ofRealLines() in place.
  TS_INLINED void ofRealLine(const Place<T>& to) {
    const int64_t h = inner_.length;
    const auto at = [&](int64_t k) TS_INLINED_LAMBDA { return to.first + k * to.element; };
    const auto store = [&](T* element, T real, T imaginary) TS_INLINED_LAMBDA {
      element[0] = real * scale_;
      element[1] = imaginary * scale_;
    };
    const T real = at(0)[0], imaginary = at(0)[1];
    store(at(0), real + imaginary, 0);
    store(at(h), real - imaginary, 0);
    for (int64_t k = 1; 2 * k <= h; ++k) {
      T *const low = at(k), *const high = at(h - k);
      const RealPair<T, T> pair(low[0], low[1], high[0], high[1],
                                plan_.realRoots[static_cast<size_t>(k)]);
      store(high, pair.highR, pair.highI);
      store(low, pair.lowR, pair.lowI);
    }
  }

  const FourierPlan<T>&plan_, &inner_;
  int64_t stored_;
  bool inverse_, isMatrix_;
  T scale_;
  std::unique_ptr<std::byte[]> memory_;
  P *x_, *spare_, *matrix_;
};

// Lines of a rough length, in double.
template <typename S>
void transformRough(int64_t length, int64_t count, const Place<const S>& from, const Place<S>& to,
                    int64_t stored, bool inverse, double scale) {
  const std::shared_ptr<const ChirpPlan> plan = chirpPlan(length);
  const int64_t padded = plan->padded;
  const Complex128* const chirp = plan->chirp.data();
  std::vector<Complex128> work(static_cast<size_t>(padded * std::min(count, kGroup)));
  const auto times = [](Complex128 a, Complex128 b) {
    multiply(reinterpret_cast<double(&)[2]>(a)[0], reinterpret_cast<double(&)[2]>(a)[1], b);
    return a;
  };
  const auto exchanged = [&](Complex128 a) { return inverse ? Complex128(a.imag(), a.real()) : a; };
  for (int64_t first = 0; first < count; first += kGroup) {
    const int64_t lines = std::min(kGroup, count - first);
    std::ranges::fill(work, 0);
    for (int64_t i = 0; i < lines; ++i) {
      const S* line = from.first + (first + i) * from.line;
      for (int64_t k = 0; k < length; ++k) {
        const S* at = line + k * from.element;
        const Complex128 x(at[0], from.imaginary != 0 ? at[from.imaginary] : S(0));
        work[static_cast<size_t>(i * padded + k)] = times(exchanged(x), chirp[k]);
      }
    }
    const LineSteps steps{padded, 1};
    transformLines(padded, lines, work.data(), steps, work.data(), steps, false, 1);
    for (size_t k = 0; k < work.size(); ++k)
      work[k] = times(work[k], plan->transformed[k % static_cast<size_t>(padded)]);
    transformLines(padded, lines, work.data(), steps, work.data(), steps, true,
                   scale / static_cast<double>(padded));
    for (int64_t i = 0; i < lines; ++i) {
      S* line = to.first + (first + i) * to.line;
      for (int64_t k = 0; k < stored; ++k) {
        const Complex128 y = exchanged(times(work[static_cast<size_t>(i * padded + k)], chirp[k]));
        line[k * to.element] = static_cast<S>(y.real());
        line[k * to.element + 1] = static_cast<S>(y.imag());
      }
    }
  }
}

template <typename S>
void transform(int64_t length, int64_t count, const Place<const S>& from, const Place<S>& to,
               bool isReal, bool inverse, double scale) {
  const std::shared_ptr<const FourierPlan<S>> plan = fourierPlan<S>(length, isReal);
  parallelFor((count + kGroup - 1) / kGroup, 1 + 16384 / (kGroup * length),
              [&](int64_t first, int64_t last) {
                inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
                  Transformer<S, kBytes>(*plan, count, isReal, inverse, static_cast<S>(scale))
                      .run(from, to, first * kGroup, std::min(count, last * kGroup));
                });
              });
}

}  // namespace

template <typename C>
void transformLines(int64_t length, int64_t count, const C* from, LineSteps fromSteps, C* to,
                    LineSteps toSteps, bool inverse, double scale) {
  using S = typename C::value_type;
  const Place<const S> source{reinterpret_cast<const S*>(from), 2 * fromSteps.line,
                              2 * fromSteps.element, 1};
  const Place<S> target{reinterpret_cast<S*>(to), 2 * toSteps.line, 2 * toSteps.element, 1};
  if (isRough(length))
    transformRough(length, count, source, target, length, inverse, scale);
  else
    transform(length, count, source, target, false, inverse, scale);
}

template <typename C>
void transformRealLines(int64_t length, int64_t count, const typename C::value_type* from,
                        LineSteps fromSteps, C* to, LineSteps toSteps, double scale) {
  using S = typename C::value_type;
  const bool rough = isRough(length), isPairs = !rough && length % 2 == 0;
  const Place<const S> source{from, fromSteps.line, fromSteps.element * (isPairs ? 2 : 1),
                              isPairs ? fromSteps.element : 0};
  const Place<S> target{reinterpret_cast<S*>(to), 2 * toSteps.line, 2 * toSteps.element, 1};
  if (rough)
    transformRough(length, count, source, target, length / 2 + 1, false, scale);
  else
    transform(length, count, source, target, true, false, scale);
}

template void transformLines(int64_t, int64_t, const Complex64*, LineSteps, Complex64*, LineSteps,
                             bool, double);
template void transformLines(int64_t, int64_t, const Complex128*, LineSteps, Complex128*, LineSteps,
                             bool, double);
template void transformRealLines(int64_t, int64_t, const float*, LineSteps, Complex64*, LineSteps,
                                 double);
template void transformRealLines(int64_t, int64_t, const double*, LineSteps, Complex128*, LineSteps,
                                 double);

}  // namespace ts::kernels
