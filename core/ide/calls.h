// Call hierarchy: the callers of a function, and the functions that it calls.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ide/references.h"

namespace ts::ide {

struct CallSites {
  // The caller or the callee: a function, a method, a class, or a module for calls at module level.
  Definition function;
  std::vector<Span> spans;  // the callee's name in each call, in the caller's file
};

// Returns the function or class that the name at the offset refers to; nothing when it is unknown
// or not callable.
std::optional<Definition> callableAt(Resolver& resolver, const DocumentPtr& document,
                                     uint32_t offset);
// Returns the functions in `files` that call the callee. Calls `stop` between files, and ends early
// when it returns true.
std::vector<CallSites> callersOf(Resolver& resolver, DocumentCache& documents,
                                 const driver::Snapshot& snapshot, const Definition& callee,
                                 const std::vector<std::string>& files,
                                 const std::function<bool()>& stop);
// Returns the callees in the function's body, including nested functions.
std::vector<CallSites> calleesOf(Resolver& resolver, const Definition& caller);

}  // namespace ts::ide
