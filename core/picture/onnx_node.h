// The operands and attributes of one ONNX operator.
#pragma once

#include "core/picture/node_shapes.h"
#include "core/picture/onnx_shapes.h"

namespace ts::viz {

class OnnxNode : public NodeShapes {
 public:
  OnnxNode(const Model& model, const ModelNode& node, const Overlay& overlay,
           const std::vector<std::optional<Integers>>& integers)
      : NodeShapes(model, node, overlay), integers_(integers) {}

  size_t inputs() const { return node().arguments.size(); }
  // False for an input that is left out.
  bool has(size_t input) const {
    const ModelArgument* modelArgument = argument(input);
    return modelArgument != nullptr && !(modelArgument->folded && modelArgument->text == "None");
  }
  // Also of literals.
  shape_rules::PartialShape shape(size_t input) const;
  // The elements of an input; nothing: unknown.
  std::optional<Integers> integers(size_t input) const;
  // The real numbers of a literal; empty: unknown.
  std::vector<double> reals(size_t input) const;

  // Empty texts and lists: the node lacks the attribute.
  std::string_view text(std::string_view attribute) const;
  Integers list(std::string_view attribute) const { return integersOf(text(attribute)); }
  int64_t number(std::string_view attribute, int64_t otherwise) const {
    const Integers all = list(attribute);
    return all.size() == 1 ? all[0] : otherwise;
  }
  bool flag(std::string_view attribute, bool otherwise) const {
    return number(attribute, otherwise ? 1 : 0) != 0;
  }
  // An operand that newer versions of an operator have as an input, older ones as an attribute.
  std::optional<Integers> operand(size_t input, std::string_view attribute) const;

 private:
  const std::vector<std::optional<Integers>>& integers_;
};

}  // namespace ts::viz
