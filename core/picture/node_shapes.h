// The operands of one node of a model, as the rules of shapes need them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/picture/model.h"
#include "core/picture/overlay.h"
#include "core/shape_rules/result.h"

namespace ts::viz {

// The integers of "3" or "[1, 1]"; empty when the text has others.
std::vector<int64_t> integersOf(std::string_view text);

// Unknown for operands that do not fit.
inline shape_rules::PartialShape shapeOf(shape_rules::Inferred&& inferred) {
  return inferred ? std::move(inferred.shape) : shape_rules::PartialShape();
}

class NodeShapes {
 public:
  // Refers to all arguments.
  NodeShapes(const Model& model, const ModelNode& node, const Overlay& overlay)
      : model_(model), node_(node), overlay_(overlay) {}

  const ModelNode& node() const { return node_; }
  const Overlay& overlay() const { return overlay_; }
  // By the name in the schema; null: the node has no such argument.
  const ModelArgument* argument(std::string_view name) const;
  const ModelArgument* argument(size_t at) const;

  bool isTensor(const ModelArgument& argument) const;
  // Null: unknown.
  const TensorFacts* facts(const ModelArgument& argument) const;
  shape_rules::PartialShape shape(const ModelArgument* argument) const;  // null: unknown

 private:
  const Model& model_;
  const ModelNode& node_;
  const Overlay& overlay_;
};

}  // namespace ts::viz
