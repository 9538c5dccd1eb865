#include "core/diag/renderers/excerpt.h"

#include <algorithm>

#include "core/base/json_writer.h"
#include "core/base/utf8.h"
#include "core/diag/renderers/cell_width.h"

namespace ts::diag {

namespace {

constexpr int kTabStop = 4;
constexpr std::string_view kCut = "...";
constexpr int kCutCells = 3;

struct Cell {
  uint32_t offset;
  int first;
  int width;
  std::string_view shown;  // empty for a tab
};

std::vector<Cell> layOut(const SourceFile& file, Span part) {
  std::vector<Cell> cells;
  int used = 0;
  for (uint32_t at = part.begin; at < part.end;) {
    std::string_view rest = file.text({at, part.end});
    const size_t size = utf8Length(rest);
    Cell cell{at, used, kTabStop - used % kTabStop, {}};
    if (rest[0] != '\t') {
      cell.shown = visibleCharacter(rest.substr(0, size));
      cell.width = cellWidth(rest.substr(0, size));
    }
    used += cell.width;
    cells.push_back(cell);
    at += static_cast<uint32_t>(size ? size : 1);
  }
  return cells;
}

}  // namespace

Excerpt::Excerpt(const SourceFile& file, uint32_t line, Span focus, int width) {
  const uint32_t lineBegin = file.lineStart(line);
  const uint32_t lineEnd = lineBegin + static_cast<uint32_t>(file.lineText(line).size());
  const uint32_t begin = std::clamp(focus.begin, lineBegin, lineEnd);
  const uint32_t end = std::clamp(focus.end, begin, lineEnd);

  // Only this part of the line can be visible: `width` cells on either side, at most four bytes
  // each.
  const uint32_t reach = static_cast<uint32_t>(width) * 4;
  const uint32_t low =
      begin - lineBegin > reach
          ? static_cast<uint32_t>(characterStart(file.text(), begin - reach, lineBegin))
          : lineBegin;
  const uint32_t high =
      lineEnd - begin > reach
          ? static_cast<uint32_t>(characterStart(file.text(), begin + reach, begin))
          : lineEnd;
  const std::vector<Cell> cells = layOut(file, {low, high});
  const int used = cells.empty() ? 0 : cells.back().first + cells.back().width;

  auto firstCellFrom = [&](uint32_t offset) {
    auto first = std::lower_bound(cells.begin(), cells.end(), offset,
                                  [](const Cell& cell, uint32_t at) { return cell.offset < at; });
    return first == cells.end() ? used : first->first;
  };

  // Chooses the visible window [from, to). It is the whole line if that fits. Otherwise it is the
  // beginning of the line if that shows enough of the focus, else the text around the focus.
  size_t from = 0;
  size_t to = cells.size();
  if (low > lineBegin || high < lineEnd || used > width) {
    const int focusFirst = firstCellFrom(begin);
    const int wanted =
        std::min(std::max(firstCellFrom(end), focusFirst + 1), focusFirst + width / 2);
    int room = width - kCutCells;
    if (low > lineBegin || wanted > room) {
      room -= kCutCells;
      while (from < to && cells[from].first < focusFirst - width / 3) ++from;
    }
    while (to > from && cells[to - 1].first + cells[to - 1].width - cells[from].first > room) --to;
  }

  int at = 0;
  if (from > 0 || low > lineBegin) {
    text_ = kCut;
    at = kCutCells;
  }
  for (size_t i = from; i < to; ++i) {
    cells_.emplace_back(cells[i].offset, at);
    at += cells[i].width;
    if (cells[i].shown.empty()) {
      text_.append(static_cast<size_t>(cells[i].width), ' ');
    } else {
      text_ += cells[i].shown;
    }
  }
  cells_.emplace_back(to < cells.size() ? cells[to].offset : high, at);
  if (to < cells.size() || high < lineEnd) text_ += kCut;
}

int Excerpt::cellOf(uint32_t offset) const {
  auto after =
      std::upper_bound(cells_.begin(), cells_.end(), offset,
                       [](uint32_t wanted, const auto& cell) { return wanted < cell.first; });
  return after == cells_.begin() ? cells_.front().second : std::prev(after)->second;
}

}  // namespace ts::diag
