#include "core/check/unified_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ts::check {

namespace {

constexpr size_t kContext = 3;
// Beyond this many changed lines, the rest of the texts counts as changed: the search needs memory
// for the square of their number.
constexpr int kMostChanges = 2000;

size_t index(int at) { return static_cast<size_t>(at); }

using Lines = std::vector<std::string_view>;

// Splits a text after each newline.
Lines linesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t size = end == text.npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// One line of the result: ' ' is in both texts, '-' only in the first, '+' only in the second.
struct Step {
  char kind;
  std::string_view line;
};

// Appends all lines of `a` as removed and all of `b` as added.
void replaceAll(const Lines& a, const Lines& b, std::vector<Step>& steps) {
  for (std::string_view line : a) steps.push_back({'-', line});
  for (std::string_view line : b) steps.push_back({'+', line});
}

// Finds the shortest edit script with Myers' greedy algorithm.
void align(const Lines& a, const Lines& b, std::vector<Step>& steps) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  const int most = std::min(n + m, kMostChanges);
  // furthest[d][k + d]: how far into `a` a path with d changes on diagonal k reaches.
  std::vector<std::vector<int>> furthest;
  auto reach = [&](int d, int k) {
    if (d < 0) return 0;
    const auto& row = furthest[index(d)];
    return k < -d || k > d ? -1 : row[index(k + d)];
  };
  auto isDown = [&](int d, int k) {
    return k == -d || (k != d && reach(d - 1, k - 1) < reach(d - 1, k + 1));
  };
  int changes = -1;
  for (int d = 0; d <= most && changes < 0; ++d) {
    furthest.emplace_back(index(2 * d + 1), -1);
    for (int k = -d; k <= d; k += 2) {
      int x = d == 0 ? 0 : isDown(d, k) ? reach(d - 1, k + 1) : reach(d - 1, k - 1) + 1;
      int y = x - k;
      while (x < n && y < m && a[index(x)] == b[index(y)]) ++x, ++y;
      furthest.back()[index(k + d)] = x;
      if (x >= n && y >= m) {
        changes = d;
        break;
      }
    }
  }
  if (changes < 0) return replaceAll(a, b, steps);
  std::vector<Step> reversed;
  int x = n, y = m;
  for (int d = changes; d >= 0; --d) {
    const int k = x - y;
    const int fromK = d == 0 ? 0 : isDown(d, k) ? k + 1 : k - 1;
    const int fromX = d == 0 ? 0 : reach(d - 1, fromK), fromY = d == 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY && (d == 0 || x - y == k) && a[index(x - 1)] == b[index(y - 1)]) {
      reversed.push_back({' ', a[index(--x)]});
      --y;
    }
    if (d == 0) break;
    if (x == fromX) {
      reversed.push_back({'+', b[index(--y)]});
    } else {
      reversed.push_back({'-', a[index(--x)]});
    }
  }
  steps.insert(steps.end(), reversed.rbegin(), reversed.rend());
}

std::vector<Step> compare(Lines a, Lines b) {
  std::vector<Step> steps;
  size_t same = 0;
  while (same < std::min(a.size(), b.size()) && a[same] == b[same])
    steps.push_back({' ', a[same++]});
  a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(same));
  b.erase(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(same));
  Lines end;
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    end.push_back(a.back());
    a.pop_back();
    b.pop_back();
  }
  align(a, b, steps);
  for (auto line = end.rbegin(); line != end.rend(); ++line) steps.push_back({' ', *line});
  return steps;
}

// Spells a range of lines for a hunk's header: "3,7"; a length of one is left out.
std::string rangeText(size_t first, size_t count) {
  const size_t shown = count == 0 ? first : first + 1;
  return count == 1 ? fmt::format("{}", shown) : fmt::format("{},{}", shown, count);
}

}  // namespace

std::string unifiedDiff(std::string_view path, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const std::vector<Step> steps = compare(linesOf(before), linesOf(after));
  std::string text = fmt::format("--- {}\n+++ {}\n", path, path);
  auto isChange = [&](size_t i) { return steps[i].kind != ' '; };
  size_t oldLine = 0, newLine = 0, at = 0;
  auto pass = [&](size_t until) {
    for (; at < until; ++at) {
      oldLine += steps[at].kind != '+';
      newLine += steps[at].kind != '-';
    }
  };
  for (;;) {
    size_t first = at;
    while (first < steps.size() && !isChange(first)) ++first;
    if (first == steps.size()) return text;
    // The hunk goes on while the next change is so near that their contexts meet.
    size_t last = first;
    for (size_t i = first; i < steps.size() && i <= last + 2 * kContext + 1; ++i) {
      if (isChange(i)) last = i;
    }
    const size_t begin = first - std::min(first - at, kContext);
    const size_t end = std::min(steps.size(), last + kContext + 1);
    pass(begin);
    const size_t oldFirst = oldLine, newFirst = newLine;
    std::string lines;
    for (size_t i = begin; i < end; ++i) {
      lines += steps[i].kind;
      lines += steps[i].line;
      if (!steps[i].line.ends_with('\n')) lines += "\n\\ No newline at end of file\n";
    }
    pass(end);
    text += fmt::format("@@ -{} +{} @@\n{}", rangeText(oldFirst, oldLine - oldFirst),
                        rangeText(newFirst, newLine - newFirst), lines);
  }
}

}  // namespace ts::check
