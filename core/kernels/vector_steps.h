// Loops over blocks of elements, each with one operation, for this processor's vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/tensor/dtype.h"

namespace ts::kernels {

// The most elements of a block. Steps take multiples of kStepLanes.
inline constexpr int64_t kStepBlock = 256, kStepLanes = 16;

// Computes `count` elements of 4 or 8 bytes, those of float or double. A truth value has all bits
// or none. `to` may be an operand; operands that a step does not have are not read. `function` is
// that of the step.
using StepLoop = void (*)(std::byte* to, const std::byte* x, const std::byte* y, const std::byte* z,
                          int64_t count, const void* function);

struct VectorStep {
  StepLoop loop = nullptr;  // null: the step does not exist
  const void* function = nullptr;
  int arity = 0;
  bool givesMask = false;
  bool isFunction = false;  // one that the C library has, too, with other last bits
};

// True if this processor has vectors for steps: x86-64 with AVX2.
bool hasVectorSteps();

// A step of vector_steps.def, a function of float_functions.def for float, or one of SLEEF, by its
// name in formulas; dtype is Float32 or Float64.
VectorStep vectorStep(std::string_view name, tensor::DType dtype);

// Conversions of `count` elements between a dtype of two bytes and float, of a mask of elements of
// 4 or 8 bytes to bools.
void widenHalf(float* to, const std::byte* from, int64_t count, tensor::DType dtype);
void narrowToHalf(std::byte* to, const float* from, int64_t count, tensor::DType dtype);
void maskToBool(bool* to, const std::byte* from, int64_t count, size_t maskBytes);

}  // namespace ts::kernels
