// Resolves the module name of a relative import: `from ..c import d`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ts::syntax {

// Returns the absolute name of the module in `from <level dots><module> import ...`; nothing when
// the dots lead above the top-level folder.
// importer: the dotted name of the module that contains the import. isPackage: the importer is an
// __init__.py, which counts as its package's first level.
// Example: in "a.b.x", `from ..c import d` (level 2, module "c") gives "a.c".
std::optional<std::string> absoluteModuleName(std::string_view importer, bool isPackage, int level,
                                              std::string_view module);

}  // namespace ts::syntax
