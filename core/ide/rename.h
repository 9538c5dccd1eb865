// Giving a thing another name everywhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ide/references.h"

namespace ts::ide {

// Whether what stands at the offset can be renamed; `error` says for people why not.
struct RenameTarget {
  Span span;  // of the name at the offset
  std::string error;
  std::optional<Definition> definition;
};
RenameTarget prepareRename(Resolver& resolver, const DocumentPtr& document, uint32_t offset);

struct RenameResult {
  std::vector<Reference> places;  // each to be replaced by the new name
  std::string error;              // nothing is renamed then
};
// Refused: what is no name, a keyword, and names that would then mean something else there.
RenameResult rename(Resolver& resolver, DocumentCache& documents, const driver::Snapshot& snapshot,
                    const DocumentPtr& document, uint32_t offset, std::string_view newName,
                    const std::vector<std::string>& files, const std::function<bool()>& stop = {});

}  // namespace ts::ide
