// Reverse mode over a graph without control flow: a forward graph that also returns the values that
// have to be saved, and backward graphs from gradients of its results to gradients of its inputs.
//
// The graphs hold for one combination of shapes, dtypes and numbers: both are recorded from runs,
// so that conditions of derivatives are decided, and sums to broadcast shapes are there only where
// a shape differs.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/autodiff/graph_recorder.h"
#include "core/autodiff/node.h"

namespace ts::autodiff {

// A backward graph for those gradients that are there and those that are wanted.
struct BackwardGraph {
  std::vector<bool> given, wanted;  // by output, by input
  ir::GraphPtr graph;               // null: a graph can't express it; see differentiate()
  // Its inputs: gradients of these outputs, then these saved values.
  std::vector<size_t> gradients, saved;
  // Its results are the gradients of these inputs. A wanted input that is missing gets none.
  std::vector<size_t> results;
};

class GraphGradient {
 public:
  // The origin of a saved value: an input, or an output.
  struct Place {
    bool isInput;
    size_t index;
  };
  // A result of the region: an output, an input itself, or a constant.
  struct Result {
    enum class Kind : unsigned char { Output, Input, Constant } kind;
    size_t index = 0;
    IValue constant = {};
  };

  // Runs a graph and records it. inputs: of the graph. requiresGrad: by tensor among them. Throws
  // tensor::Error and interp::Exception if the graph fails or cannot be recorded; see refusal().
  GraphGradient(const ir::GraphPtr& region, std::span<const IValue> inputs,
                const std::vector<bool>& requiresGrad);

  // From the tensors among the inputs to the outputs: the results that are tensors, then the other
  // values that are saved.
  const ir::GraphPtr& forward() const { return forward_; }
  size_t outputs() const { return outputs_.size(); }
  bool outputRequiresGrad(size_t output) const { return recorder_.requiresGrad(outputs_[output]); }
  OutputName nameOf(size_t output) const { return names_[output]; }
  const std::vector<Result>& results() const { return results_; }
  const std::vector<Place>& saved() const { return saved_; }
  // The outputs of the recorded run. Call it once.
  std::vector<Tensor> takeOutputs() { return std::move(recorded_); }

  // The graph for gradients, by output, and wanted inputs. Its first use records it from the values
  // of this call, and sets `results`, by input, to the gradients. Thread-safe.
  const BackwardGraph& backward(std::span<const Tensor> gradients, std::span<const Tensor> saved,
                                const std::vector<bool>& wanted,
                                std::optional<std::vector<Tensor>>& results);

  // The gradients, by input, operator by operator. The interpreter runs derivatives; its marker
  // records them. Throws tensor::Error and interp::Exception. Thread-safe.
  std::vector<Tensor> differentiate(std::span<const Tensor> gradients,
                                    std::span<const Tensor> saved, const std::vector<bool>& wanted,
                                    interp::Interpreter& interpreter) const;

  // For tests: the values that backward graphs compute again.
  size_t recomputed() const { return recomputed_.size(); }

 private:
  friend class BackwardRecorder;
  void record(const ir::GraphPtr& region, std::span<const IValue> inputs,
              const std::vector<bool>& requiresGrad);
  void planSaved();
  void returnSaved();
  void nameOutputs();
  bool mayRecompute(const RecordedOperator& at) const;

  ir::GraphPtr graph_ = std::make_shared<ir::Graph>();
  GraphRecorder recorder_{*graph_};
  ir::GraphPtr forward_;
  std::vector<ir::Value*> inputs_, outputs_, savedValues_;
  std::vector<OutputName> names_;  // of outputs
  std::vector<Result> results_;
  std::vector<Place> saved_;
  std::unordered_map<const ir::Value*, const RecordedOperator*> makers_;
  std::unordered_set<const ir::Value*> recomputed_;
  std::vector<Tensor> recorded_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<BackwardGraph>> backwards_;  // guarded by the mutex
};

}  // namespace ts::autodiff
