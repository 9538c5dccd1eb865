#include "core/kernels/gates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ts::kernels {
namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Sums of gates from -40 to 40, and the edges.
std::vector<float> sums(size_t count, float scale) {
  std::vector<float> made(count);
  for (size_t i = 0; i < count; ++i)
    made[i] = scale * std::sin(static_cast<float>(i) * 1.7F) * static_cast<float>(i % 5);
  return made;
}
void expectClose(float got, double want, const char* what, int64_t at) {
  if (std::isnan(want))
    EXPECT_TRUE(std::isnan(got)) << what << " " << at;
  else
    EXPECT_NEAR(got, want, 4e-7 * std::max(1.0, std::abs(want))) << what << " " << at;
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Most rows have a rest that does not fill a vector.
TEST(Gates, LstmComputesTheFormulaOfEachFeature) {
  for (const int64_t n : {1, 7, 8, 19, 64}) {
    const auto count = static_cast<size_t>(n);
    std::vector<float> x = sums(4 * count, 9), next(count), hidden(count);
    const std::vector<float> y = sums(4 * count, -3), cell = sums(count, 2);
    x[0] = kInfinity;
    x[count] = -kInfinity;
    x[3 * count + count / 2] = NAN;
    lstmGates({x.data(), y.data(), hidden.data(), n}, cell.data(), next.data());
    for (size_t i = 0; i < count; ++i) {
      const auto sum = [&](size_t gate) {
        return double{x[gate * count + i] + y[gate * count + i]};
      };
      const double want = sigmoid(sum(1)) * cell[i] + sigmoid(sum(0)) * std::tanh(sum(2));
      expectClose(next[i], want, "cell", static_cast<int64_t>(i));
      expectClose(hidden[i], sigmoid(sum(3)) * std::tanh(want), "hidden", static_cast<int64_t>(i));
    }
  }
}

TEST(Gates, GruComputesTheFormulaOfEachFeature) {
  for (const int64_t n : {1, 7, 8, 19, 64}) {
    const auto count = static_cast<size_t>(n);
    std::vector<float> x = sums(3 * count, 9), next(count);
    const std::vector<float> y = sums(3 * count, -3), before = sums(count, 0.2F);
    x[count / 2] = NAN;
    gruGates({x.data(), y.data(), next.data(), n}, before.data());
    for (size_t i = 0; i < count; ++i) {
      const auto sum = [&](size_t gate) {
        return double{x[gate * count + i] + y[gate * count + i]};
      };
      const double update = sigmoid(sum(1));
      const double fresh = std::tanh(x[2 * count + i] + sigmoid(sum(0)) * y[2 * count + i]);
      expectClose(next[i], (before[i] - fresh) * update + fresh, "hidden", static_cast<int64_t>(i));
    }
  }
}

// The loss is the sum of the new states, with a weight for each number.
struct LstmCase {
  size_t n;
  std::vector<double> x, y, cell, ofHidden, ofCell;
  double loss() const {
    double total = 0;
    for (size_t i = 0; i < n; ++i) {
      const auto sum = [&](size_t gate) { return x[gate * n + i] + y[gate * n + i]; };
      const double next = sigmoid(sum(1)) * cell[i] + sigmoid(sum(0)) * std::tanh(sum(2));
      total += ofCell[i] * next + ofHidden[i] * sigmoid(sum(3)) * std::tanh(next);
    }
    return total;
  }
};
std::vector<double> wide(const std::vector<float>& numbers) {
  return {numbers.begin(), numbers.end()};
}
// The slope of a loss by one number of a case.
template <typename Case>
double slope(Case& at, double& number) {
  constexpr double kStep = 1e-5;
  const double before = number;
  number = before + kStep;
  const double above = at.loss();
  number = before - kStep;
  const double below = at.loss();
  number = before;
  return (above - below) / (2 * kStep);
}

TEST(Gates, GradientsOfAnLstmStepAreSlopes) {
  for (const size_t n : {size_t{1}, size_t{8}, size_t{19}}) {
    const std::vector<float> x = sums(4 * n, 0.7F), y = sums(4 * n, -0.3F), cell = sums(n, 0.6F),
                             ofHidden = sums(n, 1.1F), ofCell = sums(n, -0.9F);
    LstmCase at{n, wide(x), wide(y), wide(cell), wide(ofHidden), wide(ofCell)};
    std::vector<float> next(n), hidden(n), toSums(4 * n), toCell(n);
    const auto features = static_cast<int64_t>(n);
    lstmGates({x.data(), y.data(), hidden.data(), features}, cell.data(), next.data());
    gateGradients(LstmGradientRow<float>{x.data(), y.data(), cell.data(), next.data(),
                                         ofHidden.data(), ofCell.data(), toSums.data(),
                                         toCell.data(), features});
    for (size_t i = 0; i < 4 * n; ++i) EXPECT_NEAR(toSums[i], slope(at, at.x[i]), 2e-6) << i;
    for (size_t i = 0; i < n; ++i) EXPECT_NEAR(toCell[i], slope(at, at.cell[i]), 2e-6) << i;
  }
}

struct GruCase {
  size_t n;
  std::vector<double> x, y, hidden, ofHidden;
  double loss() const {
    double total = 0;
    for (size_t i = 0; i < n; ++i) {
      const double reset = sigmoid(x[i] + y[i]), update = sigmoid(x[n + i] + y[n + i]);
      const double fresh = std::tanh(x[2 * n + i] + reset * y[2 * n + i]);
      total += ofHidden[i] * ((hidden[i] - fresh) * update + fresh);
    }
    return total;
  }
};

TEST(Gates, GradientsOfAGruStepAreSlopes) {
  for (const size_t n : {size_t{1}, size_t{8}, size_t{19}}) {
    const std::vector<float> x = sums(3 * n, 0.7F), y = sums(3 * n, -0.3F), hidden = sums(n, 0.6F),
                             ofHidden = sums(n, 1.1F);
    GruCase at{n, wide(x), wide(y), wide(hidden), wide(ofHidden)};
    std::vector<float> toInput(3 * n), toFromHidden(3 * n), toHidden(n);
    gateGradients(GruGradientRow<float>{x.data(), y.data(), hidden.data(), ofHidden.data(),
                                        toInput.data(), toFromHidden.data(), toHidden.data(),
                                        static_cast<int64_t>(n)});
    for (size_t i = 0; i < 3 * n; ++i) {
      EXPECT_NEAR(toInput[i], slope(at, at.x[i]), 2e-6) << i;
      EXPECT_NEAR(toFromHidden[i], slope(at, at.y[i]), 2e-6) << i;
    }
    for (size_t i = 0; i < n; ++i) EXPECT_NEAR(toHidden[i], slope(at, at.hidden[i]), 2e-6) << i;
  }
}

}  // namespace
}  // namespace ts::kernels
