// The records beside an archive's code that say where each part of it came from (".debug_pkl").
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
  // Of one file of code. Records that can't be understood are left out: they only say where things
  // came from.
  explicit DebugRecords(const PickleTree& tree);

  // The original place of a byte of the code; null file: not recorded.
  SourceRange original(uint32_t offset) const;
  // The texts that the places point into: excerpts of the original files, at their lines.
  const std::vector<SourceFilePtr>& files() const { return files_; }

 private:
  struct Row {
    uint32_t offset;
    SourceRange place;
  };
  std::vector<Row> rows_;  // by offset
  std::vector<SourceFilePtr> files_;
};

// The bytes of such a record for code of these places, in the order of their offsets.
std::string writeDebugRecords(const std::vector<CodePlace>& places);

// Puts original places in the place of those in the archive's own code.
void restorePlaces(ir::Graph& graph, const DebugRecords& records);

}  // namespace ts::archive
