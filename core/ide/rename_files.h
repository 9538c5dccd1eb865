// What imports have to become when the files of modules get other names or places.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ide/document_cache.h"

namespace ts::ide {

// A file or a folder, by its paths before and after.
struct FileMove {
  std::string from, to;
};

struct Replacement {
  DocumentPtr document;
  Span span;
  std::string text;

  friend bool operator==(const Replacement&, const Replacement&) = default;
};

// Ordered by file and place; of texts as they are before. Left alone: a module that goes to where
// no import from that file can reach it, one of several names of a `from` that would have to come
// from elsewhere, and names that are imported twice over. `stop` is asked from time to time.
std::vector<Replacement> importEdits(DocumentCache& documents, const driver::Snapshot& snapshot,
                                     const std::vector<FileMove>& moves,
                                     const std::vector<std::string>& files,
                                     const std::function<bool()>& stop = {});

}  // namespace ts::ide
