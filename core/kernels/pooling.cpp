#include "core/kernels/pooling.h"

#include <algorithm>

#include "core/kernels/copy.h"
#include "core/kernels/views.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {

using tensor::shapeText;

Planes planesOf(const char* name, const Tensor& input, int64_t rank) {
  const int64_t dim = input.dim();
  if (dim != rank + 1 && dim != rank + 2)
    fail("{}: Expected {}D or {}D (batch mode) tensor, but got input of shape {}", name, rank + 1,
         rank + 2, shapeText(input.sizes()));
  Planes planes;
  for (int64_t i = 0; i < dim; ++i) {
    const int64_t size = input.size(i);
    if (size == 0 && !(i == 0 && dim == rank + 2))
      fail(
          "{}: Expected {}D or {}D (batch mode) tensor with optional 0 dim batch size for input, "
          "but got:{}",
          name, rank + 1, rank + 2, shapeText(input.sizes()));
    if (i < dim - rank) {
      planes.count *= size;
      planes.sizes.push_back(size);
    } else {
      planes.in[static_cast<size_t>(3 - dim + i)] = size;
    }
  }
  planes.format = dim == 4 && rank == 2 ? input.suggestedFormat()
                  // Treated as an image with one row.
                  : dim == 3 && rank == 1 ? unsqueeze(input, 2).suggestedFormat()
                                          : MemoryFormat::Contiguous;
  return planes;
}

Planes::Three threeOf(const char* what, const char* name, const IntList& values, int64_t rank,
                      int64_t missing) {
  const auto count = static_cast<int64_t>(values.size());
  if (count != 1 && count != rank)
    fail("{}: {} must either be a single int, or a tuple of {} ints", name, what, rank);
  Planes::Three result{missing, missing, missing};
  for (int64_t i = 0; i < rank; ++i)
    result[static_cast<size_t>(3 - rank + i)] = values[count == 1 ? 0 : static_cast<size_t>(i)];
  return result;
}

void poolSizes(Planes& planes, const char* name, int64_t rank, const Tensor& input,
               const Planes::Three& kernel, const Planes::Three& stride,
               const Planes::Three& padding, const Planes::Three& dilation, bool ceilMode,
               int64_t least) {
  for (auto d = static_cast<size_t>(3 - rank); d < 3; ++d) {
    if (kernel[d] <= 0)
      fail("{}: kernel size should be greater than zero, but got {}", name, kernel[d]);
    if (stride[d] <= 0) fail("{}: stride should not be zero", name);
    if (dilation[d] <= 0)
      fail("{}: dilation should be greater than zero, but got {}", name, dilation[d]);
    if (padding[d] < 0) fail("{}: pad must be non-negative, but got pad: {}", name, padding[d]);
    if (std::max({kernel[d], stride[d], padding[d], dilation[d]}) > INT32_MAX)
      fail("{}: integer out of range", name);
    const int64_t reach = dilation[d] * (kernel[d] - 1);
    if (padding[d] > (reach + 1) / 2)
      fail("pad should be at most half of kernel size, but got pad={} and kernel_size={}",
           padding[d], kernel[d]);
  }
  const auto count = static_cast<size_t>(rank);
  auto spatial = [count](const Planes::Three& list) { return std::span(list).last(count); };
  const shape_rules::Inferred inferred = shape_rules::pooling(
      input.sizes(), count,
      {spatial(kernel), spatial(stride), spatial(padding), spatial(dilation), ceilMode, least});
  if (!inferred)
    fail("{}: Given input size: {}. Calculated output size: {}. Output size is too small", name,
         shapeText(input.sizes()), inferred.violation.actual);
  for (size_t d = 3 - count; d < 3; ++d) {
    planes.out[d] = inferred.shape.fromEnd(3 - d);
    planes.sizes.push_back(planes.out[d]);
  }
}

Tensor inFormat(const Tensor& result, const Planes& planes) {
  if (planes.format == MemoryFormat::ChannelsLast && result.dim() == 3)
    return squeeze(contiguous(unsqueeze(result, 2), planes.format), 2);
  return contiguous(result, planes.format);
}

}  // namespace ts::kernels
