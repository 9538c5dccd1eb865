// The code cells of a notebook as one module: what is defined in one is there in those below.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lsp/text_buffer.h"

namespace ts::lsp {

// Where a cell is in the module: whole lines, so that columns are the same in both.
struct CellPlace {
  std::string uri;
  std::optional<int64_t> version;
  uint32_t firstLine = 0;
  uint32_t lineCount = 0;
};

// Immutable.
struct CellMap {
  std::string notebook;  // its URI
  std::vector<CellPlace> cells;

  // The cell that a line (from 0) of the module is in; null only when there are no cells.
  const CellPlace* at(uint32_t line) const;
  // By URI; null: there is none.
  const CellPlace* find(const std::string& uri) const;

  // Positions of the module as they are in their cell. What goes on behind the cell ends with it.
  Range inCell(Range range) const;
};
using CellMapPtr = std::shared_ptr<const CellMap>;

struct Cell {
  std::string uri;
  bool isPython = false;  // code, and not of another language
  std::optional<int64_t> version;
  TextBuffer text{std::string()};
};

struct Notebook {
  std::string uri;
  std::vector<Cell> cells;

  Cell* find(const std::string& cellUri);
  // The module's text, and where the cells are in it.
  std::pair<std::string, CellMapPtr> module() const;
};

// The text of a cell without what is IPython's: lines with %magic, !commands and help? become
// comments, or `pass` where a statement is needed. No character moves on the lines that stay.
std::string withoutMagic(std::string_view cell);

}  // namespace ts::lsp
