// Instantiates the loops of section ACTIVATION of pointwise.def.
#include "core/kernels/pointwise_loops.h"

namespace ts::kernels {

#define ACTIVATION TS_FORMULA
#include "core/kernels/pointwise.def"

}  // namespace ts::kernels
