// Instantiates the loops of section UNARY of pointwise.def.
#include "core/kernels/pointwise_loops.h"

namespace ts::kernels {

#define UNARY TS_FORMULA
#include "core/kernels/pointwise.def"

}  // namespace ts::kernels
