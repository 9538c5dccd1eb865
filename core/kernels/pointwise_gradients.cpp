// Instantiates the loops of section GRADIENT of pointwise.def.
#include "core/kernels/pointwise_loops.h"

namespace ts::kernels {

#define GRADIENT TS_FORMULA
#include "core/kernels/pointwise.def"

}  // namespace ts::kernels
