// Shapes and results of rules as text, for tables of cases.
#pragma once

#include <string>
#include <utility>

#include "core/shape_rules/rules.h"

namespace ts::shape_rules {

constexpr int64_t U = kUnknown;

inline PartialShape shapeOf(Dims sizes) { return PartialShape::of(std::move(sizes)); }
inline PartialShape endingIn(Dims sizes) { return PartialShape::endingIn(std::move(sizes)); }

// "[2, ?]", "[..., 3]"
inline std::string text(const PartialShape& shape) {
  std::string result = shape.hasRank() ? "[" : "[...";
  for (size_t i = 0; i < shape.sizes().size(); ++i) {
    if (i > 0 || !shape.hasRank()) result += ", ";
    const int64_t size = shape.sizes()[i];
    result += size < 0 ? "?" : std::to_string(size);
  }
  return result + "]";
}

// The name of the condition, then its operand, dimension, expected and actual number.
inline std::string text(const Violation& violation) {
  static constexpr const char* kNames[] = {"None",
                                           "DimensionInRange",
                                           "DistinctDimensions",
                                           "AtMost64Dimensions",
                                           "Rank",
                                           "HasDimensions",
                                           "Ordered",
                                           "Broadcast",
                                           "Inner",
                                           "Batch",
                                           "Groups",
                                           "Channels",
                                           "KernelFits",
                                           "OutputSize",
                                           "OutputPadding",
                                           "Joined",
                                           "OneInferred",
                                           "NotNegative",
                                           "Inferable",
                                           "Elements",
                                           "FewerDimensions",
                                           "Expanded"};
  std::string result = kNames[static_cast<size_t>(violation.condition)];
  for (int64_t number : {static_cast<int64_t>(violation.operand), violation.dim, violation.expected,
                         violation.actual})
    result += " " + std::to_string(number);
  return result;
}

inline std::string text(const Inferred& inferred) {
  return inferred ? text(inferred.shape) : text(inferred.violation);
}

}  // namespace ts::shape_rules
