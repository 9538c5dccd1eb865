// Dispatch by element size: an operator that only moves elements needs one loop per size, not one
// per dtype.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Calls f.operator()<T>() with a type T of `itemSize` bytes.
template <typename F>
decltype(auto) visitSize(size_t itemSize, F&& f) {
  switch (itemSize) {
    case 1: return f.template operator()<uint8_t>();
    case 2: return f.template operator()<uint16_t>();
    case 4: return f.template operator()<uint32_t>();
    case 8: return f.template operator()<uint64_t>();
    default: return f.template operator()<Complex128>();
  }
}

}  // namespace ts::kernels
