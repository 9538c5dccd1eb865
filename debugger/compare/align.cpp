#include "debugger/compare/align.h"

#include <algorithm>

namespace ts::debugger {
namespace {

constexpr int32_t kMostEdits = 4000;

// The range between the common prefix and the common suffix.
struct Middle {
  const std::vector<uint64_t>&a, &b;
  int32_t beginA, endA, beginB, endB;
};

void leaveUnpaired(const Middle& middle, std::vector<Step>& steps) {
  for (int32_t i = middle.beginA; i < middle.endA; ++i) steps.push_back({i, -1});
  for (int32_t j = middle.beginB; j < middle.endB; ++j) steps.push_back({-1, j});
}

void alignMiddle(const Middle& middle, std::vector<Step>& steps) {
  const int32_t n = middle.endA - middle.beginA, m = middle.endB - middle.beginB;
  const int32_t most = std::min(n + m, kMostEdits);
  // reach[k]: the furthest index in `a` that a path on diagonal k reaches; rows[d] keeps the part
  // of it that d edits can change.
  std::vector<std::vector<int32_t>> rows;
  std::vector<int32_t> reach(2 * static_cast<size_t>(most) + 3, 0);
  const int32_t zero = most + 1;  // the index of diagonal 0
  int32_t edits = 0;
  bool isAligned = false;
  for (; edits <= most && !isAligned; ++edits) {
    rows.emplace_back(reach.begin() + (zero - edits - 1), reach.begin() + (zero + edits + 2));
    for (int32_t k = -edits; k <= edits; k += 2) {
      const bool down = k == -edits || (k != edits && reach[zero + k - 1] < reach[zero + k + 1]);
      int32_t x = down ? reach[zero + k + 1] : reach[zero + k - 1] + 1;
      while (x < n && x - k < m && x - k >= 0 &&
             middle.a[middle.beginA + x] == middle.b[middle.beginB + x - k])
        ++x;
      reach[zero + k] = x;
      if (x >= n && x - k >= m) {
        isAligned = true;
        break;
      }
    }
  }
  if (!isAligned) return leaveUnpaired(middle, steps);
  // Walks the path backwards.
  std::vector<Step> back;
  int32_t x = n, y = m;
  for (int32_t d = edits - 1; d >= 0; --d) {
    const std::vector<int32_t>& before = rows[d];  // starts at diagonal -d-1
    auto at = [&](int32_t k) { return before[k + d + 1]; };
    const int32_t k = x - y;
    const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
    const int32_t fromX = d == 0 ? 0 : down ? at(k + 1) : at(k - 1) + 1;
    while (x > fromX) {
      --x, --y;
      back.push_back({middle.beginA + x, middle.beginB + y});
    }
    if (d == 0) break;
    if (down)
      back.push_back({-1, middle.beginB + --y});
    else
      back.push_back({middle.beginA + --x, -1});
  }
  steps.insert(steps.end(), back.rbegin(), back.rend());
}

}  // namespace

std::vector<Step> align(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  Middle middle{a, b, 0, static_cast<int32_t>(a.size()), 0, static_cast<int32_t>(b.size())};
  std::vector<Step> steps;
  while (middle.beginA < middle.endA && middle.beginB < middle.endB &&
         a[middle.beginA] == b[middle.beginB])
    steps.push_back({middle.beginA++, middle.beginB++});
  std::vector<Step> tail;
  while (middle.beginA < middle.endA && middle.beginB < middle.endB &&
         a[middle.endA - 1] == b[middle.endB - 1])
    tail.push_back({--middle.endA, --middle.endB});
  alignMiddle(middle, steps);
  steps.insert(steps.end(), tail.rbegin(), tail.rend());
  return steps;
}

}  // namespace ts::debugger
