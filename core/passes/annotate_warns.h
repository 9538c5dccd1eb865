// Numbers for warnings, by which a run shows each warning only once.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Sets the attribute warn_id of each aten::warn to a number that is unique in this process.
void annotateWarns(ir::Graph& graph);

}  // namespace ts::passes
