// A frame of a graph.
#pragma once

#include "debugger/stepping/graph_stepper.h"

namespace ts::stepping {

class GraphFrame final : public StackFrame {
 public:
  GraphFrame(GraphStepper& stepper, const GraphStepper::Running& running)
      : stepper_(stepper), running_(running), place_(stepper.placeOf(*running.node)) {}

  std::string name() const override;
  SourceFilePtr source() const override { return place_.file; }
  uint32_t line() const override { return place_.line ? place_.line : 1; }
  bool isUserCode() const override { return place_.isUserCode; }
  std::vector<VariableScope> scopes() const override;
  std::vector<Variable> variables(VariableScope scope) const override;
  // Values of a graph never change; only attributes and globals do.
  bool set(VariableScope scope, const std::string& name, const eval::Value& value) override;
  eval::Module& module() const override { return stepper_.moduleOf(place_.file); }
  const void* identity() const override { return nullptr; }
  bool isModuleLevel() const override { return false; }
  std::vector<std::string> names() const override;
  eval::Value variable(const std::string& name) const override;

 private:
  eval::Value valueOf(const tensor::IValue& content) const;

  GraphStepper& stepper_;
  const GraphStepper::Running& running_;
  const GraphStepper::Place place_;
};

}  // namespace ts::stepping
