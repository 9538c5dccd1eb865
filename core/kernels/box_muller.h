// Normal numbers from pairs of uniform numbers, sixteen at a time.
#pragma once

#include <cstdint>

namespace ts::kernels {

// Returns whether PyTorch uses its AVX2 code on this machine. It fuses multiplications with
// additions, so that the last bits of results differ from those on older machines.
bool fusesMultiplyAdd();

// Returns whether the processor also has AVX-512 as PyTorch uses it.
bool hasWideVectors();

// a * b + c, rounded once if fusesMultiplyAdd().
float multiplyAdd(float a, float b, float c);
double multiplyAdd(double a, double b, double c);
// The same of adjacent numbers, in place.
void multiplyAddAll(float* data, int64_t count, float b, float c);

// Turns sixteen uniform numbers into normal numbers, as PyTorch's AVX2 code does bit for bit.
// Requires fusesMultiplyAdd().
void boxMullerFused(float* data, float mean, float deviation);

}  // namespace ts::kernels
