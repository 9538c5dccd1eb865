// Runs a check so that a bug in it, or a lack of memory, fails this check only.
#pragma once

#include <functional>

#include "lsp/checks/analysis.h"

namespace ts::lsp {

// Returns the check's result and how long it took. An exception becomes the result's error.
CheckResult guardedCheck(const std::function<CheckResult()>& check);

}  // namespace ts::lsp
