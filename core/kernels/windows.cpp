// Signal windows.
#include <cmath>
#include <numbers>

#include "core/kernels/copy.h"
#include "core/kernels/factory.h"
#include "core/kernels/families.h"

namespace ts::kernels {
namespace {

using MaybeDType = std::optional<DType>;

// ---- windows: value(i, n) of n samples

template <typename F>
Tensor window(int64_t length, bool periodic, MaybeDType dtype, const IValue& device, F value) {
  const DType kind = dtype.value_or(tensor::defaultDType());
  if (!tensor::isFloating(kind)) fail("a window needs a floating point dtype, got: {}", tensor::nameOf(kind));
  if (length < 0) fail("requires non-negative window_length, got window_length={}", length);
  const bool meta = isMetaDevice(device);
  if (meta) return tensor::emptyMeta(Dims{length}, kind);
  // A periodic one is cut from one that is longer by one.
  const double last = static_cast<double>(periodic ? length : length - 1);
  const Tensor wide = tensor::empty(Dims{length}, DType::Float64);
  for (int64_t i = 0; i < length; ++i) wide.data<double>()[i] = length == 1 ? 1 : value(static_cast<double>(i), last);
  return toDType(wide, kind);
}

double cosineOf(double i, double last, double turns) { return std::cos(2 * std::numbers::pi * turns * i / last); }

Tensor hammingAlphaBeta(int64_t length, bool periodic, double alpha, double beta, MaybeDType dtype, const IValue&, const IValue& device, const IValue&) {
  return window(length, periodic, dtype, device, [=](double i, double last) { return alpha - beta * cosineOf(i, last, 1); });
}
Tensor hammingAlpha(int64_t length, bool periodic, double alpha, MaybeDType dtype, const IValue& layout, const IValue& device, const IValue& pin) {
  return hammingAlphaBeta(length, periodic, alpha, 0.46, dtype, layout, device, pin);
}
Tensor hammingPeriodic(int64_t length, bool periodic, MaybeDType dtype, const IValue& layout, const IValue& device, const IValue& pin) {
  return hammingAlphaBeta(length, periodic, 0.54, 0.46, dtype, layout, device, pin);
}
Tensor hannPeriodic(int64_t length, bool periodic, MaybeDType dtype, const IValue& layout, const IValue& device, const IValue& pin) {
  return hammingAlphaBeta(length, periodic, 0.5, 0.5, dtype, layout, device, pin);
}
Tensor blackmanPeriodic(int64_t length, bool periodic, MaybeDType dtype, const IValue&, const IValue& device, const IValue&) {
  return window(length, periodic, dtype, device,
                [](double i, double last) { return 0.42 - 0.5 * cosineOf(i, last, 1) + 0.08 * cosineOf(i, last, 2); });
}
Tensor bartlettPeriodic(int64_t length, bool periodic, MaybeDType dtype, const IValue&, const IValue& device, const IValue&) {
  return window(length, periodic, dtype, device, [](double i, double last) { return 1 - std::abs(2 * i / last - 1); });
}
// Without the flag they are periodic.
template <Tensor (*F)(int64_t, bool, MaybeDType, const IValue&, const IValue&, const IValue&)>
Tensor byDefault(int64_t length, MaybeDType dtype, const IValue& layout, const IValue& device, const IValue& pin) {
  return F(length, true, dtype, layout, device, pin);
}

constexpr Kernel kKernels[] = {
    {"aten::hann_window", boxed<byDefault<hannPeriodic>>},
    {"aten::hann_window.periodic", boxed<hannPeriodic>},
    {"aten::hamming_window", boxed<byDefault<hammingPeriodic>>},
    {"aten::hamming_window.periodic", boxed<hammingPeriodic>},
    {"aten::hamming_window.periodic_alpha", boxed<hammingAlpha>},
    {"aten::hamming_window.periodic_alpha_beta", boxed<hammingAlphaBeta>},
    {"aten::blackman_window", boxed<byDefault<blackmanPeriodic>>},
    {"aten::blackman_window.periodic", boxed<blackmanPeriodic>},
    {"aten::bartlett_window", boxed<byDefault<bartlettPeriodic>>},
    {"aten::bartlett_window.periodic", boxed<bartlettPeriodic>},
};

}  // namespace

std::span<const Kernel> windowKernels() { return kKernels; }

}  // namespace ts::kernels
