#include "core/picture/match_sequences.h"

#include <algorithm>

namespace ts::viz {
namespace {

constexpr size_t kMostPairs = 25'000'000;

struct Range {
  size_t begin, end;
  size_t size() const { return end - begin; }
};

using Keys = std::vector<std::string>;

// The longest common subsequence of two ranges, by dynamic programming.
void matchRange(const Keys& a, Range inA, const Keys& b, Range inB, std::vector<size_t>& partner) {
  while (inA.size() > 0 && inB.size() > 0 && a[inA.begin] == b[inB.begin])
    partner[inA.begin++] = inB.begin++;
  while (inA.size() > 0 && inB.size() > 0 && a[inA.end - 1] == b[inB.end - 1])
    partner[--inA.end] = --inB.end;
  if (inA.size() == 0 || inB.size() == 0) return;
  if (inA.size() > kMostPairs / inB.size()) {
    size_t next = inB.begin;
    for (size_t i = inA.begin; i < inA.end; ++i) {
      const auto match = std::find(b.begin() + static_cast<ptrdiff_t>(next),
                                   b.begin() + static_cast<ptrdiff_t>(inB.end), a[i]);
      const auto at = static_cast<size_t>(match - b.begin());
      if (at == inB.end) continue;
      partner[i] = at;
      next = at + 1;
    }
    return;
  }
  const size_t width = inB.size() + 1;
  // length[i * width + j]: of the subsequence of the rest behind i and j.
  std::vector<uint32_t> length((inA.size() + 1) * width, 0);
  for (size_t i = inA.size(); i-- > 0;) {
    for (size_t j = inB.size(); j-- > 0;) {
      length[i * width + j] =
          a[inA.begin + i] == b[inB.begin + j]
              ? length[(i + 1) * width + j + 1] + 1
              : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  for (size_t i = 0, j = 0; i < inA.size() && j < inB.size();) {
    if (a[inA.begin + i] == b[inB.begin + j]) {
      partner[inA.begin + i++] = inB.begin + j++;
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
}

}  // namespace

std::vector<size_t> matchSequences(const Keys& strictA, const Keys& strictB, const Keys& looseA,
                                   const Keys& looseB) {
  std::vector<size_t> partner(strictA.size(), kUnmatched);
  matchRange(strictA, {0, strictA.size()}, strictB, {0, strictB.size()}, partner);
  size_t begin = 0, beginB = 0;
  for (size_t i = 0; i <= strictA.size(); ++i) {
    if (i < strictA.size() && partner[i] == kUnmatched) continue;
    const size_t endB = i < strictA.size() ? partner[i] : strictB.size();
    matchRange(looseA, {begin, i}, looseB, {beginB, endB}, partner);
    begin = i + 1;
    beginB = endB + 1;
  }
  return partner;
}

}  // namespace ts::viz
