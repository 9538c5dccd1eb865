// Shapes that follow from the weights of a module, without a run.
#pragma once

#include "core/picture/model.h"
#include "core/picture/overlay.h"

namespace ts::viz {

// Adds the shapes of results, as far as the rules of core/shape_rules give them from the shapes of
// weights and of values that the overlay already has. Blocks of control flow are walked once, so a
// value that a loop changes has no shape. Does not change known shapes.
void inferShapes(const Model& model, Overlay& overlay);

}  // namespace ts::viz
