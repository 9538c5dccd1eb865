// The order of diagnostics in a report.
#pragma once

#include <vector>

#include "core/diag/diagnostic.h"

namespace ts::diag {

// Sorts the diagnostics of one file by position, and removes exact duplicates. Among diagnostics
// with the same start the widest comes first.
void sortByPlace(std::vector<Diagnostic>& diagnostics);

}  // namespace ts::diag
