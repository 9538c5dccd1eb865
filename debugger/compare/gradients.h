// The gradients of a call: of the sum of its results, with respect to the parameters of a module
// and to the floating-point tensors among the arguments.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/autodiff/tape_watcher.h"
#include "debugger/compare/event.h"
#include "debugger/compare/program.h"

namespace ts::debugger {

// A call whose gradients are taken.
class DifferentiatedCall {
 public:
  // Replaces floating-point arguments by copies that require gradients.
  DifferentiatedCall(TargetProgram& program, Arguments& arguments);
  // Runs the tape of the results of the call. Returns a dict of the gradients by name; None: no
  // gradient. Raises what the tape raises.
  IValue gradients(const eval::Value& callee, const eval::Value& result);

 private:
  // A tensor whose gradient is asked for.
  struct Leaf {
    std::string name;
    eval::Value value;
  };
  void addParameters(const eval::Value& callee);

  TargetProgram& program_;
  std::vector<Leaf> leaves_;
};

// One node of the tape, as it ran.
struct TapeStep {
  std::string node;               // "MulBackward0"
  Site site;                      // of the forward code; may be empty
  std::vector<IValue> gradients;  // of the node's outputs; None: no gradient
  std::vector<IValue> results;    // of its edges
};

struct Gradients {
  IValue values;                // see DifferentiatedCall; not a dict: not computed
  std::vector<TapeStep> steps;  // in the order in which they ran
};

// Records the tape of this thread during its lifetime.
class TapeRecorder final : private autodiff::TapeWatcher {
 public:
  // place: where the program is.
  explicit TapeRecorder(std::function<Site()> place);
  ~TapeRecorder() override;
  TapeRecorder(const TapeRecorder&) = delete;
  TapeRecorder& operator=(const TapeRecorder&) = delete;

  std::vector<TapeStep> take() { return std::move(steps_); }

 private:
  void recorded(const autodiff::Node& node) override;
  void entered(const autodiff::Node& node, std::span<const tensor::Tensor> gradients) override;
  void left(const autodiff::Node& node, std::span<const tensor::Tensor> results) override;
  std::vector<IValue> kept(std::span<const tensor::Tensor> gradients);

  std::function<Site()> place_;
  autodiff::TapeWatcher* const outer_;
  std::unordered_map<uint64_t, Site> sites_;  // by the node's number
  std::vector<TapeStep> steps_;
  std::vector<size_t> open_;  // the steps that run; a node may run the tape itself
  size_t elements_ = 0;       // of the gradients that are kept
};

}  // namespace ts::debugger
