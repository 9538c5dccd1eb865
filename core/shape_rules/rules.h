// The rules for shapes of results: one function for each kind of operator.
//
// Rules are pure functions. A rule reports a violation only when it is certain: an unknown size
// fits everything. Callers choose the words for a violation. Rules do not allocate for shapes of up
// to six dimensions.
#pragma once

#include "core/shape_rules/result.h"

namespace ts::shape_rules {

// ---- broadcast.cpp

// The common shape of elementwise operands. Condition: Broadcast.
Inferred broadcast(const ShapeView& a, const ShapeView& b);
// The same without a copy of the result: `sizes` has as many elements as the longer shape.
Violation broadcastInto(const ShapeView& a, const ShapeView& b, std::span<int64_t> sizes);
// Tensor.expand. A wanted size of -1 keeps the size; in a new leading dimension it is unknown.
// Conditions: FewerDimensions, NotNegative, Expanded.
Inferred expand(const ShapeView& shape, std::span<const int64_t> sizes);

// ---- matmul.cpp

// torch.matmul: vectors, matrices and batches of matrices, whose batch dimensions broadcast.
// Conditions: HasDimensions, Inner, Broadcast.
Inferred matmul(const ShapeView& a, const ShapeView& b);
// torch.mm (rank 2) and torch.bmm (rank 3), which do not broadcast. Conditions: Rank, Inner, Batch.
Inferred matrixProduct(const ShapeView& a, const ShapeView& b, size_t rank);
// weight: [out, in]. Conditions: Rank (of the weight), HasDimensions (of the input), Inner.
Inferred linear(const ShapeView& input, const ShapeView& weight);
// Two vectors. Condition: Rank.
Inferred outer(const ShapeView& a, const ShapeView& b);
// weight: [rows, columns...]; each index becomes a row.
Inferred embedding(const ShapeView& weight, const ShapeView& indices);

// ---- windows.cpp

// A list argument with one number for each spatial dimension, or one number for all of them. The
// list must outlive this object.
class PerDimension {
 public:
  PerDimension(int64_t number) : number_(number) {}
  PerDimension(std::span<const int64_t> list) : list_(list) {
    if (list.size() == 1) number_ = list[0];
  }
  PerDimension(const std::vector<int64_t>& list) : PerDimension(std::span(list)) {}
  // kUnknown for a dimension without a number.
  int64_t operator[](size_t i) const {
    return list_.size() <= 1 ? number_ : i < list_.size() ? list_[i] : kUnknown;
  }

 private:
  std::span<const int64_t> list_;
  int64_t number_ = kUnknown;
};

// A window that slides along one dimension. A negative number is unknown.
struct Window {
  int64_t kernel;
  int64_t stride = 1;
  int64_t before = 0, after = 0;  // padding
  int64_t dilation = 1;

  // The elements from the first to the last that the window covers; INT64_MAX for more.
  int64_t reach() const;
  bool isKnown() const;
};
// The positions of a window over `size` elements; less than 1 when the window is larger than the
// padded input, INT64_MAX when the padded input has too many elements. ceilMode: a last position
// may reach over the end when it begins inside the input or the padding before it. Null when a
// number is unknown.
std::optional<int64_t> windowPositions(int64_t size, const Window& window, bool ceilMode = false);
// The inverse, for transposed convolutions.
std::optional<int64_t> transposedPositions(int64_t size, const Window& window,
                                           int64_t outputPadding);

struct Convolution {
  PerDimension stride = 1;
  PerDimension before = 0, after = 0;  // padding
  PerDimension dilation = 1;
  bool transposed = false;
  PerDimension outputPadding = 0;
  int64_t groups = 1;
  bool keepsSizes = false;  // padding="same", which needs a stride of 1; ignores the padding

