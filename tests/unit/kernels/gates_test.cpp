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

}  // namespace
}  // namespace ts::kernels
