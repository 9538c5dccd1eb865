// Ranges in the definitions of module classes, where problems of their instances are reported.
#pragma once

#include <string_view>

#include "core/compiler/modules/concrete_module.h"

namespace ts::compiler {

// Returns the range of `self.name = ...` in the module's classes; empty when there is none.
SourceRange assignmentOf(const ConcreteModule& module, std::string_view name);
// Returns the range of the name's literal in __constants__; empty when there is none.
SourceRange listedConstant(const ConcreteModule& module, std::string_view name);

// Identifies a submodule in a tree of modules. Its assignment is searched for only when an error is
// reported.
struct SubmoduleLocation {
  const ConcreteModule* owner = nullptr;  // null: `at` is the location
  std::string_view name;
  const SubmoduleLocation* outer = nullptr;  // used when the submodule has no assignment
  SourceRange at;
};
SourceRange rangeOf(const SubmoduleLocation& location);

}  // namespace ts::compiler
