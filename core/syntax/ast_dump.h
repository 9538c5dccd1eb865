// A tree as text, as CPython's ast.dump(tree, include_attributes=True) prints it.
#pragma once

#include <string>
#include <string_view>

#include "core/syntax/ast.h"

namespace ts::syntax {

// The form of CPython 3.11, without type comments. Fields that only newer versions have
// (type_params, default_value) are printed where they are used, as 3.13 prints them. Nodes of
// recovery are printed as Error(parts=[...]).
std::string dumpAst(const Module& module);

// Whether the positions of what is inside an f-string are printed: CPython before 3.12 gets those
// wrong, so that comparing with it leaves them out.
struct DumpOptions {
  bool positionsInFStrings = true;
};
void dumpAst(const Module& module, const DumpOptions& options, std::string& to);

}  // namespace ts::syntax
