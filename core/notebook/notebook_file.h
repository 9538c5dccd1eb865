// The code cells of a notebook, a .ipynb file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ts::notebook {

// The code cells as Python, or the reason why they could not be read.
struct CodeCells {
  std::vector<std::string> texts;  // without IPython's syntax; empty for a cell in another language
  std::string error;               // one line without the path; empty on success
};

// Reads nbformat 3 and 4, as Jupyter's documentation of the format describes them. A notebook whose
// kernel is not Python is an error.
CodeCells readCells(std::string_view bytes);

// Adds a cell to the text of a module in which cells have whole lines.
void appendCell(std::string& module, std::string_view cell);

bool isNotebook(std::string_view path);

// A cell as its path names it: "a/n.ipynb#cell2".
struct CellName {
  std::string notebook;
  size_t number = 0;  // among the code cells, from 1

  std::string path() const { return notebook + "#cell" + std::to_string(number); }
};
// Returns nothing for a path that names no cell.
std::optional<CellName> cellNamed(std::string_view path);

}  // namespace ts::notebook
