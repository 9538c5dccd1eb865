#include "debugger/stepping/tape_frame.h"

#include <fmt/format.h>

#include "core/eager/torch.h"
#include "debugger/stepping/python_frame.h"

namespace ts::stepping {

TapeFrame::TapeFrame(eval::Vm& vm, const TapeTracker::Visited& node,
                     std::vector<tensor::Tensor> gradients, eval::Module& module)
    : vm_(vm), node_(node), module_(module) {
  for (size_t i = 0; i < gradients.size(); ++i) {
    if (!gradients[i].defined()) continue;
    gradients_.push_back({gradients.size() == 1 ? "gradient" : fmt::format("gradient_{}", i),
                          eager::wrap(vm, gradients[i])});
  }
}

std::vector<VariableScope> TapeFrame::scopes() const {
  return {VariableScope::Locals, VariableScope::Globals};
}

std::vector<Variable> TapeFrame::variables(VariableScope scope) const {
  if (scope == VariableScope::Locals) return gradients_;
  if (scope == VariableScope::Globals) return globalVariables(vm_, module_);
  return {};
}

std::vector<std::string> TapeFrame::names() const {
  std::vector<std::string> names;
  for (const Variable& gradient : gradients_) names.push_back(gradient.name);
  return names;
}

eval::Value TapeFrame::variable(const std::string& name) const {
  for (const Variable& gradient : gradients_)
    if (gradient.name == name) return gradient.value;
  return {};
}

}  // namespace ts::stepping
