// A frame of the tape: a node that computes gradients.
#pragma once

#include <utility>

#include "debugger/stepping/tape_tracker.h"

namespace ts::stepping {

class TapeFrame final : public StackFrame {
 public:
  // gradients: of the node's outputs; empty for a node that has run already. module: whose globals
  // expressions see.
  TapeFrame(eval::Vm& vm, const TapeTracker::Visited& node, std::vector<tensor::Tensor> gradients,
            eval::Module& module);

  std::string name() const override { return node_.name; }
  SourceFilePtr source() const override { return node_.file; }
  uint32_t line() const override { return node_.line ? node_.line : 1; }
  bool isUserCode() const override { return node_.file != nullptr; }
  std::vector<VariableScope> scopes() const override;
  std::vector<Variable> variables(VariableScope scope) const override;
  // Gradients never change.
  bool set(VariableScope, const std::string&, const eval::Value&) override { return false; }
  eval::Module& module() const override { return module_; }
  const void* identity() const override { return nullptr; }
  bool isModuleLevel() const override { return false; }
  std::vector<std::string> names() const override;
  std::vector<std::string> parameters() const override { return {}; }
  eval::Value variable(const std::string& name) const override;

 private:
  eval::Vm& vm_;
  const TapeTracker::Visited node_;
  std::vector<Variable> gradients_;  // `gradient`, or `gradient_0` and so on
  eval::Module& module_;
};

}  // namespace ts::stepping
