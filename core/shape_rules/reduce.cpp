#include "core/shape_rules/rules.h"

namespace ts::shape_rules {

ReductionDims reductionDims(std::span<const int64_t> dims, size_t rank) {
  ReductionDims result;
  if (rank > kMostDimensions) {
    result.violation = {Condition::AtMost64Dimensions, 0, 0, kMostDimensions,
                        static_cast<int64_t>(rank)};
    return result;
  }
  if (dims.empty())
    for (size_t i = 0; i < rank; ++i) result.dims.add(i);
  for (int64_t dim : dims) {
    const auto at = wrapDim(dim, static_cast<int64_t>(rank));
    if (!at) {
      result.violation = {Condition::DimensionInRange, 0, 0, static_cast<int64_t>(rank), dim};
      return result;
    }
    if (result.dims.has(static_cast<size_t>(*at))) {
      result.violation = {Condition::DistinctDimensions, 0, 0, kUnknown, *at};
      return result;
    }
    result.dims.add(static_cast<size_t>(*at));
  }
  return result;
}

Dims reduce(std::span<const int64_t> sizes, const DimSet& reduced, bool keepdim) {
  Dims result;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!reduced.has(i))
      result.push_back(sizes[i]);
    else if (keepdim)
      result.push_back(1);
  }
  return result;
}

}  // namespace ts::shape_rules
