// Functions of elements without instructions, which machine code calls for many elements at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/tensor/dtype.h"

namespace ts::jit {

// The name of a function of core/kernels/scalar_math.h in machine code: void(T* result, const T* x,
// const T* y, int64_t count), whose last arguments it ignores if it has one. nullopt: there is
// none.
std::optional<std::string> hostFunction(std::string_view name, size_t arity, tensor::DType dtype);

// The address of such a function; null for other names.
void* hostAddress(std::string_view symbol);

}  // namespace ts::jit
