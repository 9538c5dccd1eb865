#include "debugger/compare/align.h"

#include <algorithm>

namespace ts::debugger {
namespace {

constexpr int32_t kMostEdits = 4000;

// The middle part, between ends that are equal.
struct Part {
  const std::vector<uint64_t>&a, &b;
  int32_t beginA, endA, beginB, endB;
};

void leaveAll(const Part& part, std::vector<Step>& steps) {
  for (int32_t i = part.beginA; i < part.endA; ++i) steps.push_back({i, -1});
  for (int32_t j = part.beginB; j < part.endB; ++j) steps.push_back({-1, j});
}

void alignPart(const Part& part, std::vector<Step>& steps) {
  const int32_t n = part.endA - part.beginA, m = part.endB - part.beginB;
  const int32_t most = std::min(n + m, kMostEdits);
  // reach[k]: how far in `a` the best way on diagonal k comes; one row for each number of edits.
  std::vector<std::vector<int32_t>> rows;
  std::vector<int32_t> reach(2 * static_cast<size_t>(most) + 3, 0);
  const int32_t middle = most + 1;
  int32_t edits = 0;
  bool found = false;
  for (; edits <= most && !found; ++edits) {
    rows.emplace_back(reach.begin() + (middle - edits - 1), reach.begin() + (middle + edits + 2));
    for (int32_t k = -edits; k <= edits; k += 2) {
      const bool down =
          k == -edits || (k != edits && reach[middle + k - 1] < reach[middle + k + 1]);
      int32_t x = down ? reach[middle + k + 1] : reach[middle + k - 1] + 1;
      while (x < n && x - k < m && x - k >= 0 &&
             part.a[part.beginA + x] == part.b[part.beginB + x - k])
        ++x;
      reach[middle + k] = x;
      if (x >= n && x - k >= m) {
        found = true;
        break;
      }
    }
  }
  if (!found) return leaveAll(part, steps);
  // Backwards along the way.
  std::vector<Step> back;
  int32_t x = n, y = m;
  for (int32_t d = edits - 1; d >= 0; --d) {
    const std::vector<int32_t>& before = rows[d];  // from diagonal -d-1 on
    auto at = [&](int32_t k) { return before[k + d + 1]; };
    const int32_t k = x - y;
    const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
    const int32_t fromX = d == 0 ? 0 : down ? at(k + 1) : at(k - 1) + 1;
    while (x > fromX) {
      --x, --y;
      back.push_back({part.beginA + x, part.beginB + y});
    }
    if (d == 0) break;
    if (down)
      back.push_back({-1, part.beginB + --y});
    else
      back.push_back({part.beginA + --x, -1});
  }
  steps.insert(steps.end(), back.rbegin(), back.rend());
}

}  // namespace

std::vector<Step> align(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  Part part{a, b, 0, static_cast<int32_t>(a.size()), 0, static_cast<int32_t>(b.size())};
  std::vector<Step> steps;
  while (part.beginA < part.endA && part.beginB < part.endB && a[part.beginA] == b[part.beginB])
    steps.push_back({part.beginA++, part.beginB++});
  std::vector<Step> tail;
  while (part.beginA < part.endA && part.beginB < part.endB && a[part.endA - 1] == b[part.endB - 1])
    tail.push_back({--part.endA, --part.endB});
  alignPart(part, steps);
  steps.insert(steps.end(), tail.rbegin(), tail.rend());
  return steps;
}

}  // namespace ts::debugger
