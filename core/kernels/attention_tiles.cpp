#include "core/kernels/attention_tiles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "core/kernels/attention_products.h"
#include "core/kernels/gemm.h"
#include "core/kernels/parallel.h"
#include "core/kernels/softmax_rows.h"

namespace ts::kernels {
namespace {

// The scores of a tile take 64 KB and stay in the cache.
constexpr int64_t kQueries = 64, kKeys = 256;
// Rows of scores that a block of a product reads lie in different sets of the cache.
constexpr int64_t kScoreStep = kKeys + 16;
// Keys and values are worth packing for so many queries, or if they are few.
constexpr int64_t kPackedQueries = 16, kFewKeys = 64;
constexpr float kOut = -std::numeric_limits<float>::infinity();

// Memory of any contents.
class Floats {
 public:
  explicit Floats(int64_t count)
      : data_(std::make_unique_for_overwrite<float[]>(static_cast<size_t>(count))) {}
  float* data() const { return data_.get(); }

 private:
  std::unique_ptr<float[]> data_;
};

// The keys and values of one head, packed for many queries, and room for a tile; of one thread.
class Room {
 public:
  explicit Room(const AttentionTiles& all)
      : Room(all, std::min(kQueries, all.query.size(-2)),
             all.query.size(-2) >= kPackedQueries || all.key.size(-2) <= kFewKeys) {}

  // Takes the keys and values at these offsets.
  void take(const AttentionTiles& all, int64_t key, int64_t value) {
    const float *keys = all.key.data<float>() + key, *values = all.value.data<float>() + value;
    keyRows_ = {keys, keys_, width_, all.key.stride(-2), 1};
    valueRows_ = {values, keys_, columns_, all.value.stride(-2), 1};
    if (!isPacked_ || (keys == packedKeys_ && values == packedValues_)) return;
    packedKeys_ = keys;
    packedValues_ = values;
    const int64_t keyStep = all.key.stride(-2), valueStep = all.value.stride(-2);
    for (int64_t at = 0; at < keys_; at += kKeys) {
      const int64_t count = std::min(kKeys, keys_ - at);
      packPanels(keyPanels_.data() + at * width_, {keys + at * keyStep, width_, count, 1, keyStep});
      packPanels(valuePanels_.data() + at * inPanels(columns_),
                 {values + at * valueStep, count, columns_, valueStep, 1});
    }
  }
  // Sets scores to the products of `rows` queries with `count` keys, which start at a multiple of
  // kKeys.
  void multiplyKeys(int64_t rows, int64_t at, int64_t count) {
    if (isPacked_)
      multiplyPanels({scores.data(), kScoreStep, queries.data(), width_,
                      keyPanels_.data() + at * width_, width_, rows, width_, count, false});
    else
      gemm<float>(1, rowMajor(queries.data(), rows, width_), part(keyRows_, at, count).transposed(),
                  0, scores.data(), kScoreStep);
  }
  // Adds the products of scores with values to sums.
  void multiplyValues(int64_t rows, int64_t at, int64_t count) {
    const int64_t step = inPanels(columns_);
    if (isPacked_)
      multiplyPanels({sums.data(), step, scores.data(), kScoreStep, valuePanels_.data() + at * step,
                      std::min(kKeys, keys_ - at), rows, count, columns_, true});
    else
      gemm<float>(1, {scores.data(), rows, count, kScoreStep, 1}, part(valueRows_, at, count), 1,
                  sums.data(), step);
  }

 private:
  Room(const AttentionTiles& all, int64_t rows, bool isPacked)
      : keys_(all.key.size(-2)),
        width_(all.key.size(-1)),
        columns_(all.value.size(-1)),
        isPacked_(isPacked),
        keyPanels_(isPacked ? inPanels(keys_) * width_ : 0),
        valuePanels_(isPacked ? keys_ * inPanels(columns_) : 0),
        scores(rows * kScoreStep),
        queries(rows * width_),
        sums(rows * inPanels(columns_)) {}

