// Finds all references to a definition, in all files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ide/resolver.h"

namespace ts::ide {

struct Reference {
  DocumentPtr document;
  Span span;
  name_index::Role role = name_index::Role::Read;
};

// Returns whether a text contains the name as a whole word. Needs no tree: most files do not
// mention a given name and need not be parsed.
bool mentions(std::string_view text, std::string_view name);

// Returns the references in this file to the name at the offset.
std::vector<Reference> highlights(const DocumentPtr& document, uint32_t offset);

// Returns the references in the definition's own file and in `files`, sorted by file and place.
// Calls `stop` between files, and ends early when it returns true.
std::vector<Reference> findReferences(Resolver& resolver, DocumentCache& documents,
                                      const driver::Snapshot& snapshot,
                                      const Definition& definition,
                                      const std::vector<std::string>& files,
                                      const std::function<bool()>& stop = {});

// Returns whether other files can refer to the definition: a name of a module or a class, or a
// parameter (as a keyword argument). False for local variables.
bool isVisibleOutside(const Definition& definition);

}  // namespace ts::ide
