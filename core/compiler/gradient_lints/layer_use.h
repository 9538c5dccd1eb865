// How the code of a file uses the layers that a module class makes.
#pragma once

#include "core/compiler/gradient_lints/flow_walker.h"

namespace ts::compiler {

// Reports layers that no code of the file uses, and those that only code without gradients uses.
// Silent when the class may use its layers by other means than their names: through subclasses,
// through lists of its modules, by passing `self` on.
void checkLayerUse(GradientFile& file, const PyClass& cls);

}  // namespace ts::compiler
