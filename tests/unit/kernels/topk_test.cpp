// topk of long lines against std::partial_sort, whose choice among equal elements is PyTorch's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/kernels/order.h"

namespace ts::kernels {
namespace {

using tensor::DType;
using tensor::Tensor;

void expectPartialSort(const Tensor& line, int64_t k, bool largest) {
  std::vector<Ranked<float>> want;
  for (int64_t i = 0; i < line.numel(); ++i) want.push_back({line.data<float>()[i], i});
  std::partial_sort(want.begin(), want.begin() + k, want.end(),
                    largest ? greater<float> : less<float>);
  Stack stack = {line, k, int64_t{-1}, largest, true};
  find("aten::topk")(stack);
  const Tensor values = stack[0].toTensor(), indices = stack[1].toTensor();
  for (int64_t i = 0; i < k; ++i) {
    const auto& [value, index] = want[static_cast<size_t>(i)];
    EXPECT_EQ(indices.data<int64_t>()[i], index) << i;
    const float got = values.data<float>()[i];
    EXPECT_TRUE(got == value || (std::isnan(got) && std::isnan(value))) << i;
  }
}

TEST(TopK, ChoosesAsPartialSortDoes) {
  std::mt19937 random(7);
  for (const int64_t count : {64, 1000, 20000})
    for (const uint32_t values : {3U, 100U, 1U << 30})  // many or few equal elements
      for (const uint32_t oneNan : {0U, 500U, 4U}) {
        const Tensor line = tensor::empty(tensor::Dims{count}, DType::Float32);
        for (int64_t i = 0; i < count; ++i) {
          const bool isNan = oneNan != 0 && random() % oneNan == 0;
          line.data<float>()[i] = isNan ? NAN : static_cast<float>(random() % values);
        }
        for (const int64_t k : {int64_t{1}, count / 100 + 1, count / 64})
          for (const bool largest : {true, false}) expectPartialSort(line, k, largest);
        // An ascending line changes the k greatest at each element.
        std::sort(line.data<float>(), line.data<float>() + count);
        if (oneNan == 0) expectPartialSort(line, count / 64, true);
      }
}

}  // namespace
}  // namespace ts::kernels