  Window window(const ShapeView& weight, size_t dimension) const;
};
// The convolution of input [N, C, sizes...] or [C, sizes...] with weight [out, in / groups,
// kernel...]; transposed: [in, out / groups, kernel...]. Any number of spatial dimensions. The rank
// of the weight must be known. Conditions: Rank, Groups, Channels, KernelFits; transposed:
// OutputPadding, OutputSize.
Inferred convolution(const ShapeView& input, const ShapeView& weight, const Convolution& arguments);

struct Pooling {
  PerDimension kernel;
  PerDimension stride;
  PerDimension padding = 0;
  PerDimension dilation = 1;
  bool ceilMode = false;
  int64_t least = 1;  // the smallest size of the result that is allowed
};
// Pooling over the last `rank` dimensions of [N, C, sizes...] or [C, sizes...]. Conditions: Rank,
// OutputSize.
Inferred pooling(const ShapeView& input, size_t rank, const Pooling& arguments);
// Upsampling and adaptive pooling: the last `rank` dimensions get the sizes. Condition: Rank.
Inferred resize(const ShapeView& input, size_t rank, const PerDimension& sizes);
// Checks that `rank` spatial dimensions follow the channels and an optional batch. Condition: Rank,
// which expects the number of dimensions with a batch.
Violation checkSpatial(const ShapeView& input, size_t rank);

// ---- views.cpp. Condition of all that take a dimension: DimensionInRange.

// view and reshape: `sizes` with a -1 replaced by the size that is left for it. Sizes are as they
// were given when `elements` is unknown. Conditions: OneInferred, NotNegative, Inferable, Elements.
Inferred view(std::span<const int64_t> sizes, int64_t elements);
// Condition: Ordered.
Inferred flatten(const ShapeView& shape, int64_t start, int64_t end);
Inferred transpose(const ShapeView& shape, int64_t a, int64_t b);
// Conditions: Rank (of the list of dimensions), DistinctDimensions.
Inferred permute(const ShapeView& shape, std::span<const int64_t> dims);
// Unknown when the size of the dimension is.
Inferred squeeze(const ShapeView& shape, int64_t dim);
// Without any dimension of size 1; unknown when a size is.
Inferred squeezeAll(const ShapeView& shape);
// A new dimension in front of `dim`.
Inferred unsqueeze(const ShapeView& shape, int64_t dim, int64_t size = 1);
// Removes a dimension. Condition: HasDimensions.
Inferred select(const ShapeView& shape, int64_t dim);
// Another size in one dimension: slice, narrow, index_select. Condition: HasDimensions.
Inferred withSize(const ShapeView& shape, int64_t dim, int64_t size);
// The sizes of the parts that torch.split and torch.chunk make of `size` elements. Null when there
// are more than kMostParts, or `each` or `chunks` is not positive.
inline constexpr int64_t kMostParts = int64_t{1} << 20;
std::optional<std::vector<int64_t>> splitSizes(int64_t size, int64_t each);
std::optional<std::vector<int64_t>> chunkSizes(int64_t size, int64_t chunks);
// True when parts of these sizes make `size` elements; unknown sizes, and an unknown `size`, fit.
bool fitParts(std::span<const int64_t> sizes, int64_t size);

// ---- join.cpp

// The shape of torch.cat, one tensor after another. Tensors of shape [0] are skipped, as in
// PyTorch. Not thread-safe.
class Joining {
 public:
  explicit Joining(int64_t dim) : dim_(dim) {}
  // Conditions: HasDimensions, DimensionInRange, Rank, Joined. The shape stays after a violation.
  Violation add(const ShapeView& shape);
  // [0] when all tensors were skipped.
  PartialShape take() &&;

  static bool isSkipped(const ShapeView& shape) { return shape.isRank(1) && shape.fromEnd(1) == 0; }

 private:
  int64_t dim_;
  bool isEmpty_ = true;
  PartialShape joined_;
};
// torch.stack: the tensors have equal shapes. Conditions: Rank, Joined.
Violation checkEqual(const ShapeView& first, const ShapeView& other);

// ---- reduce.cpp

// A set of dimensions of one tensor, which has at most 64.
class DimSet {
 public:
  bool has(size_t dim) const { return dim < 64 && (bits_ >> dim & 1) != 0; }
  void add(size_t dim) { bits_ |= uint64_t{1} << dim; }

 private:
  uint64_t bits_ = 0;
};
struct [[nodiscard]] ReductionDims {
  DimSet dims;
  Violation violation;
};
// The dimensions of a reduction; an empty list means all of them. Conditions: DimensionInRange,
// DistinctDimensions, AtMost64Dimensions.
ReductionDims reductionDims(std::span<const int64_t> dims, size_t rank);
// `sizes` without the reduced dimensions; keepdim: with size 1 there.
Dims reduce(std::span<const int64_t> sizes, const DimSet& reduced, bool keepdim);

}  // namespace ts::shape_rules
