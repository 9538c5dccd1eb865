// Instantiates the loops of section FUNCTION of pointwise.def.
#include "core/kernels/pointwise_loops.h"

namespace ts::kernels {

#define FUNCTION TS_CALLING_FORMULA
#include "core/kernels/pointwise.def"

}  // namespace ts::kernels
