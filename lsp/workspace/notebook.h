// The code cells of a notebook as one module, so that later cells see the names of earlier cells.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lsp/workspace/text_buffer.h"

namespace ts::lsp {

// The lines of a cell in the module. A cell has whole lines, so that columns are the same in both.
struct CellPlace {
  std::string uri;
  std::optional<int64_t> version;
  uint32_t firstLine = 0;
  uint32_t lineCount = 0;
};

// Immutable.
struct CellMap {
  std::string notebook;  // the notebook's URI
  std::vector<CellPlace> cells;

  // Returns the cell that contains a line (from 0) of the module; null when there are no cells.
  const CellPlace* at(uint32_t line) const;
  // Returns the cell with the URI; null when there is none.
  const CellPlace* find(const std::string& uri) const;

  // Converts a range of the module to its cell. Cuts the range at the cell's end.
  Range inCell(Range range) const;
};
using CellMapPtr = std::shared_ptr<const CellMap>;

struct Cell {
  std::string uri;
  bool isPython = false;  // a code cell in Python
  std::optional<int64_t> version;
  TextBuffer text{std::string()};
};

struct Notebook {
  std::string uri;
  std::vector<Cell> cells;

  Cell* find(const std::string& cellUri);
  // Returns the module's text and the places of the cells in it.
  std::pair<std::string, CellMapPtr> module() const;
};

}  // namespace ts::lsp
