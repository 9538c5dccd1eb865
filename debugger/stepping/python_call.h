// A call of a scripted function that Python runs in place of the graph.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/eval/vm/vm.h"
#include "core/ir/ir.h"
#include "core/tensor/ivalue.h"

namespace ts::stepping {

// Finds the Python function behind a graph, and carries the call's values to Python and back.
// Lists, dicts and the attributes of modules are copied before the call and copied back after it,
// so that both sides see their changes. Tensors are shared.
class PythonCall {
 public:
  // As in interp::Observer::framePushed(), whose values must outlive the call.
  PythonCall(eval::Vm& vm, const ir::Graph& graph, std::string_view function,
             std::span<const tensor::IValue> arguments);

  // Tells why Python cannot run the call; empty: it can.
  const std::string& problem() const { return problem_; }
  // Returns the results of the graph. Throws interp::Exception when the function raises.
  std::vector<tensor::IValue> run();

 private:
  void findFunction(std::string_view name);
  void findMutableParts();
  void copyToPython();
  void copyBack();
  std::vector<tensor::IValue> call();
  // The index of the first argument that is a parameter's value, not `self`.
  size_t firstValue() const { return module_.isUnbound() ? 0 : 1; }

  eval::Vm& vm_;
  const ir::Graph& graph_;
  const std::span<const tensor::IValue> arguments_;
  std::string problem_;
  eval::Value callee_;  // a function, or a method bound to the Python module
  eval::Value module_;  // the Python module; Unbound for a function
  const eval::Code* code_ = nullptr;
  std::vector<eval::Value> values_;  // of the parameters, without `self`
};

}  // namespace ts::stepping
