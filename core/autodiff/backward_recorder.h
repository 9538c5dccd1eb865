// Reverse mode over the graph of a GraphGradient: records a backward graph, or only computes.
#pragma once

#include "core/autodiff/graph_gradient.h"
#include "core/interp/interpreter.h"

namespace ts::autodiff {

class BackwardRecorder {
 public:
  // gradients: by output; undefined ones are not given. saved: see GraphGradient::saved(). plain:
  // runs the functions of derivatives, and its marker records them; null: records a graph.
  BackwardRecorder(const GraphGradient& gradient, std::span<const Tensor> gradients,
                   std::span<const Tensor> saved, const std::vector<bool>& wanted,
                   interp::Interpreter* plain = nullptr);
  // The gradients, by input. Throws tensor::Error and interp::Exception.
  std::vector<Tensor> compute();
  // Likewise, and sets `results`, by input.
  std::unique_ptr<BackwardGraph> record(std::vector<Tensor>& results);

 private:
  Tensor ownTensor(const Tensor& tensor);
  void call(const RecordedOperator& at, interp::Stack& stack);
  IValue run(const RecordedOperator& at, const ir::Function& function, interp::Stack arguments);
  // The gradient of an operator's result; zeros if there is none.
  IValue gradientOf(const RecordedOperator& at, size_t result);
  IValue shapeOf(const RecordedOperator& at, size_t argument);
  IValue argumentOf(const RecordedOperator& at, size_t argument);
  IValue parameterOf(const RecordedOperator& at, const Parameter& parameter);
  // A tensor of the forward graph: saved, or computed again.
  Tensor valueOf(const ir::Value* value);
  void differentiate(const RecordedOperator& at);
  void add(const ir::Value* value, const Tensor& gradient);
  void findNeeded();
  void simplify();

  const GraphGradient& gradient_;
  std::unique_ptr<BackwardGraph> made_ = std::make_unique<BackwardGraph>();
  const ir::GraphPtr graph_ = std::make_shared<ir::Graph>();
  GraphRecorder recorder_{*graph_};
  interp::Interpreter* const plain_;
  const TensorCall call_;
  std::unordered_set<const ir::Value*> needed_;  // those that lead to wanted inputs
  std::unordered_map<const ir::Value*, Tensor> values_, gradients_;
};

}  // namespace ts::autodiff
