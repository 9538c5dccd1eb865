#include "core/kernels/fft_lines.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace ts::kernels {
namespace {

constexpr size_t kShort = 24;

// Complex multiplication without the library's NaN checks.
template <typename C>
C times(C a, C b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// Returns exp(-2 pi i k / n). Angles are reduced to at most an eighth of the circle, so that
// multiples of a quarter are exact.
Complex128 root(size_t k, size_t n) {
  const size_t eighths = (8 * k) / n;
  // real and imaginary part have the same magnitude
  if (8 * k == eighths * n && eighths % 2 == 1) {
    constexpr double kDiagonal = std::numbers::sqrt2 / 2;
    return {eighths == 1 || eighths == 7 ? kDiagonal : -kDiagonal,
            eighths < 4 ? -kDiagonal : kDiagonal};
  }
  const double turn = 2 * std::numbers::pi / static_cast<double>(n);
  auto at = [&](double steps) { return std::pair(std::cos(turn * steps), std::sin(turn * steps)); };
  const auto quarter = static_cast<double>(n) / 4, place = static_cast<double>(k);
  switch (eighths) {
    case 0: {
      auto [c, s] = at(place);
      return {c, -s};
    }
    case 1:
    case 2: {
      auto [c, s] = at(quarter - place);
      return {s, -c};
    }
    case 3:
    case 4: {
      auto [c, s] = at(place - 2 * quarter);
      return {-c, s};
    }
    case 5:
    case 6: {
      auto [c, s] = at(3 * quarter - place);
      return {-s, c};
    }
    default: {
      auto [c, s] = at(4 * quarter - place);
      return {c, s};
    }
  }
}

}  // namespace

FourierLine::FourierLine(size_t length) : length_(length) {
  if (std::has_single_bit(length) || length <= kShort) {
    for (size_t k = 0; k < length; ++k) roots_.push_back(root(k, length));
    for (const Complex128& value : roots_) narrowRoots_.emplace_back(value);
    return;
  }
  const size_t padded = std::bit_ceil(2 * length - 1);
  longer_ = std::make_unique<FourierLine>(padded);
  chirpTransformed_.resize(padded);
  for (size_t k = 0; k < length; ++k) {
    // k^2 modulo 2 * length, the period.
    const Complex128 value = root(k * k % (2 * length), 2 * length);
    chirp_.push_back(value);
    chirpTransformed_[k] = std::conj(value);
    if (k > 0) chirpTransformed_[padded - k] = std::conj(value);
  }
  longer_->transform(chirpTransformed_.data(), false);
}

void FourierLine::transform(Complex128* x, bool inverse) const {
  auto conjugate = [&] {
    for (size_t k = 0; k < length_; ++k) x[k] = std::conj(x[k]);
  };
  if (inverse) conjugate();
  if (longer_)
    byConvolution(x);
  else if (std::has_single_bit(length_))
    byHalves(x, roots_);
  else
    byDefinition(x);
  if (inverse) conjugate();
}

void FourierLine::transform(Complex64* x, bool inverse) const {
  if (!std::has_single_bit(length_)) {
    std::vector<Complex128> wide(x, x + length_);
    transform(wide.data(), inverse);
    std::ranges::transform(wide, x, [](Complex128 value) { return Complex64(value); });
    return;
  }
  auto conjugate = [&] {
    for (size_t k = 0; k < length_; ++k) x[k] = std::conj(x[k]);
  };
  if (inverse) conjugate();
  byHalves(x, narrowRoots_);
  if (inverse) conjugate();
}

template <typename C>
void FourierLine::byHalves(C* x, const std::vector<C>& roots) const {
  for (size_t i = 1, reversed = 0; i < length_; ++i) {
    size_t bit = length_ >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed |= bit;
    if (i < reversed) std::swap(x[i], x[reversed]);
  }
  for (size_t half = 1; half < length_; half *= 2) {
    const size_t step = length_ / (2 * half);
    for (size_t begin = 0; begin < length_; begin += 2 * half)
      for (size_t k = 0; k < half; ++k) {
        const C low = x[begin + k], high = times(x[begin + k + half], roots[k * step]);
        x[begin + k] = low + high;
        x[begin + k + half] = low - high;
      }
  }
}

void FourierLine::byDefinition(Complex128* x) const {
  std::vector<Complex128> sums(length_);
  for (size_t k = 0; k < length_; ++k)
    for (size_t j = 0; j < length_; ++j) sums[k] += times(x[j], roots_[j * k % length_]);
  std::ranges::copy(sums, x);
}

void FourierLine::byConvolution(Complex128* x) const {
  std::vector<Complex128> work(chirpTransformed_.size());
  for (size_t k = 0; k < length_; ++k) work[k] = times(x[k], chirp_[k]);
  longer_->transform(work.data(), false);
  for (size_t k = 0; k < work.size(); ++k) work[k] = times(work[k], chirpTransformed_[k]);
  longer_->transform(work.data(), true);
  const double scale = 1 / static_cast<double>(work.size());
  for (size_t k = 0; k < length_; ++k) x[k] = times(work[k], chirp_[k]) * scale;
}

}  // namespace ts::kernels
