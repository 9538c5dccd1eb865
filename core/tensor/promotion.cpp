#include "core/tensor/promotion.h"

namespace ts::tensor {
namespace {

std::optional<DType> withLower(std::optional<DType> higher, std::optional<DType> lower) {
  if (!higher || !lower) return higher ? higher : lower;
  if (isComplex(*higher)) return higher;
  if (isFloating(*higher)) return isComplex(*lower) ? complexOf(*higher) : *higher;
  if (*higher == DType::Bool || isFloating(*lower) || isComplex(*lower))
    return promote(*higher, *lower);
  return higher;
}

}  // namespace

void Promotion::addNumber(DType dtype, DType defaultDtype) {
  join(numbers_, isComplex(dtype)    ? complexOf(defaultDtype)
                 : isFloating(dtype) ? defaultDtype
                                     : dtype);
}

DType Promotion::dtype() const { return *withLower(dims_, withLower(zeroDim_, numbers_)); }

}  // namespace ts::tensor
