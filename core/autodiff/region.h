// Regions: operators that the tape records as one node.
#pragma once

#include <deque>

#include "core/autodiff/graph_gradient.h"

namespace ts::autodiff {

// Has a GraphGradient for each combination of shapes, dtypes and numbers that it meets. For one
// interpreter.
class Region final : public interp::RecordedRegion {
 public:
  explicit Region(ir::GraphPtr graph) : graph_(std::move(graph)) {}
  bool run(interp::Interpreter& interpreter, std::span<const IValue> inputs,
           std::vector<IValue>& results) override;
  const std::string& refusal() const override { return refusal_; }

 private:
  using Key = std::vector<int64_t>;
  struct Variant {
    Key key;
    std::shared_ptr<GraphGradient> gradient;  // null: the region cannot be recorded
    std::string refusal = {};
  };
  // More combinations are recorded operator by operator.
  static constexpr size_t kMostVariants = 16;

  bool readKey(std::span<const IValue> inputs);
  // Null: none. outputs: those of the call, if it made the variant.
  Variant* variantFor(std::span<const IValue> inputs, std::vector<Tensor>& outputs);
  bool compute(interp::Interpreter& interpreter, std::span<const IValue> inputs,
               std::vector<IValue>& results);

  const ir::GraphPtr graph_;
  std::deque<Variant> variants_;
  Key key_;                         // of the last call
  std::vector<bool> requiresGrad_;  // by tensor among its inputs
  std::string refusal_;
};

}  // namespace ts::autodiff
