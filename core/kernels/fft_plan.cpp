#include "core/kernels/fft_plan.h"

#include <bit>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>

#include "core/kernels/fft_lines.h"

namespace ts::kernels {
namespace {

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

template <typename T>
std::complex<T> rootOf(int64_t k, int64_t n) {
  return std::complex<T>(root(static_cast<size_t>(k % n), static_cast<size_t>(n)));
}

// The radices of passes. Four is the fastest.
constexpr int64_t kRadices[] = {4, 2, 3, 5, 7, 11, 13, 17, 19, 23};

std::vector<int64_t> radicesOf(int64_t length) {
  std::vector<int64_t> radices;
  for (const int64_t radix : kRadices)
    for (; length % radix == 0; length /= radix) radices.push_back(radix);
  return radices;
}

template <typename T>
void addPasses(FourierPlan<T>& plan) {
  int64_t rest = plan.length, stride = 1;
  for (const int64_t radix : radicesOf(plan.length)) {
    typename FourierPlan<T>::Pass pass{radix, rest / radix, stride, {}, {}};
    for (int64_t p = 0; p < pass.groups; ++p)
      for (int64_t k = 1; k < radix; ++k) pass.roots.push_back(rootOf<T>(p * k, rest));
    for (int64_t k = 0; k < radix; ++k) pass.unit.push_back(rootOf<T>(k, radix));
    plan.passes.push_back(std::move(pass));
    rest /= radix;
    stride *= radix;
  }
}

// The number of rows of the matrix: near the root of the length. Rows and columns are whole
// vectors. 0: none.
int64_t rowsOf(int64_t length) {
  constexpr int64_t kLanes = 8;
  if (length % (kLanes * kLanes) != 0) return 0;
  int64_t rows = kLanes;
  const int64_t rest = length / (kLanes * kLanes);
  for (int64_t factor = 1; factor <= rest; ++factor)
    if (rest % factor == 0 && factor * factor <= rest) rows = kLanes * factor;
  return rows;
}

template <typename T>
void addMatrix(FourierPlan<T>& plan) {
  constexpr int64_t kFine = FourierPlan<T>::kFine;
  const int64_t length = plan.length, high = rowsOf(length), wide = high > 0 ? length / high : 0;
  if (high == 0) return;
  plan.matrix = std::make_unique<typename FourierPlan<T>::Matrix>();
  auto& matrix = *plan.matrix;
  const auto passesOf = [](int64_t size) {
    auto part = std::make_shared<FourierPlan<T>>();
    part->length = size;
    addPasses(*part);
    return part;
  };
  matrix.columns = passesOf(high);
  matrix.rows = passesOf(wide);
  const auto add = [&](int64_t row, std::vector<T>& real, std::vector<T>& imaginary) {
    for (int64_t column = 0; column < wide; ++column) {
      const std::complex<T> value = rootOf<T>(row * column, length);
      real.push_back(value.real());
      imaginary.push_back(value.imag());
    }
  };
  for (int64_t row = 0; row < std::min(kFine, high); ++row)
    add(row, matrix.fineReal, matrix.fineImaginary);
  for (int64_t row = 0; row < high; row += kFine)
    add(row, matrix.coarseReal, matrix.coarseImaginary);
}

template <typename T>
std::shared_ptr<const FourierPlan<T>> planFor(int64_t length, bool isReal) {
  auto plan = std::make_shared<FourierPlan<T>>();
  plan->length = length;
  if (isReal && length % 2 == 0) {
    plan->half = fourierPlan<T>(length / 2);
    for (int64_t k = 0; k <= length / 4; ++k) plan->realRoots.push_back(rootOf<T>(k, length));
    return plan;
  }
  // The shortest length that is worth the twiddle factors between columns and rows.
  constexpr int64_t kLeastMatrix = 256;
  if (length >= kLeastMatrix) addMatrix(*plan);
  // Many lines at once need the passes, but long lines are always matrices.
  if (!plan->matrix || length < kLongLine) addPasses(*plan);
  return plan;
}

std::shared_ptr<const ChirpPlan> chirpFor(int64_t length) {
  const auto padded = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(2 * length - 1)));
  auto plan = std::make_shared<ChirpPlan>();
  plan->padded = padded;
  plan->transformed.resize(static_cast<size_t>(padded));
  for (int64_t k = 0; k < length; ++k) {
    // k^2 modulo 2 * length, the period.
    const Complex128 value = rootOf<double>(k * k % (2 * length), 2 * length);
    plan->chirp.push_back(value);
    plan->transformed[static_cast<size_t>(k)] = std::conj(value);
    if (k > 0) plan->transformed[static_cast<size_t>(padded - k)] = std::conj(value);
  }
  const LineSteps steps{padded, 1};
  Complex128* const all = plan->transformed.data();
  transformLines(padded, 1, all, steps, all, steps, false, 1);
  return plan;
}

// The plans that later calls are likely to need.
template <typename Plan>
class KeptPlans {
 public:
  template <typename F>
  std::shared_ptr<const Plan> get(int64_t length, bool isReal, F&& make) {
    const std::pair key(length, isReal);
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = plans_.find(key); found != plans_.end()) return found->second;
    }
    std::shared_ptr<const Plan> plan = make();
    if (length > kLongest) return plan;
    const std::lock_guard lock(mutex_);
    if (plans_.size() >= kMost) plans_.clear();
    return plans_.try_emplace(key, std::move(plan)).first->second;
  }

 private:
  static constexpr size_t kMost = 64;
  static constexpr int64_t kLongest = int64_t{1} << 20;
  std::mutex mutex_;
  std::map<std::pair<int64_t, bool>, std::shared_ptr<const Plan>> plans_;
};

}  // namespace

bool isRough(int64_t length) {
  for (const int64_t radix : kRadices)
    while (length % radix == 0) length /= radix;
  return length > 1;
}

template <typename T>
std::shared_ptr<const FourierPlan<T>> fourierPlan(int64_t length, bool isReal) {
  static KeptPlans<FourierPlan<T>> kept;
  return kept.get(length, isReal && length % 2 == 0, [&] { return planFor<T>(length, isReal); });
}
template std::shared_ptr<const FourierPlan<float>> fourierPlan<float>(int64_t, bool);
template std::shared_ptr<const FourierPlan<double>> fourierPlan<double>(int64_t, bool);

std::shared_ptr<const ChirpPlan> chirpPlan(int64_t length) {
  static KeptPlans<ChirpPlan> kept;
  return kept.get(length, false, [&] { return chirpFor(length); });
}

}  // namespace ts::kernels
