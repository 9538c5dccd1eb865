// The known part of a tensor's shape, and its origin for messages.
#pragma once

#include <string>
#include <utility>

#include "core/shape_rules/partial_shape.h"
#include "core/source/source_file.h"

namespace ts::shapes {

using shape_rules::kUnknown;

class Shape : public shape_rules::PartialShape {
 public:
  Shape() = default;  // unknown
  Shape(shape_rules::PartialShape sizes) : PartialShape(std::move(sizes)) {}

  // The sizes that are equal in both shapes. The origin is that of this shape.
  Shape joined(const Shape& other) const;
  // "[2, 3]", "[?, 3]", "[..., 20]".
  std::string str() const;

  // The expression that made the shape, and a short text for it: "torch.zeros", "Linear(10, 20)".
  // The expression's own text serves when `producer` is empty.
  SourceRange origin;
  std::string producer;

  // The same sizes with the origin and producer of `source`.
  Shape from(const Shape& source) && {
    origin = source.origin;
    producer = source.producer;
    return std::move(*this);
  }
};

}  // namespace ts::shapes
