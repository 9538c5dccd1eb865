// The size of the processor's vectors, on which the choice of kernels and machine code depends.
#pragma once

namespace ts {

// 64 for AVX-512, 32 for AVX2, else 16. The environment variable JITSCOPE_VECTOR_BYTES caps it at
// 16 or 32, so that one machine runs the code for several. It never changes while a process runs.
int vectorBytes();

}  // namespace ts
