// Equality of tensors inside constants. This folder cannot inspect tensors, so a folder above
// supplies the comparison.
#pragma once

namespace ts::types {

// Returns whether two tensors have equal dtype, size and values. Until a comparison is set, a
// tensor equals only itself.
using OpaqueEquality = bool (*)(const void* a, const void* b);
bool setOpaqueEquality(OpaqueEquality equality);  // always true, for use in initializers

}  // namespace ts::types