  static Matrix<float> part(Matrix<float> rows, int64_t first, int64_t count) {
    rows.data += first * rows.rowStep;
    rows.rows = count;
    return rows;
  }

  int64_t keys_, width_, columns_;
  bool isPacked_;
  Floats keyPanels_, valuePanels_;
  Matrix<float> keyRows_{}, valueRows_{};
  const float *packedKeys_ = nullptr, *packedValues_ = nullptr;

 public:
  Floats scores, queries, sums;
};

// One matrix of queries, keys and values, and its mask.
class Head {
 public:
  // `index`: the place among the matrices of the result.
  Head(const AttentionTiles& all, int64_t query, int64_t mask, const Tensor& result, int64_t index)
      : all_(all),
        query_(all.query.data<float>() + query),
        mask_(mask),
        result_(result.data<float>() + index * result.size(-2) * result.size(-1)),
        logSums_(all.logSums.defined() ? all.logSums.data<float>() + index * result.size(-2)
                                       : nullptr) {}

  void run(int64_t first, int64_t end, Room& room) const {
    const int64_t rows = end - first, keys = all_.key.size(-2), columns = all_.value.size(-1),
                  width = all_.key.size(-1), step = inPanels(columns);
    float *const scores = room.scores.data(), *const sums = room.sums.data(),
                 *const queries = room.queries.data();
    for (int64_t i = 0; i < rows; ++i) {
      const float* const from = query_ + (first + i) * all_.query.stride(-2);
      for (int64_t k = 0; k < width; ++k)
        queries[i * width + k] = from[k] * static_cast<float>(all_.scale);
    }
    std::fill_n(sums, rows * step, 0.0F);
    float greatest[kQueries];
    double totals[kQueries] = {};
    std::fill_n(greatest, kQueries, kOut);
    const int64_t seen = all_.isCausal ? std::min(keys, end) : keys;
    for (int64_t at = 0; at < seen; at += kKeys) {
      const int64_t count = std::min(kKeys, seen - at);
      room.multiplyKeys(rows, at, count);
      for (int64_t i = 0; i < rows; ++i) {
        float* const row = scores + i * kScoreStep;
        leaveOut(row, first + i, at, count);
        const float before = greatest[i];
        greatest[i] = std::max(before, greatestOfRow(row, count));
        // Without a score so far, exponentials are 0, or NaN.
        const float shift = greatest[i] == kOut ? 0.0F : greatest[i];
        const float kept = before == kOut ? 0.0F : std::exp(before - greatest[i]);
        totals[i] = totals[i] * static_cast<double>(kept) + exponentialsOfRow(row, shift, count);
        if (kept != 1)
          for (int64_t k = 0; k < step; ++k) sums[i * step + k] *= kept;
      }
      room.multiplyValues(rows, at, count);
    }
    for (int64_t i = 0; i < rows; ++i) {
      const float factor = totals[i] == 0 ? 1.0F : static_cast<float>(1 / totals[i]);
      float* const to = result_ + (first + i) * columns;
      for (int64_t k = 0; k < columns; ++k) to[k] = sums[i * step + k] * factor;
      if (logSums_ != nullptr)
        logSums_[first + i] =
            totals[i] == 0 ? 0.0F : greatest[i] + static_cast<float>(std::log(totals[i]));
    }
  }

 private:
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
  const float* query_;
  int64_t mask_;
  float* result_;
  float* logSums_;  // null: not wanted
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
    Room room(all);
    for (int64_t i = begin; i < end; ++i) {
      const auto head = static_cast<size_t>(i / tiles);
      const int64_t first = i % tiles * kQueries;
      room.take(all, keys[head], values[head]);
      Head(all, queries[head], masks[head], result, i / tiles)
          .run(first, std::min(rows, first + kQueries), room);
    }
  });
  return result;
}

}  // namespace ts::kernels
