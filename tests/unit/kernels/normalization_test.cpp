#include <gtest/gtest.h>

#include "core/kernels/registry.h"
#include "core/tensor/error.h"

namespace ts::kernels {
namespace {

using tensor::Dims;
using tensor::DType;
using tensor::Tensor;

Tensor ones(Dims sizes) {
  Tensor result = tensor::empty(sizes, DType::Float32);
  std::fill_n(result.data<float>(), result.numel(), 1.0F);
  return result;
}

// The kernel averages a value for each channel, and wrote all of them into this tensor.
TEST(InstanceNorm, RefusesRunningStatisticsOfOtherSizeThanTheChannels) {
  for (const int64_t channels : {3, 100}) {
    Stack stack = {ones(Dims{2, channels, 4}),
                   tensor::IValue(),
                   tensor::IValue(),
                   ones(Dims{1}),
                   ones(Dims{1}),
                   true,
                   0.1,
                   1e-5,
                   false};
    EXPECT_THROW(find("aten::instance_norm")(stack), tensor::Error);
  }
}

}  // namespace
}  // namespace ts::kernels
