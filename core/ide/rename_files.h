// Updates imports when modules are renamed or moved.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ide/document_cache.h"

namespace ts::ide {

// A file or folder that moves.
struct FileMove {
  std::string from, to;
};

struct Replacement {
  DocumentPtr document;
  Span span;
  std::string text;

  friend bool operator==(const Replacement&, const Replacement&) = default;
};

// Returns the edits of imports in `files`, sorted by file and place. Offsets are those before the
// move. Calls `stop` between files, and ends early when it returns true.
// Unchanged are: imports of a module that the importing file can no longer reach, one name of a
// `from` with several names that would then come from different modules, and names that are
// imported twice.
std::vector<Replacement> importEdits(DocumentCache& documents, const driver::Snapshot& snapshot,
                                     const std::vector<FileMove>& moves,
                                     const std::vector<std::string>& files,
                                     const std::function<bool()>& stop = {});

}  // namespace ts::ide
