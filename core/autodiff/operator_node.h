// The node of a recorded operator.
#pragma once

#include <functional>
#include <initializer_list>
#include <string_view>

#include "core/autodiff/derivatives.h"
#include "core/autodiff/gradient_names.h"
#include "core/autodiff/saved_value.h"
#include "core/ops/schema.h"

namespace ts::autodiff {

// Calls an operator by its name: see callTensor().
using TensorCall = std::function<Tensor(std::string_view name, std::initializer_list<IValue>)>;

// The properties of a tensor that its gradient has, too.
struct GradientShape {
  tensor::Dims sizes;
  tensor::DType dtype = tensor::DType::Float32;

  explicit GradientShape(const Tensor& tensor) : sizes(tensor.sizes()), dtype(tensor.dtype()) {}
  // Sums, converts and takes the real part as operators with broadcasting need it.
  Tensor fit(Tensor gradient, const TensorCall& call) const;
  Tensor fit(Tensor gradient) const;
  Tensor zeros(const TensorCall& call) const;
  Tensor zeros() const;
  // Zeros, all of which are one element in memory.
  Tensor likeness() const;
};

class OperatorNode final : public Node {
 public:
  struct Record {
    const ops::FunctionSchema* schema;
    const Derivative* derivative;       // null: none is known
    std::vector<bool> isWanted;         // by argument: it requires a gradient
    std::vector<SavedValue> arguments;  // by argument
    std::vector<size_t> firstEdges;     // by argument: its first edge
    std::vector<GradientShape> inputs;  // by edge
  };
  OperatorNode(const char* name, std::vector<Edge> edges, Record record);

  // True if the gradient of an argument that requires one needs the argument, or result, `index`.
  static bool needs(const Record& record, Parameter::Kind kind, size_t index);
  static Ranks ranksOf(const Record& record);
  // The results that the derivative needs; the shapes of all outputs.
  void saveResults(std::span<const IValue> results);

  std::vector<Tensor> run(std::span<const Tensor> gradients, const std::vector<bool>& wanted,
                          interp::Interpreter& interpreter) override;
  std::unique_ptr<RowSum> rowSum(size_t edge, std::span<const Tensor> gradients) override;
  std::vector<Edge> shownEdges() const override;
  bool freeSaved() override;

 private:
  IValue gradientOf(size_t result, std::span<const Tensor> gradients) const;
  IValue shapeOf(size_t argument) const;
  IValue parameterValue(const Parameter& parameter, std::span<const Tensor> gradients);
  std::vector<IValue> parameterValues(const Formula& formula, std::span<const Tensor> gradients);

  Record record_;
  std::vector<SavedValue> results_;          // by result
  std::vector<size_t> firstOutputs_;         // by result
  std::vector<GradientShape> outputShapes_;  // by output
};

}  // namespace ts::autodiff
