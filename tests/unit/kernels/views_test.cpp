// Views and tensors whose sizes and strides the caller names.
#include <gtest/gtest.h>

#include "core/kernels/registry.h"
#include "core/tensor/error.h"

namespace ts::kernels {
namespace {

using tensor::IValue;

IValue ints(std::vector<int64_t> values) {
  std::vector<IValue> items(values.begin(), values.end());
  return tensor::makeList(types::intType(), std::move(items));
}

void reshapeAlias(std::vector<int64_t> sizes, std::vector<int64_t> strides) {
  Stack stack = {tensor::empty(tensor::Dims{6}, tensor::DType::Float32), ints(std::move(sizes)),
                 ints(std::move(strides))};
  find("aten::_reshape_alias")(stack);
}

TEST(Views, AnAliasNeedsAStrideForEachSizeAndStaysInTheStorage) {
  EXPECT_NO_THROW(reshapeAlias({2, 3}, {3, 1}));
  EXPECT_THROW(reshapeAlias({2, 3}, {3}), tensor::Error);
  EXPECT_THROW(reshapeAlias({2, 3}, {4, 1}), tensor::Error);
}

TEST(Views, AnEmptyTensorNeedsAStrideForEachSize) {
  EXPECT_NO_THROW(
      tensor::emptyStrided(tensor::Dims{2, 3}, tensor::Dims{1, 2}, tensor::DType::Float32));
  EXPECT_THROW(tensor::emptyStrided(tensor::Dims{2, 3}, tensor::Dims{1}, tensor::DType::Float32),
               tensor::Error);
}

}  // namespace
}  // namespace ts::kernels
