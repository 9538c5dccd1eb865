// All places where a thing is named, in all files that can name it.
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

// Of names of Python, and of what it takes for letters.
inline bool isPartOfName(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c & 0x80);
}
// Whether a name stands in a text, by the characters alone: most files don't mention one, which is
// told without a tree.
bool mentions(std::string_view text, std::string_view name);

// Within one file: every place of what stands at the offset.
std::vector<Reference> highlights(const DocumentPtr& document, uint32_t offset);

// In the definition's own file and in those of `files` that mention its name; ordered by file and
// place. `stop` is asked from time to time.
std::vector<Reference> findReferences(Resolver& resolver, DocumentCache& documents,
                                      const driver::Snapshot& snapshot,
                                      const Definition& definition,
                                      const std::vector<std::string>& files,
                                      const std::function<bool()>& stop = {});

// Whether others than its own file can name it: not a local or a parameter.
bool isVisibleOutside(const Definition& definition);

}  // namespace ts::ide
