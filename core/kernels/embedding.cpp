// embedding, embedding_bag.
#include <algorithm>
#include <cmath>

#include "core/base/sort_unique.h"
#include "core/kernels/families.h"
#include "core/kernels/packs.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"
#include "core/shape_rules/rules.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

void checkIndices(const char* name, const Tensor& indices) {
  if (indices.dtype() != DType::Int64 && indices.dtype() != DType::Int32)
    fail(
        "Expected tensor for argument '{}' to have one of the following scalar types: Long, Int; "
        "but got {} instead",
        name, scalarTypeName(indices.dtype()));
}

// Returns the indices as contiguous int64; throws unless each index is below `rows`.
Tensor checkedRows(const Tensor& indices, int64_t rows) {
  const Tensor numbers = dense(indices, DType::Int64);
  for (int64_t i = 0; i < numbers.numel(); ++i) {
    const int64_t row = numbers.data<int64_t>()[i];
    if (row < 0 || row >= rows)
      fail(ErrorKind::Index, "index out of range in self: {} of {} rows", row, rows);
  }
  return numbers;
}

Tensor embedding(const Tensor& weight, const Tensor& indices, int64_t, bool, bool) {
  if (weight.dim() < 1) fail("'weight' must have at least one dimension");
  if (weight.dim() != 2 && indices.dim() == 1 && weight.dim() < 2) fail("'weight' must be 2-D");
  checkIndices("indices", indices);
  const auto inferred = shape_rules::embedding(weight.sizes(), indices.sizes());
  const Tensor result = tensor::emptyBeside(weight, inferred.shape.sizes(), weight.dtype());
  if (result.isMeta() || indices.isMeta()) return result;
  const Tensor rows = checkedRows(indices, weight.size(0)), table = contiguous(weight);
  const size_t bytes = weight.size(0) == 0
                           ? 0
                           : static_cast<size_t>(table.numel() / weight.size(0)) * table.itemSize();
  for (int64_t i = 0; i < rows.numel(); ++i)
    std::memcpy(result.bytes() + static_cast<size_t>(i) * bytes,
                table.bytes() + static_cast<size_t>(rows.data<int64_t>()[i]) * bytes, bytes);
  return result;
}

using Bag = std::tuple<Tensor, Tensor, Tensor, Tensor>;
enum BagMode { kSum = 0, kMean = 1, kMax = 2 };

// Returns the bags, the bag of each index, the size of each bag, and for max the index of each
// element.
Bag embeddingBag(const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool,
                 int64_t mode, bool, const Tensor& perSample, bool includeLastOffset,
                 int64_t paddingIndex) {
  if (weight.dim() != 2)
    fail("embedding_bag: weight has to be a matrix, but has shape {}", shapeText(weight.sizes()));
  if (indices.dim() != 1 || offsets.dim() != 1)
    fail("embedding_bag: input and offsets have to be a 1D Tensor, but got {}D and {}D",
         indices.dim(), offsets.dim());
  checkIndices("indices", indices);
  checkIndices("offsets", offsets);
  checkFloating("embedding_bag", weight.dtype());
  const int64_t rows = weight.size(0), features = weight.size(1), count = indices.size(0);
  if (perSample.defined() &&
      (mode != kSum || perSample.dtype() != weight.dtype() || perSample.sizes() != indices.sizes()))
    fail(
        "embedding_bag: per_sample_weights need mode='sum', the weight's dtype and the shape of "
        "input");
  if (paddingIndex < -1 || paddingIndex >= rows)
    fail("padding_idx must be within the number of embeddings, {}, but got {}", rows, paddingIndex);
  const Tensor at = checkedRows(indices, rows), starts = dense(offsets, DType::Int64);
  const int64_t* start = starts.data<int64_t>();
  if (starts.numel() > 0 && start[0] != 0)
    fail(
        "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from "
        "position 0. However, got {}",
        start[0]);
  if (starts.numel() > 0 && start[starts.numel() - 1] > count)
    fail("offsets[-1] can not be greater than input's length: {} but got offsets[-1] of {}", count,
         start[starts.numel() - 1]);
  const int64_t bags = std::max<int64_t>(0, starts.numel() - (includeLastOffset ? 1 : 0));
  const DType compute = computeDType(weight.dtype()), number = indices.dtype();
  const Tensor result = tensor::empty(Dims{bags, features}, compute);
  fill(result, 0);
  const Tensor table = dense(weight, compute),
               factors = perSample.defined() ? dense(perSample, compute) : perSample;
  // As in PyTorch, mode sum does not return bag sizes, only a zero per offset, and no bags of
  // indices for float32.
  const bool isSum = mode != kMean && mode != kMax;
  const Tensor bagOf = tensor::empty(Dims{count}, DType::Int64),
               sizes = tensor::empty(Dims{isSum ? starts.numel() : bags}, DType::Int64);
  const Tensor most = tensor::empty(Dims{bags, features}, DType::Int64);
  fill(sizes, 0);
  fill(most, 0);
  visitFloat(compute, [&]<typename T>() {
    for (int64_t bag = 0; bag < bags; ++bag) {
      const int64_t end = bag + 1 < starts.numel() ? start[bag + 1] : count;
      T* to = result.data<T>() + bag * features;
      int64_t used = 0;
      for (int64_t i = start[bag]; i < end; ++i) {
        bagOf.data<int64_t>()[i] = bag;
        const int64_t row = at.data<int64_t>()[i];
        if (row == paddingIndex) continue;
        const T* from = table.data<T>() + row * features;
        const T factor = factors.defined() ? factors.data<T>()[i] : T(1);
        if (mode != kMax)
          inVectors([=]<size_t>() TS_INLINED_LAMBDA {
#pragma GCC ivdep
            for (int64_t f = 0; f < features; ++f) to[f] += factor * from[f];
          });
        for (int64_t f = 0; mode == kMax && f < features; ++f)
          if (used == 0 || from[f] > to[f]) {
            to[f] = from[f];
            most.data<int64_t>()[bag * features + f] = row;
          }
        ++used;
      }
      if (!isSum) sizes.data<int64_t>()[bag] = used;
      if (mode == kMean && used > 0)
        for (int64_t f = 0; f < features; ++f) to[f] /= static_cast<T>(used);
    }
  });
  const bool hasNoBags = isSum && weight.dtype() == DType::Float32 && paddingIndex < 0;
  return {toDType(result, weight.dtype()),
          hasNoBags ? tensor::empty(Dims{0}, number) : toDType(bagOf, number),
          toDType(sizes, number), toDType(mode == kMax ? most : sizes, number)};
}

