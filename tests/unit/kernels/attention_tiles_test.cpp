// Attention in tiles beside the same sums in double.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/kernels/attention_tiles.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

using tensor::Dims;
using tensor::DType;
using tensor::Tensor;

Tensor wave(const Dims& sizes, float step) {
  const Tensor made = tensor::empty(sizes, DType::Float32);
  for (int64_t i = 0; i < made.numel(); ++i)
    made.data<float>()[i] = std::sin(static_cast<float>(i) * step);
  return made;
}

// The attention of one query in double; `sees` tells of keys, `added` is added to their scores.
template <typename Sees, typename Added>
std::vector<double> attended(const float* query, const Tensor& key, const Tensor& value,
                             int64_t head, double scale, Sees&& sees, Added&& added) {
  const int64_t keys = key.size(-2), width = key.size(-1), columns = value.size(-1);
  std::vector<double> result(static_cast<size_t>(columns));
  double total = 0;
  for (int64_t k = 0; k < keys; ++k) {
    if (!sees(k)) continue;
    double score = 0;
    for (int64_t i = 0; i < width; ++i)
      score += double{query[i]} * double{key.data<float>()[(head * keys + k) * width + i]};
    const double weight = std::exp(score * scale + added(k));
    total += weight;
    for (int64_t i = 0; i < columns; ++i)
      result[static_cast<size_t>(i)] +=
          weight * double{value.data<float>()[(head * keys + k) * columns + i]};
  }
  for (double& number : result) number = total == 0 ? 0 : number / total;
  return result;
}

// More queries and keys than a tile has, and rests that fill none.
TEST(AttentionTiles, GiveTheAttentionOfEachQuery) {
  struct Shape {
    int64_t heads, queries, keys, width, columns;
  };
  for (const Shape& shape :
       {Shape{2, 70, 1100, 8, 5}, {3, 1, 3, 4, 4}, {1, 130, 130, 16, 16}, {1, 130, 300, 20, 72}}) {
    const int64_t heads = shape.heads, queries = shape.queries, keys = shape.keys,
                  width = shape.width, columns = shape.columns;
    for (const bool isCausal : {false, true})
      for (const int mask : {0, 1, 2}) {
        const Tensor query = wave(Dims{heads, queries, width}, 1.3F),
                     key = wave(Dims{heads, keys, width}, 0.7F),
                     value = wave(Dims{heads, keys, columns}, 0.3F);
        Tensor masks;
        if (mask == 1) masks = tensor::empty(Dims{queries, keys}, DType::Bool);
        if (mask == 2) masks = wave(Dims{queries, keys}, 0.9F);
        if (mask == 1)
          for (int64_t i = 0; i < masks.numel(); ++i)
            masks.data<bool>()[i] = i % 3 != 0 && i >= keys;
        const Tensor spread = mask == 0 ? masks : expand(masks, Dims{heads, queries, keys});
        const Tensor got = attentionInTiles({query, key, value, spread, isCausal, 2.5});
        for (int64_t head = 0; head < heads; ++head)
          for (int64_t i = 0; i < queries; ++i) {
            const auto sees = [&](int64_t k) {
              return (!isCausal || k <= i) && (mask != 1 || masks.data<bool>()[i * keys + k]);
            };
            const auto added = [&](int64_t k) {
              return mask == 2 ? double{masks.data<float>()[i * keys + k]} : 0.0;
            };
            const std::vector<double> want =
                attended(query.data<float>() + (head * queries + i) * width, key, value, head, 2.5,
                         sees, added);
            for (int64_t k = 0; k < columns; ++k)
              EXPECT_NEAR(got.data<float>()[(head * queries + i) * columns + k],
                          want[static_cast<size_t>(k)], 2e-5)
                  << "query " << i << " of " << queries << ", mask " << mask << ", causal "
                  << isCausal;
          }
      }
  }
}

TEST(AttentionTiles, KeepNaNInItsQuery) {
  const Tensor query = wave(Dims{1, 4, 8}, 1), key = wave(Dims{1, 6, 8}, 2),
               value = wave(Dims{1, 6, 3}, 3);
  query.data<float>()[8] = NAN;
  const Tensor got = attentionInTiles({query, key, value, Tensor(), false, 1});
  EXPECT_FALSE(std::isnan(got.data<float>()[0]));
  EXPECT_TRUE(std::isnan(got.data<float>()[3]));
  EXPECT_FALSE(std::isnan(got.data<float>()[6]));
}

}  // namespace
}  // namespace ts::kernels
