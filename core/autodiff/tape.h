// Records the operators whose arguments require gradients.
#pragma once

#include <initializer_list>
#include <memory>
#include <string_view>

#include "core/autodiff/node.h"
#include "core/interp/result_marker.h"
#include "core/kernels/registry.h"
#include "core/ops/schema.h"

namespace ts::autodiff {

using kernels::Stack;
using tensor::IValue;

struct Derivative;

// One call of an operator, which may be recorded.
class RecordedCall {
 public:
  // Reads the arguments on the stack, before the operator runs. Throws tensor::Error for a write to
  // a leaf that requires a gradient.
  RecordedCall(const ops::FunctionSchema& schema, const Stack& stack);
  ~RecordedCall();
  RecordedCall(const RecordedCall&) = delete;
  RecordedCall& operator=(const RecordedCall&) = delete;
  // If the operator is a composite one that is to be recorded: replaces the arguments on the stack
  // by its results, records the operators that compute them, and returns true.
  bool runParts(Stack& stack) const;
  bool isComposite() const { return composite_ != nullptr; }
  // Makes the results on the stack outputs of a node, if an argument requires a gradient.
  void finish(const Stack& stack);

 private:
  struct Arguments;
  void rememberViews(const Stack& stack) const;

  const ops::FunctionSchema& schema_;
  Tensor viewed_;                          // the argument of which the results are views
  std::vector<Tensor> written_;            // the arguments that the operator changes
  std::vector<uint32_t> versions_;         // theirs, before
  std::unique_ptr<Arguments> arguments_;   // null: not recorded
  const Derivative* composite_ = nullptr;  // of a composite operator that is to be recorded
};

// Runs and records an operator. The stack must contain all arguments of the schema; they are
// replaced by the results. Throws tensor::Error.
void call(const ops::FunctionSchema& schema, Stack& stack);
// The same by name, such as "aten::add.Tensor", with all arguments of the schema. Returns the first
// result.
Tensor callTensor(std::string_view name, std::initializer_list<IValue> arguments);

// True if results of an operator may require a gradient.
bool isDifferentiated(const ops::FunctionSchema& schema);
// True for tensors of numbers that are not integers.
bool mayRequireGradient(const Tensor& tensor);
// Replaces the arguments of a composite operator on the stack by its results: runs its parts, with
// a marker. The operator must have parts.
void runParts(const ops::FunctionSchema& schema, const Derivative& derivative,
              const interp::ResultMarker& marker, Stack& stack);
// The thread's interpreter of the tape's own functions, without machine code. It keeps their
// bytecode.
interp::Interpreter& tapeInterpreter();

// Records the operators of compiled code. Writes to leaves are allowed there.
class TapeMarker final : public interp::ResultMarker {
 public:
  // It has no state, so that one serves all interpreters.
  static const TapeMarker& instance();
  // True for a function that uses the tape, and if gradients are enabled and one of the arguments
  // requires a gradient, directly or in a container.
  static bool isNeeded(interp::Interpreter& interpreter, const ir::Function& function,
                       std::span<const IValue> arguments);
  void run(const ops::FunctionSchema& schema, kernels::KernelFunction kernel,
           Stack& stack) const override;
  // Regions are recorded as one node: see region.h.
  bool mayJoin(const ops::FunctionSchema& schema) const override;
  std::unique_ptr<interp::RecordedRegion> makeRegion(const ir::GraphPtr& graph) const override;
};

}  // namespace ts::autodiff
