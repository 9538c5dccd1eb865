// Shapes of the results of ONNX operators. https://onnx.ai/onnx/operators describes the operators.
#pragma once

#include <optional>
#include <vector>

#include "core/picture/model.h"
#include "core/picture/overlay.h"

namespace ts::viz {

// The elements of a short vector of integers, such as the sizes that a Reshape gets from a Shape.
using Integers = std::vector<int64_t>;
inline constexpr int64_t kUnknownInteger = INT64_MIN;

class OnnxShapes {
 public:
  // Refers to both.
  OnnxShapes(const Model& model, Overlay& overlay) : model_(model), overlay_(overlay) {}

  // Adds the shapes and dtypes of the node's results that the overlay does not have. Nodes come in
  // the order of execution.
  void add(const ModelNode& node);

 private:
  const Model& model_;
  Overlay& overlay_;
  std::vector<std::optional<Integers>> integers_;  // by value; may be shorter
};

}  // namespace ts::viz
