// Records the operators of a run as a graph without control flow: conditions are decided and
// numbers are constants.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/autodiff/operator_node.h"
#include "core/interp/result_marker.h"
#include "core/ir/ir.h"
#include "core/tensor/tensor.h"

namespace ts::autodiff {

using tensor::IValue;
using tensor::Tensor;

// A call of an operator in the graph.
struct RecordedOperator {
  const ops::FunctionSchema* schema;
  std::vector<IValue> arguments;                 // without tensors
  std::vector<std::vector<ir::Value*>> tensors;  // of each argument; null: None in a list
  std::vector<std::vector<ir::Value*>> results;  // the tensors of each result
  ir::Node* node;
};

// Set it as the marker of an interpreter. For one thread. The tensors of the run live as long as
// the recorder.
class GraphRecorder final : public interp::ResultMarker {
 public:
  explicit GraphRecorder(ir::Graph& graph) : state_(std::make_unique<State>(graph)) {}

  // Adds an input to the graph. Returns another tensor on the same memory, with which the run has
  // to work, so that two inputs never are the same tensor.
  Tensor addInput(const Tensor& tensor, bool requiresGrad = false);
  // The tensor that a value was in the run, before forgetTensors().
  Tensor tensorOf(const ir::Value* value) const;
  // Null for a tensor that the recorder does not know.
  ir::Value* valueOf(const Tensor& tensor) const;
  bool requiresGrad(const ir::Value* value) const { return state_->requiring.contains(value); }

  // Runs and records an operator: see callTensor().
  Tensor call(std::string_view name, std::initializer_list<IValue> arguments);
  void call(const ops::FunctionSchema& schema, std::vector<IValue>& stack);
  // Throws tensor::Error for an operator that a graph can't express, and sets refusal().
  void run(const ops::FunctionSchema& schema, kernels::KernelFunction kernel,
           kernels::Stack& stack) const override;
  // Throws tensor::Error, and sets refusal().
  [[noreturn]] void refuse(std::string reason) const;
  // The reason against a graph; empty: none.
  const std::string& refusal() const { return state_->refusal; }
  // Gives running statistics, which normalisations update, the values from before the run.
  void undo() const;
  // Frees the tensors of the run.
  void forgetTensors();
  // In the order of the run.
  const std::vector<RecordedOperator>& operators() const { return state_->operators; }
  // The properties of the tensor that a value was in the run.
  const GradientShape& shapeOf(const ir::Value* value) const { return state_->shapes.at(value); }
  // The place of the next operators in the program: that of a node. Null: of the node that runs.
  void setOrigin(const ir::Node* origin) { state_->origin = origin; }

 private:
  struct State {
    explicit State(ir::Graph& graph) : graph(graph) {}
    ir::Graph& graph;
    std::unordered_map<const tensor::TensorImpl*, ir::Value*> values;
    std::vector<Tensor> tensors;  // keep the keys of `values` alive
    std::vector<RecordedOperator> operators;
    std::string refusal;
    std::unordered_set<const ir::Value*> requiring;
    std::unordered_map<const ir::Value*, GradientShape> shapes;
    std::vector<std::pair<Tensor, Tensor>> statistics;  // with copies from before the run
    const ir::Node* origin = nullptr;
  };
  void know(const Tensor& tensor, ir::Value* value, bool requiresGrad) const;
  bool requiresGrad(const IValue& argument) const;
  bool isNew(const Tensor& tensor) const;
  ir::Value* constant(const IValue& value) const;
  ir::Value* argument(const IValue& value, types::TypePtr type, RecordedOperator& recorded) const;
  void record(const ops::FunctionSchema& schema, std::span<const IValue> arguments,
              std::span<const IValue> results) const;

  const std::unique_ptr<State> state_;  // markers are const while they run
};

}  // namespace ts::autodiff
