#include "debugger/stepping/graph_frame.h"

#include <algorithm>

#include "core/eager/jit.h"
#include "core/ir/kinds.h"
#include "debugger/stepping/python_frame.h"
#include "debugger/stepping/value_view.h"

namespace ts::stepping {

namespace {

// "Net.forward" of "__torch__.package.Net.forward".
std::string shortName(const std::string& function) {
  const size_t last = function.rfind('.');
  if (last == function.npos || last == 0) return function;
  const size_t before = function.rfind('.', last - 1);
  return before == function.npos || function.compare(0, before, "__torch__") == 0
             ? function.substr(before == function.npos ? 0 : before + 1)
             : function.substr(before + 1);
}

bool isPythonName(const std::string& name) {
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
         std::ranges::all_of(name, isNameCharacter);
}

}  // namespace

std::string GraphFrame::name() const { return shortName(running_.function); }

std::vector<const ir::Node*> GraphFrame::nodesRun() const {
  std::vector<const ir::Node*> nodes;
  for (const ir::Value* value : running_.order)
    if (value->offset() == 0 && !value->node()->is(ir::prim::Param)) nodes.push_back(value->node());
  return nodes;
}

std::optional<uint64_t> GraphFrame::address() const {
  const NodeListing& listing = tracker_.listingOf(running_);
  const std::optional<size_t> row = listing.rowOf(*running_.node);
  return row ? std::optional(listing.addressOf(*row)) : std::nullopt;
}

eval::Value GraphFrame::valueOf(const tensor::IValue& content) const {
  return eager::jitOf(tracker_.vm()).fromTyped(content);
}

const tensor::IValue* GraphFrame::contentOf(const std::string& name) const {
  const GraphTracker::Running::ComputedValue* last = nullptr;
  for (const ir::Value* value : running_.order) {
    if (!value->hasDebugName() || value->debugNameBase() != name) continue;
    const auto content = running_.values.find(value);
    if (content != running_.values.end() && (!last || content->second.time > last->time))
      last = &content->second;
  }
  return last ? &last->content : nullptr;
}

// The module or object whose method runs; null for a function.
const tensor::ObjectValue* GraphFrame::ownObject() const {
  const tensor::IValue* self = contentOf("self");
  return self && self->isObject() ? &self->toObject() : nullptr;
}

std::vector<VariableScope> GraphFrame::scopes() const {
  std::vector<VariableScope> kinds = {VariableScope::Locals};
  if (ownObject()) kinds.push_back(VariableScope::Module);
  kinds.push_back(VariableScope::Graph);
  kinds.push_back(VariableScope::Globals);
  return kinds;
}

std::vector<Variable> GraphFrame::variables(VariableScope scope) const {
  std::vector<Variable> variables;
  switch (scope) {
    case VariableScope::Locals:
      for (const std::string& name : names()) variables.push_back({name, variable(name)});
      break;
    case VariableScope::Module:
      if (const tensor::ObjectValue* self = ownObject()) {
        const auto& attributes = self->type->attributes();
        for (size_t i = 0; i < attributes.size() && i < self->slots.size(); ++i)
          variables.push_back({attributes[i].name, valueOf(self->slots[i])});
      }
      break;
    case VariableScope::Graph:
      for (const ir::Value* value : running_.order)
        if (const auto at = running_.values.find(value); at != running_.values.end())
          variables.push_back({"%" + value->printedName(), valueOf(at->second.content)});
      break;
    case VariableScope::Globals: return globalVariables(tracker_.vm(), module());
  }
  return variables;
}

bool GraphFrame::set(VariableScope scope, const std::string& name, const eval::Value& value) {
  eval::Vm& vm = tracker_.vm();
  if (scope == VariableScope::Module) {
    const tensor::ObjectValue* self = ownObject();
    if (!self || !self->type->attribute(name)) return false;
    vm.setattr(variable("self"), vm.intern(name), value);
    return true;
  }
  if (scope != VariableScope::Globals) return false;
  module().globals->set(vm.intern(name), value);
  return true;
}

std::vector<std::string> GraphFrame::names() const {
  std::vector<std::string> names;
  for (const ir::Value* value : running_.order) {
    if (!value->hasDebugName()) continue;
    const std::string name = value->debugNameBase();
    // The value of `self.weight` has the attribute's name.
    const ir::Node& node = *value->node();
    if (node.is(ir::prim::GetAttr) && node.get<std::string>(ir::attr::name) == name) continue;
    if (isPythonName(name) && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> GraphFrame::parameters() const {
  std::vector<std::string> names;
  for (const ir::Value* input : running_.graph->inputs())
    if (input->hasDebugName() && isPythonName(input->debugNameBase()))
      names.push_back(input->debugNameBase());
  return names;
}

eval::Value GraphFrame::variable(const std::string& name) const {
  const tensor::IValue* content = contentOf(name);
  return content ? valueOf(*content) : eval::Value();
}

}  // namespace ts::stepping
