// Renames a definition and all references to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ide/references.h"

namespace ts::ide {

// The name at an offset. `definition` is empty when the name cannot be renamed; `error` then tells
// the user why.
struct RenameTarget {
  Span span;  // of the name
  std::string error;
  std::optional<Definition> definition;
};
RenameTarget prepareRename(Resolver& resolver, const DocumentPtr& document, uint32_t offset);

struct RenameResult {
  std::vector<Reference> places;  // to be replaced by the new name
  std::string error;              // for the user; empty on success
};
// Fails for keywords and other texts that are not a name, and for a new name that has a meaning at
// one of the places already.
RenameResult rename(Resolver& resolver, DocumentCache& documents, const driver::Snapshot& snapshot,
                    const DocumentPtr& document, uint32_t offset, std::string_view newName,
                    const std::vector<std::string>& files, const std::function<bool()>& stop = {});

}  // namespace ts::ide
