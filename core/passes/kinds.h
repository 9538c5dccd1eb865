// Symbols that only the passes use, in addition to those of core/ir/kinds.h.
#pragma once

#include "core/base/symbol.h"

namespace ts::passes {

// clang-format off
#define TS_PASS_ATEN_KINDS(X) \
  X(Int) X(Float) X(FloatImplicit) X(IntImplicit) X(ScalarImplicit) X(__and__) X(__getitem__) \
  X(__is__) X(__isnot__) X(_unwrap_optional) X(add) X(add_) X(batch_norm) X(broadcast_tensors) \
  X(cat) X(ceil) X(conv1d) X(conv2d) X(conv3d) X(dequantize) X(dim) X(div) X(dstack) X(eq) \
  X(floordiv) X(format) X(gt) X(hstack) X(instance_norm) X(is_floating_point) X(len) X(lt) \
  X(mul) X(ne) X(size) X(slice) X(stack) X(sub) X(vstack) X(wait) X(warn)

#define TS_PASS_PRIM_KINDS(X) \
  X(AutogradZero) X(Guard) X(RequiresGradCheck) X(TypeCheck) X(With) X(awaitableClosure) \
  X(device) X(dtype) X(is_cpu) X(is_cuda) X(profile) X(profile_ivalue) X(rpc_remote) X(rpc_sync) \
  X(shape) X(tolist)
// clang-format on

namespace aten {
#define X(name) extern const Symbol name;
TS_PASS_ATEN_KINDS(X)
#undef X
}  // namespace aten

namespace extra_prim {
#define X(name) extern const Symbol name;
TS_PASS_PRIM_KINDS(X)
#undef X
}  // namespace extra_prim

}  // namespace ts::passes