Bag embeddingBagPlain(const Tensor& weight, const Tensor& indices, const Tensor& offsets,
                      bool scale, int64_t mode, bool sparse, const Tensor& perSample,
                      bool includeLastOffset) {
  return embeddingBag(weight, indices, offsets, scale, mode, sparse, perSample, includeLastOffset,
                      -1);
}

Bag embeddingBagPadding(const Tensor& weight, const Tensor& indices, const Tensor& offsets,
                        bool scale, int64_t mode, bool sparse, const Tensor& perSample,
                        bool includeLastOffset, std::optional<int64_t> padding) {
  if (weight.dim() == 2 && padding && *padding < 0) *padding += weight.size(0);
  return embeddingBag(weight, indices, offsets, scale, mode, sparse, perSample, includeLastOffset,
                      padding.value_or(-1));
}

// Like embeddingBag, but mode sum returns a size of 0 for each bag.
Bag embeddingBagForGradients(const Tensor& weight, const Tensor& indices, const Tensor& offsets,
                             bool scale, int64_t mode, bool sparse, const Tensor& perSample,
                             bool includeLastOffset, int64_t paddingIndex) {
  auto [result, bagOf, sizes, most] = embeddingBag(weight, indices, offsets, scale, mode, sparse,
                                                   perSample, includeLastOffset, paddingIndex);
  const int64_t bags = result.size(0);
  const bool isSum = mode != kMean && mode != kMax;
  return {result, bagOf, isSum ? narrow(sizes, 0, 0, bags) : sizes,
          isSum ? narrow(most, 0, 0, bags) : most};
}

// Scales each indexed row whose norm exceeds maxNorm down to maxNorm.
Tensor embeddingRenorm(const Tensor& self, const Tensor& indices, double maxNorm, double p) {
  if (self.dim() != 2) fail("'self' must be 2-D");
  checkIndices("indices", indices);
  checkFloating("embedding_renorm", self.dtype());
  const Tensor rows = checkedRows(indices, self.size(0)), table = dense(self, DType::Float64);
  std::vector<int64_t> wanted(rows.data<int64_t>(), rows.data<int64_t>() + rows.numel());
  sortUnique(wanted);
  const Tensor changed = clone(table);
  for (int64_t row : wanted) {
    double* values = changed.data<double>() + row * self.size(1);
    double norm = 0;
    for (int64_t i = 0; i < self.size(1); ++i) {
      const double size = std::abs(values[i]);
      norm = std::isinf(p) ? std::max(norm, size) : norm + std::pow(size, p);
    }
    if (!std::isinf(p)) norm = std::pow(norm, 1 / p);
    if (norm > maxNorm)
      for (int64_t i = 0; i < self.size(1); ++i) values[i] *= maxNorm / (norm + 1e-7);
  }
  return toDType(changed, self.dtype());
}

constexpr Kernel kEmbeddingKernels[] = {
    {"aten::embedding", boxed<embedding>},
    {"aten::embedding.out", generatedOutOf<embedding>},
    {"aten::embedding_bag", boxed<embeddingBagPlain>},
    {"aten::embedding_bag.padding_idx", boxed<embeddingBagPadding>},
    {"aten::_embedding_bag", boxed<embeddingBagForGradients>},
    {"aten::_embedding_bag.out", generatedOutOf<embeddingBagForGradients>},
    {"aten::_embedding_bag_forward_only", boxed<embeddingBag>},
    {"aten::_embedding_bag_forward_only.out", generatedOutOf<embeddingBag>},
    {"aten::embedding_renorm", boxed<embeddingRenorm>},
    {"aten::embedding_renorm.out", generatedOutOf<embeddingRenorm>},
    {"aten::embedding_renorm_", inPlaceOf<embeddingRenorm>},
};

}  // namespace

std::span<const Kernel> embeddingKernels() { return kEmbeddingKernels; }

}  // namespace ts::kernels
