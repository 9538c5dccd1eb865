// Fills tensors with numbers that are generated one at a time.
#pragma once

#include <string_view>

#include "core/kernels/boxing.h"
#include "core/kernels/convert.h"
#include "core/kernels/loops.h"
#include "core/kernels/memory_order.h"
#include "core/kernels/promote.h"

namespace ts::kernels {

// Call before writing to self. Returns false when there is nothing to fill.
bool prepareRandom(const Tensor& self);

// Calls give() for each element in memory order. T must be the type of dtype().
template <typename T, typename F>
void generateInOrder(const Tensor& self, F give) {
  const Dims strides = self.strides();
  const Dims order = memoryOrder(self.sizes(), std::span(&strides, 1));
  Dims sizes(order.size(), 0), steps(order.size(), 0);
  for (size_t i = 0; i < order.size(); ++i) {
    sizes[order.size() - 1 - i] = self.sizes()[static_cast<size_t>(order[i])];
    steps[order.size() - 1 - i] = strides[static_cast<size_t>(order[i])];
  }
  ElementLoop<1>(sizes, {steps}, {sizeof(T)})
      .run({self.bytes()}, [&](auto at, auto stride, int64_t count) {
        for (int64_t i = 0; i < count; ++i)
          *reinterpret_cast<T*>(at[0] + i * stride[0]) = convert<T>(give());
      });
}

// Calls fill<T>() for the dtypes that PyTorch's real distributions support; throws for other
// dtypes.
template <typename F>
void visitRealDTypes(std::string_view what, DType dtype, F&& fill) {
  switch (dtype) {
    case DType::Float32: return fill.template operator()<float>();
    case DType::Float64: return fill.template operator()<double>();
    case DType::BFloat16: return fill.template operator()<BFloat16>();
    default: fail("\"{}\" not implemented for '{}'", what, scalarTypeName(dtype));
  }
}

}  // namespace ts::kernels
