#include "core/kernels/copy.h"

#include <gtest/gtest.h>

namespace ts::kernels {
namespace {

TEST(Copy, BroadcastsAndConverts) {
  Tensor to = tensor::empty(Dims{2, 3}, DType::Float64);
  Tensor from = tensor::empty(Dims{3}, DType::Int32);
  for (int i = 0; i < 3; ++i) from.data<int32_t>()[i] = i + 1;
  copyInto(to, from);
  EXPECT_EQ(to.data<double>()[5], 3.0);
  EXPECT_EQ(to.data<double>()[3], 1.0);
}

TEST(Copy, ReadsOverlappingMemoryBeforeWriting) {
  Tensor base = tensor::empty(Dims{4}, DType::Int64);
  for (int i = 0; i < 4; ++i) base.data<int64_t>()[i] = i;
  copyInto(tensor::view(base, Dims{3}, Dims{1}, 1), tensor::view(base, Dims{3}, Dims{1}, 0));
  EXPECT_EQ(base.data<int64_t>()[3], 2);
  EXPECT_EQ(base.data<int64_t>()[1], 0);
}

TEST(Copy, ComputesNothingForMetaTensors) {
  Tensor meta = tensor::emptyMeta(Dims{1000000, 1000000}, DType::Float32);
  EXPECT_TRUE(clone(meta).isMeta());
  EXPECT_EQ(toDType(meta, DType::Int8).dtype(), DType::Int8);
}

TEST(Registry, FindsAndRunsAKernelBySchemaName) {
  Stack stack;
  stack.emplace_back(tensor::empty(Dims{2}, DType::Float32));
  stack.emplace_back(2.5);
  find("aten::fill_.Scalar")(stack);
  ASSERT_EQ(stack.size(), 1u);
  EXPECT_EQ(stack[0].toTensor().data<float>()[1], 2.5F);
  EXPECT_EQ(find("aten::no_such_operator"), nullptr);
}

}  // namespace
}  // namespace ts::kernels
