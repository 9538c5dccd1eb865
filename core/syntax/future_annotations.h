// `from __future__ import annotations`.
#pragma once

#include "core/syntax/ast.h"

namespace ts::syntax {

// Returns whether the module's annotations are texts instead of values. As in Python, only the
// statements before all others count, apart from the docstring.
bool hasFutureAnnotations(const Module& module);

}  // namespace ts::syntax
