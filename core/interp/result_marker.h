// Records operators whose arguments require a gradient.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/ir.h"
#include "core/kernels/registry.h"
#include "core/ops/schema.h"
#include "core/tensor/ivalue.h"

namespace ts::interp {

// True if a value is a tensor that requires a gradient, or a list that contains one.
bool requiresGradient(const tensor::IValue& value);

// The operators that change or read the tape. Markers run them.
inline constexpr std::array<std::string_view, 4> kTapeOperators = {
    "aten::grad", "aten::backward", "aten::requires_grad_", "prim::grad"};
// True if a graph, or one of a function that it calls, has such an operator or enters
// torch.autocast. A method of an interface is not known.
bool usesTape(const ir::Graph& graph);
// True for the classes of torch.autocast and of torch.cuda.amp.autocast.
bool isAutocast(const types::ClassType& type);

class Interpreter;

// Operators that run, and are recorded, as one.
class RecordedRegion {
 public:
  virtual ~RecordedRegion() = default;
  // Runs the region's graph. inputs: a value for each of its inputs. Sets `results`, one for each
  // of its outputs. Returns false, with nothing changed, for values that need operator by operator.
  // Throws nothing: the operators by themselves fail in the same way.
  virtual bool run(Interpreter& interpreter, std::span<const tensor::IValue> inputs,
                   std::vector<tensor::IValue>& results) = 0;
  // The reason why the last run() returned false.
  virtual const std::string& refusal() const = 0;
};

// Kernels compute no gradients, and their results require none. A marker records the operators;
// while an interpreter has one, each operator runs by itself, or in a region of the marker.
// Thread-safe.
class ResultMarker {
 public:
  virtual ~ResultMarker() = default;
  // Runs an operator, whose arguments are on the stack, and marks its results.
  virtual void run(const ops::FunctionSchema& schema, kernels::KernelFunction kernel,
                   kernels::Stack& stack) const = 0;
  // True if a region may contain an operator.
  virtual bool mayJoin(const ops::FunctionSchema&) const { return false; }
  // A region of a graph of such operators, lists of tensors and constants. Null: there are none.
  virtual std::unique_ptr<RecordedRegion> makeRegion(const ir::GraphPtr&) const { return nullptr; }
};

}  // namespace ts::interp
