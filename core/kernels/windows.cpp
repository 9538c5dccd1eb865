// Signal windows.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/kernels/copy.h"
#include "core/kernels/factory.h"
#include "core/kernels/families.h"
#include "core/kernels/scalar_math.h"

namespace ts::kernels {
namespace {

using MaybeDType = std::optional<DType>;

// ---- windows: value(i, n) is element i of n

template <typename F>
Tensor window(int64_t length, bool periodic, MaybeDType dtype, const IValue& device, F value) {
  const DType kind = dtype.value_or(tensor::defaultDType());
  if (!tensor::isFloating(kind))
    fail("a window needs a floating point dtype, got: {}", tensor::nameOf(kind));
  if (length < 0) fail("requires non-negative window_length, got window_length={}", length);
  const bool meta = isMetaDevice(device);
  if (meta) return tensor::emptyMeta(Dims{length}, kind);
  // A periodic window is a symmetric window of length + 1 without the last element.
  const double last = static_cast<double>(periodic ? length : length - 1);
  const Tensor wide = tensor::empty(Dims{length}, DType::Float64);
  for (int64_t i = 0; i < length; ++i)
    wide.data<double>()[i] = length == 1 ? 1 : value(static_cast<double>(i), last);
  return toDType(wide, kind);
}

double cosineOf(double i, double last, double turns) {
  return std::cos(2 * std::numbers::pi * turns * i / last);
}

Tensor hammingAlphaBeta(int64_t length, bool periodic, double alpha, double beta, MaybeDType dtype,
                        const IValue&, const IValue& device, const IValue&) {
  return window(length, periodic, dtype, device,
                [=](double i, double last) { return alpha - beta * cosineOf(i, last, 1); });
}
Tensor hammingAlpha(int64_t length, bool periodic, double alpha, MaybeDType dtype,
                    const IValue& layout, const IValue& device, const IValue& pin) {
  return hammingAlphaBeta(length, periodic, alpha, 0.46, dtype, layout, device, pin);
}
Tensor hammingPeriodic(int64_t length, bool periodic, MaybeDType dtype, const IValue& layout,
                       const IValue& device, const IValue& pin) {
  return hammingAlphaBeta(length, periodic, 0.54, 0.46, dtype, layout, device, pin);
}
Tensor hannPeriodic(int64_t length, bool periodic, MaybeDType dtype, const IValue& layout,
                    const IValue& device, const IValue& pin) {
  return hammingAlphaBeta(length, periodic, 0.5, 0.5, dtype, layout, device, pin);
}
Tensor blackmanPeriodic(int64_t length, bool periodic, MaybeDType dtype, const IValue&,
                        const IValue& device, const IValue&) {
  return window(length, periodic, dtype, device, [](double i, double last) {
    return 0.42 - 0.5 * cosineOf(i, last, 1) + 0.08 * cosineOf(i, last, 2);
  });
}
Tensor bartlettPeriodic(int64_t length, bool periodic, MaybeDType dtype, const IValue&,
                        const IValue& device, const IValue&) {
  return window(length, periodic, dtype, device,
                [](double i, double last) { return 1 - std::abs(2 * i / last - 1); });
}
Tensor kaiserBeta(int64_t length, bool periodic, double beta, MaybeDType dtype, const IValue&,
                  const IValue& device, const IValue&) {
  return window(length, periodic, dtype, device, [beta](double i, double last) {
    const double side = 2 * i / last - 1;
    return math::besselI0(beta * std::sqrt(std::max(0.0, 1 - side * side)), false) /
           math::besselI0(beta, false);
  });
}
Tensor kaiserPeriodic(int64_t length, bool periodic, MaybeDType dtype, const IValue& layout,
                      const IValue& device, const IValue& pin) {
  return kaiserBeta(length, periodic, 12, dtype, layout, device, pin);
}
// Windows are periodic by default.
template <Tensor (*F)(int64_t, bool, MaybeDType, const IValue&, const IValue&, const IValue&)>
Tensor byDefault(int64_t length, MaybeDType dtype, const IValue& layout, const IValue& device,
                 const IValue& pin) {
  return F(length, true, dtype, layout, device, pin);
}

// Entries of a window: with and without the flag `periodic`, and both with out=.
#define TS_WINDOW(name, function)                                                            \
  {"aten::" name, boxed<byDefault<function>>}, {"aten::" name ".periodic", boxed<function>}, \
      {"aten::" name ".out", intoOut<boxed<byDefault<function>>>}, {                         \
    "aten::" name ".periodic_out", intoOut<boxed<function>>                                  \
  }

constexpr Kernel kWindowKernels[] = {
    TS_WINDOW("hann_window", hannPeriodic),
    TS_WINDOW("hamming_window", hammingPeriodic),
    {"aten::hamming_window.periodic_alpha", boxed<hammingAlpha>},
    {"aten::hamming_window.periodic_alpha_out", intoOut<boxed<hammingAlpha>>},
    {"aten::hamming_window.periodic_alpha_beta", boxed<hammingAlphaBeta>},
    {"aten::hamming_window.periodic_alpha_beta_out", intoOut<boxed<hammingAlphaBeta>>},
    TS_WINDOW("blackman_window", blackmanPeriodic),
    TS_WINDOW("bartlett_window", bartlettPeriodic),
    TS_WINDOW("kaiser_window", kaiserPeriodic),
    {"aten::kaiser_window.beta", boxed<kaiserBeta>},
    {"aten::kaiser_window.beta_out", intoOut<boxed<kaiserBeta>>},
};

#undef TS_WINDOW

}  // namespace

std::span<const Kernel> windowKernels() { return kWindowKernels; }

}  // namespace ts::kernels
