// Notebooks among the checked files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/source/file_system.h"

namespace ts::check {

// Checks see a notebook as one module, its code cells in order. Diagnostics are shown in the cells.
class Notebooks {
 public:
  // The disk with the notebooks among the paths as modules. Reading any other notebook is an error.
  FileSystemPtr open(const std::vector<std::string>& paths);

  // Moves ranges in the module of a notebook to the cell that contains them.
  void moveToCells(diag::Diagnostic& diagnostic) const;

 private:
  struct Cell {
    uint32_t begin;  // in the module
    SourceFilePtr text;
  };
  void moveToCell(SourceRange& range) const;

  std::map<std::string, std::vector<Cell>> cells_;  // by the path of the notebook
};

}  // namespace ts::check
