// Tensors among constants: this folder passes them on and can't look into them.
#pragma once

namespace ts::types {

// Whether two tensors are equal in dtype, size and values. Folders above say once how that is found
// out; until then a tensor is equal to itself alone.
using OpaqueEquality = bool (*)(const void* a, const void* b);
bool setOpaqueEquality(OpaqueEquality equality);  // true, so that it can initialize a variable

}  // namespace ts::types
