// The records of an archive that map its code to the original source (".debug_pkl").
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/archive/code_printer.h"
#include "core/archive/pickle_reader.h"
#include "core/ir/ir.h"

namespace ts::archive {

class DebugRecords {
 public:
  // Reads the records of one code file. Invalid records are ignored, because they affect only
  // source positions. Throws ArchiveError when the records exceed the budget.
  DebugRecords(const PickleTree& tree, ObjectBudget& budget);

  // The original position of a byte of the code; its file is null if no position is recorded.
  SourceRange original(uint32_t offset) const;
  // Excerpts of the original files, to which the positions refer. Each excerpt has its original
  // line numbers.
  const std::vector<SourceFilePtr>& files() const { return files_; }
  // Drops the positions in an excerpt.
  void forget(const SourceFile& excerpt);

 private:
  struct Row {
    uint32_t offset;
    SourceRange place;
  };
  std::vector<Row> rows_;  // sorted by offset
  std::vector<SourceFilePtr> files_;
};

// Serializes these positions, which must be in the order of their offsets.
std::string writeDebugRecords(const std::vector<CodePlace>& places);

// Replaces positions in the archive's code by the original positions.
void restorePlaces(ir::Graph& graph, const DebugRecords& records);

}  // namespace ts::archive
