// Instantiates the loops of section BINARY of pointwise.def.
#include "core/kernels/pointwise_loops.h"

namespace ts::kernels {

#define BINARY TS_FORMULA
#include "core/kernels/pointwise.def"

}  // namespace ts::kernels
