// All places where a thing is named, in all files that can name it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ide/resolver.h"

namespace ts::ide {

struct Place {
  DocumentPtr document;
  Span span;
  index::Role role = index::Role::Read;
};

// Within one file: every place of what stands at the offset.
std::vector<Place> highlights(const DocumentPtr& document, uint32_t offset);

// In the definition's own file and in those of `files` that mention its name; ordered by file and place. `stop` is
// asked from time to time.
std::vector<Place> uses(Resolver& resolver, Library& library, const driver::Snapshot& snapshot, const Definition& definition,
                        const std::vector<std::string>& files, const std::function<bool()>& stop = {});

// Whether others than its own file can name it: not a local or a parameter.
bool isVisibleOutside(const Definition& definition);

}  // namespace ts::ide
