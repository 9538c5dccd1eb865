// The global names of an archive's code, other than builtin functions.
#pragma once

#include <string_view>

#include "core/compiler/emit/sugared_value.h"
#include "core/compiler/resolve/archive_names.h"

namespace ts::compiler {

// Resolves torch, ops, CONSTANTS, __torch__, ... Returns null when the name is not defined. `names`
// must outlive the result.
SugaredPtr importedGlobal(Emission& emission, ArchiveNames& names, SourceRange at,
                          std::string_view name);

}  // namespace ts::compiler
