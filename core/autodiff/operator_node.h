// The node of a recorded operator.
#pragma once

#include "core/autodiff/derivatives.h"
#include "core/autodiff/node.h"
#include "core/ops/schema.h"
#include "core/tensor/ivalue.h"

namespace ts::autodiff {

using tensor::IValue;

// The properties of a tensor that its gradient has, too.
struct GradientShape {
  tensor::Dims sizes;
  tensor::DType dtype = tensor::DType::Float32;

  explicit GradientShape(const Tensor& tensor) : sizes(tensor.sizes()), dtype(tensor.dtype()) {}
  // Sums, converts and takes the real part as operators with broadcasting need it.
  Tensor fit(Tensor gradient) const;
  Tensor zeros() const;
};

// A value that a derivative needs. Its tensors may not change before the derivative reads them.
class SavedValue {
 public:
  SavedValue() = default;
  // A result is saved without its history, which would keep the node alive.
  SavedValue(const IValue& value, bool isResult);
  // Throws tensor::Error if a tensor has changed. node: of a result, whose `output` the value is.
  IValue read(Node* node, size_t output) const;

 private:
  IValue value_;
  bool isResult_ = false;
  std::vector<uint64_t> writes_;  // of the tensors' storages when they were saved
};

class OperatorNode final : public Node {
 public:
  struct Record {
    const ops::FunctionSchema* schema;
    const Derivative* derivative;       // null: none is known
    std::vector<SavedValue> arguments;  // by argument
    std::vector<size_t> firstEdges;     // by argument: its first edge
    std::vector<GradientShape> inputs;  // by edge
  };
  OperatorNode(const char* name, std::vector<Edge> edges, Record record);

  // The results that the derivative needs; the shapes of all outputs.
  void saveResults(std::span<const IValue> results);

  std::vector<Tensor> run(std::span<const Tensor> gradients, const std::vector<bool>& wanted,
                          interp::Interpreter& interpreter) override;
  void freeSaved() override;

 private:
  IValue gradientOf(size_t result, std::span<const Tensor> gradients) const;
  IValue shapeOf(size_t argument) const;
  IValue parameterValue(const Parameter& parameter, std::span<const Tensor> gradients);

  Record record_;
  std::vector<SavedValue> results_;          // by result
  std::vector<size_t> firstOutputs_;         // by result
  std::vector<GradientShape> outputShapes_;  // by output
  bool isReleased_ = false;
};

}  // namespace ts::autodiff
