#include "lsp/workspace/notebook.h"

#include <algorithm>

#include "core/notebook/magic.h"
#include "core/notebook/notebook_file.h"

namespace ts::lsp {

const CellPlace* CellMap::at(uint32_t line) const {
  const auto after = std::upper_bound(
      cells.begin(), cells.end(), line,
      [](uint32_t wanted, const CellPlace& cell) { return wanted < cell.firstLine; });
  return after == cells.begin() ? nullptr : &*std::prev(after);
}

const CellPlace* CellMap::find(const std::string& uri) const {
  const auto position = std::find_if(cells.begin(), cells.end(),
                                     [&](const CellPlace& cell) { return cell.uri == uri; });
  return position == cells.end() ? nullptr : &*position;
}

Range CellMap::inCell(Range range) const {
  const CellPlace* cell = at(range.start.line);
  if (!cell) return range;
  range.start.line -= cell->firstLine;
  range.end.line -= cell->firstLine;
  if (range.end.line >= cell->lineCount) range.end = {cell->lineCount, 0};
  return range;
}

Cell* Notebook::find(const std::string& cellUri) {
  const auto position = std::find_if(cells.begin(), cells.end(),
                                     [&](const Cell& cell) { return cell.uri == cellUri; });
  return position == cells.end() ? nullptr : &*position;
}

std::pair<std::string, CellMapPtr> Notebook::module() const {
  auto map = std::make_shared<CellMap>();
  map->notebook = uri;
  std::string text;
  uint32_t line = 0;
  for (const Cell& cell : cells) {
    if (!cell.isPython) continue;
    map->cells.push_back({cell.uri, cell.version, line, cell.text.lineCount()});
    line += cell.text.lineCount();
    notebook::appendCell(text, notebook::withoutMagic(cell.text.text()));
  }
  return {std::move(text), std::move(map)};
}

}  // namespace ts::lsp
