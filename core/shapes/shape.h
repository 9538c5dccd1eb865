// What is known of a tensor's shape.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/source/source_file.h"

namespace ts::shapes {

constexpr int64_t kUnknown = -1;

// Sizes are kept from the end: a layer says what the last dimensions are, whatever stands before
// them. With the number of dimensions known, all of them are there.
class Shape {
 public:
  Shape() = default;  // nothing is known
  // Sizes of all dimensions; kUnknown where one isn't known.
  static Shape of(std::vector<int64_t> sizes);
  // Sizes of the last dimensions.
  static Shape endingIn(std::vector<int64_t> sizes);

  bool hasRank() const { return hasRank_; }
  size_t rank() const { return sizes_.size(); }  // only with hasRank()
  bool isUnknown() const;
  // 1 is the last dimension; kUnknown also for those that may not be there.
  int64_t fromEnd(size_t i) const {
    return i >= 1 && i <= sizes_.size() ? sizes_[sizes_.size() - i] : kUnknown;
  }
  void setFromEnd(size_t i, int64_t size);
  // A dimension as Python counts them; kUnknown where it isn't known, or there is no such.
  int64_t size(int64_t dim) const;
  // The position from the end of a dimension as Python counts them; nothing where it isn't known.
  std::optional<size_t> position(int64_t dim) const;
  // With the rank known.
  const std::vector<int64_t>& sizes() const { return sizes_; }
  std::optional<int64_t> elements() const;

  // With the dimensions from one to another, counted from the start, made one.
  Shape flattened(size_t from, size_t to) const;
  // What holds for both.
  Shape joined(const Shape& other) const;
  // "[2, 3]", "[?, 3]", "[..., 20]".
  std::string str() const;

  // The expression that gave it, and what that was: "torch.zeros", "Linear(10, 20)".
  SourceRange origin;
  std::string maker;

  Shape from(const Shape& source) && {
    origin = source.origin;
    maker = source.maker;
    return std::move(*this);
  }

 private:
  bool hasRank_ = false;
  std::vector<int64_t> sizes_;
};

}  // namespace ts::shapes
