// Who calls a function, and what it calls.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ide/references.h"

namespace ts::ide {

struct CallSites {
  Definition function;      // the other end: a function, method or class; the module where a call
                            // stands outside of all
  std::vector<Span> spans;  // of the names that are called, in the file where the calls stand
};

// The function or class that stands at the offset; nothing: another thing, or not known.
std::optional<Definition> callableAt(Resolver& resolver, const DocumentPtr& document,
                                     uint32_t offset);
std::vector<CallSites> callersOf(Resolver& resolver, DocumentCache& documents,
                                 const driver::Snapshot& snapshot, const Definition& callee,
                                 const std::vector<std::string>& files,
                                 const std::function<bool()>& stop);
// Calls in the function's body, those of functions within it included.
std::vector<CallSites> calleesOf(Resolver& resolver, const Definition& caller);

}  // namespace ts::ide
