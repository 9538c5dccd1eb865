// Warnings that are given once.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Gives each aten::warn a number that no other one of this process has, as its attribute warn_id.
void annotateWarns(ir::Graph& graph);
// The next number is the first one again.
void restartWarnNumbers();

}  // namespace ts::passes
