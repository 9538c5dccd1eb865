// A frame of Python code.
#pragma once

#include "core/eval/vm/vm.h"
#include "debugger/stepping/stack_frame.h"

namespace ts::stepping {

class PythonFrame final : public StackFrame {
 public:
  PythonFrame(eval::Vm& vm, eval::Frame& frame) : vm_(vm), frame_(frame) {}

  std::string name() const override { return frame_.code->qualname->text; }
  SourceFilePtr source() const override { return frame_.module->source; }
  uint32_t line() const override;
  bool isUserCode() const override;
  // Parameters and locals come in the order of the definition. The special names of a module
  // (`__name__`) are left out.
  std::vector<VariableScope> scopes() const override;
  std::vector<Variable> variables(VariableScope scope) const override;
  bool set(VariableScope scope, const std::string& name, const eval::Value& value) override;
  eval::Module& module() const override { return *frame_.module; }
  const void* identity() const override { return frame_.space ? nullptr : frame_.code; }
  bool isModuleLevel() const override { return frame_.code->isModule; }
  std::vector<std::string> names() const override;
  std::vector<std::string> parameters() const override;
  eval::Value variable(const std::string& name) const override;

 private:
  std::vector<Variable> locals() const;

  eval::Vm& vm_;
  eval::Frame& frame_;
};

// The names of a module, without special names.
std::vector<Variable> globalVariables(eval::Vm& vm, const eval::Module& module);
// True when the value is an nn.Module.
bool isTorchModule(eval::Vm& vm, const eval::Value& value);
// The parameters, buffers, children and attributes of an nn.Module, without names such as `_hooks`;
// empty for other values.
std::vector<Variable> moduleVariables(eval::Vm& vm, const eval::Value& module);

}  // namespace ts::stepping
