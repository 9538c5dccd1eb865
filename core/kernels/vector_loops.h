// Formulas of pointwise.def that call functions of float_functions.def, each as one loop of floats
// in vectors: nothing between two steps of such a formula is written to memory.
#pragma once

#include "core/kernels/pointwise.h"

namespace ts::kernels {

// The loop of a formula for this processor's vectors. Null for formulas that call other functions,
// or none, and for processors without AVX2.
Loop vectorLoop(const Pointwise& formula);

}  // namespace ts::kernels
