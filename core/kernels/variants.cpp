#include "core/kernels/variants.h"

#include "core/kernels/overlap.h"

namespace ts::kernels {
namespace {

void checkCast(const Tensor& result, const Tensor& to) {
  if (!tensor::canCast(result.dtype(), to.dtype()))
    fail("result type {} can't be cast to the desired output type {}",
         tensor::nameOf(result.dtype()), tensor::nameOf(to.dtype()));
}

}  // namespace

Tensor giveOut(const Tensor& out, const Tensor& result, OutDType dtype) {
  if (out.same(result)) return out;
  const bool isGenerated = dtype == OutDType::Generated;
  const bool wantsSame =
      dtype == OutDType::Same || (isGenerated && atLeast(TorchProfile::Torch2_6));
  const bool isFree = dtype == OutDType::Any || isGenerated;
  if (wantsSame && out.dtype() != result.dtype())
    fail("Expected out tensor to have dtype {}, but got {} instead", tensor::nameOf(result.dtype()),
         tensor::nameOf(out.dtype()));
  if (!isFree) checkCast(result, out);
  if (out.sizes() != result.sizes()) {
    tensor::resizeTo(out, result.sizes());
    if (!isFree && result.isNonOverlappingAndDense())
      tensor::setGeometry(out, result.sizes(), result.strides(), out.offset());
  }
  return copyInto(out, result);
}

Tensor giveInPlace(const Tensor& self, const Tensor& result) {
  if (self.same(result)) return self;
  if (self.sizes() != result.sizes())
    fail("a result of shape {} doesn't fit into self of shape {}",
         tensor::shapeText(result.sizes()), tensor::shapeText(self.sizes()));
  checkCast(result, self);
  assertNoInternalOverlap(self);
  return copyInto(self, result);
}

}  // namespace ts::kernels
