#include "debugger/bench/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ts::debugger {

Summary summaryOf(const std::vector<double>& times) {
  const auto count = static_cast<double>(times.size());
  Summary summary;
  summary.mean = std::accumulate(times.begin(), times.end(), 0.0) / count;
  double squares = 0;
  for (const double time : times) squares += (time - summary.mean) * (time - summary.mean);
  if (times.size() > 1) summary.deviation = std::sqrt(squares / (count - 1));
  std::vector<double> sorted = times;
  std::ranges::sort(sorted);
  const size_t half = sorted.size() / 2;
  summary.median = sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  summary.least = *std::ranges::min_element(times);
  summary.greatest = *std::ranges::max_element(times);
  return summary;
}

Ratio ratioOf(const Summary& slow, const Summary& fast) {
  const double value = slow.mean / fast.mean;
  const double a = slow.deviation / slow.mean, b = fast.deviation / fast.mean;
  return {value, value * std::sqrt(a * a + b * b)};
}

std::string timeText(double seconds) {
  struct Unit {
    double size;
    const char* name;
  };
  constexpr Unit kUnits[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
  const Unit* unit = kUnits;
  while (unit + 1 < std::end(kUnits) && seconds < unit->size) ++unit;
  return fmt::format("{:.3f} {}", seconds / unit->size, unit->name);
}

}  // namespace ts::debugger
