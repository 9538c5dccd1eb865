// Prints a tree as CPython's ast.dump(tree, include_attributes=True) does.
#pragma once

#include <string>
#include <string_view>

#include "core/syntax/ast.h"

namespace ts::syntax {

// Uses the format of CPython 3.11, without type comments. Fields of newer versions (type_params,
// default_value) are printed as in 3.13 where they are present. Error nodes are printed as
// Error(parts=[...]).
std::string dumpAst(const Module& module);

// positionsInFStrings: print the positions of nodes inside of f-strings. CPython before 3.12
// computes wrong positions, so comparisons with it omit them.
struct DumpOptions {
  bool positionsInFStrings = true;
};
void dumpAst(const Module& module, const DumpOptions& options, std::string& to);

}  // namespace ts::syntax
