#include "core/kernels/attention_tiles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/kernels/gemm.h"
#include "core/kernels/parallel.h"
#include "core/kernels/softmax_rows.h"

namespace ts::kernels {
namespace {

// The scores of a tile take 128 KB, those of the keys and values as much: they stay in the cache.
constexpr int64_t kQueries = 64, kKeys = 512;
constexpr float kOut = -std::numeric_limits<float>::infinity();

// One matrix of queries, keys and values, and its mask.
class Head {
 public:
  Head(const AttentionTiles& all, int64_t query, int64_t key, int64_t value, int64_t mask,
       float* result)
      : all_(all),
        query_(all.query.data<float>() + query),
        key_(all.key.data<float>() + key),
        value_(all.value.data<float>() + value),
        mask_(mask),
        result_(result) {}

  void run(int64_t first, int64_t end, std::vector<float>& scores) const {
    const int64_t rows = end - first, keys = all_.key.size(-2), columns = all_.value.size(-1);
    float* const sum = result_ + first * columns;
    std::fill_n(sum, rows * columns, 0.0F);
    float greatest[kQueries];
    double totals[kQueries] = {};
    std::fill_n(greatest, kQueries, kOut);
    const int64_t seen = all_.isCausal ? std::min(keys, end) : keys;
    for (int64_t at = 0; at < seen; at += kKeys) {
      const int64_t count = std::min(kKeys, seen - at);
      const Matrix<float> keyRows = rowsOf(all_.key, key_, at, count);
      gemm<float>(static_cast<float>(all_.scale), rowsOf(all_.query, query_, first, rows),
                  keyRows.transposed(), 0, scores.data(), count);
      for (int64_t i = 0; i < rows; ++i) {
        float* const row = scores.data() + i * count;
        leaveOut(row, first + i, at, count);
        const float before = greatest[i];
        greatest[i] = std::max(before, greatestOfRow(row, count));
        // Without a score so far, exponentials are 0, or NaN.
        const float shift = greatest[i] == kOut ? 0.0F : greatest[i];
        const float kept = before == kOut ? 0.0F : std::exp(before - greatest[i]);
        totals[i] = totals[i] * static_cast<double>(kept) + exponentialsOfRow(row, shift, count);
        if (kept != 1)
          for (int64_t k = 0; k < columns; ++k) sum[i * columns + k] *= kept;
      }
      gemm<float>(1, rowMajor(scores.data(), rows, count), rowsOf(all_.value, value_, at, count), 1,
                  sum, columns);
    }
    for (int64_t i = 0; i < rows; ++i) {
      const float factor = totals[i] == 0 ? 1.0F : static_cast<float>(1 / totals[i]);
      for (int64_t k = 0; k < columns; ++k) sum[i * columns + k] *= factor;
    }
  }

 private:
  static Matrix<float> rowsOf(const Tensor& all, const float* data, int64_t first, int64_t count) {
    return {data + first * all.stride(-2), count, all.size(-1), all.stride(-2), 1};
  }
  // Applies the mask to the scores of a query and of `count` keys from `at` on.
  void leaveOut(float* row, int64_t query, int64_t at, int64_t count) const {
    if (all_.isCausal)
      for (int64_t k = std::max<int64_t>(0, query + 1 - at); k < count; ++k) row[k] = kOut;
    if (const Tensor& mask = all_.mask; mask.defined()) {
      const int64_t step = mask.stride(-1);
      const int64_t start = mask_ + query * mask.stride(-2) + at * step;
      if (mask.dtype() == DType::Bool) {
        const bool* sees = mask.data<bool>() + start;
        if (step == 1) return maskRow(row, sees, count);
        for (int64_t k = 0; k < count; ++k) row[k] = sees[k * step] ? row[k] : kOut;
      } else {
        const float* added = mask.data<float>() + start;
        for (int64_t k = 0; k < count; ++k) row[k] += added[k * step];
      }
    }
  }

  const AttentionTiles& all_;
  const float *query_, *key_, *value_;
  int64_t mask_;
  float* result_;
};

}  // namespace

Tensor attentionInTiles(const AttentionTiles& all) {
  Dims sizes = all.query.sizes();
  sizes[sizes.size() - 1] = all.value.size(-1);
  const Tensor result = tensor::emptyBeside(all.query, sizes, DType::Float32);
  if (result.isMeta() || result.numel() == 0) return result;
  const std::vector<int64_t> queries = matrixOffsets(all.query), keys = matrixOffsets(all.key),
                             values = matrixOffsets(all.value);
  const std::vector<int64_t> masks =
      all.mask.defined() ? matrixOffsets(all.mask) : std::vector<int64_t>(queries.size(), 0);
  const int64_t rows = all.query.size(-2), tiles = (rows + kQueries - 1) / kQueries;
  const auto heads = static_cast<int64_t>(queries.size());
  parallelFor(heads * tiles, 1, [&](int64_t begin, int64_t end) {
    std::vector<float> scores(static_cast<size_t>(kQueries * kKeys));
    for (int64_t i = begin; i < end; ++i) {
      const auto head = static_cast<size_t>(i / tiles);
      const int64_t first = i % tiles * kQueries;
      Head(all, queries[head], keys[head], values[head], masks[head],
           result.data<float>() + i / tiles * rows * all.value.size(-1))
          .run(first, std::min(rows, first + kQueries), scores);
    }
  });
  return result;
}

}  // namespace ts::kernels
