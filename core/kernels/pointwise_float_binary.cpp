// Instantiates the loops of section FLOAT_BINARY of pointwise.def.
#include "core/kernels/pointwise_loops.h"

namespace ts::kernels {

#define FLOAT_BINARY TS_FORMULA
#include "core/kernels/pointwise.def"

}  // namespace ts::kernels
