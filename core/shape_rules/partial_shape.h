// Shapes of tensors in which some sizes, or the number of dimensions, may be unknown.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/dims.h"

namespace ts::shape_rules {

// A size is at least 0. Every negative number stands for an unknown size.
constexpr int64_t kUnknown = -1;
inline bool isKnown(int64_t size) { return size >= 0; }
// The largest number of dimensions that PyTorch supports.
constexpr int64_t kMostDimensions = 64;
// Both sizes are known and they are not equal.
inline bool differ(int64_t a, int64_t b) { return isKnown(a) && isKnown(b) && a != b; }
// kUnknown when an operand is unknown or the result does not fit 64 bits.
int64_t plus(int64_t a, int64_t b);
int64_t times(int64_t a, int64_t b);
// The number of elements; kUnknown when a size is unknown or the number does not fit 64 bits.
int64_t elements(std::span<const int64_t> sizes);

// `dim` counted from the start; a negative `dim` counts from the end. A shape without dimensions
// accepts 0 and -1. Null when `dim` is out of range.
std::optional<int64_t> wrapDim(int64_t dim, int64_t rank);

// A shape that another object owns. A view costs no copy, so that kernels can pass the sizes of
// their tensors.
class ShapeView {
 public:
  ShapeView(const Dims& sizes) : sizes_(sizes) {}
  ShapeView(const std::vector<int64_t>& sizes) : sizes_(sizes) {}
  // hasRank: false when `sizes` are only the last dimensions of the shape.
  ShapeView(std::span<const int64_t> sizes, bool hasRank = true)
      : sizes_(sizes), hasRank_(hasRank) {}

  bool hasRank() const { return hasRank_; }
  // The number of dimensions; only for shapes with hasRank().
  size_t rank() const { return sizes_.size(); }
  bool isRank(size_t rank) const { return hasRank_ && sizes_.size() == rank; }
  // The known dimensions, which are the last ones.
  std::span<const int64_t> sizes() const { return sizes_; }
  // The size of a dimension counted from the end: 1 is the last. kUnknown for a dimension that the
  // shape does not have.
  int64_t fromEnd(size_t i) const {
    return i >= 1 && i <= sizes_.size() ? sizes_[sizes_.size() - i] : kUnknown;
  }
  // The position from the end of a dimension counted as in Python. Null when the dimension does not
  // exist, and when it is counted from the start of a shape of unknown rank.
  std::optional<size_t> position(int64_t dim) const;

 private:
  std::span<const int64_t> sizes_;
  bool hasRank_ = true;
};

// A shape with its own sizes. The sizes count from the end: a layer tells the last dimensions,
// however many precede them. A shape of known rank has all its dimensions.
class PartialShape {
 public:
  PartialShape() = default;  // unknown
  static PartialShape of(Dims&& sizes) { return {std::move(sizes), true}; }
  static PartialShape endingIn(Dims&& sizes) { return {std::move(sizes), false}; }
  explicit PartialShape(const ShapeView& view) : sizes_(view.sizes()), hasRank_(view.hasRank()) {}
  operator ShapeView() const { return {sizes_, hasRank_}; }

  bool hasRank() const { return hasRank_; }
  size_t rank() const { return sizes_.size(); }  // only with hasRank()
  bool isRank(size_t rank) const { return hasRank_ && sizes_.size() == rank; }
  const Dims& sizes() const { return sizes_; }
  Dims takeSizes() && { return std::move(sizes_); }
  bool isUnknown() const;
  int64_t fromEnd(size_t i) const { return ShapeView(*this).fromEnd(i); }
  std::optional<size_t> position(int64_t dim) const { return ShapeView(*this).position(dim); }
  // The size of a dimension counted as in Python; kUnknown when it is unknown or does not exist.
  int64_t size(int64_t dim) const;
  int64_t elements() const { return hasRank_ ? shape_rules::elements(sizes_) : kUnknown; }

  // Does nothing for a dimension that a shape of known rank does not have.
  void setFromEnd(size_t i, int64_t size);
  void append(int64_t size) { sizes_.push_back(size); }

 private:
  PartialShape(Dims&& sizes, bool hasRank) : sizes_(std::move(sizes)), hasRank_(hasRank) {}

  Dims sizes_;
  bool hasRank_ = false;
};

}  // namespace ts::shape_rules
