#include "debugger/stepping/python_frame.h"

#include <algorithm>
#include <limits>

#include "debugger/stepping/code_lines.h"
#include "debugger/stepping/value_view.h"

namespace ts::stepping {

using namespace eval;

namespace {

bool isHidden(std::string_view name) {
  return name.starts_with('.') || name == "__class__" ||
         (name.starts_with("__") && name.ends_with("__"));
}

std::vector<Variable> entriesOf(Vm& vm, const Dict& dict) {
  std::vector<Variable> variables;
  // A copy: resolving a lazy name may change the dict.
  const std::vector<Dict::Entry> entries = dict.entries;
  for (const Dict::Entry& entry : entries) {
    const Str* name = entry.key.as<Str>();
    if (!name || isHidden(name->text)) continue;
    try {
      variables.push_back({name->text, vm.settled(entry.value)});
    } catch (const Raised&) {  // a lazy import that fails when the program uses it
    }
  }
  return variables;
}

// Calls visit(name, slot) for each variable of a function until it returns false. The slot of a
// cell is the cell's value.
template <typename F>
void eachSlot(const Frame& frame, F&& visit) {
  const Code& code = *frame.code;
  const auto isCellParameter = [&](size_t i) {
    return std::ranges::find(code.cellParameters, static_cast<int32_t>(i)) !=
           code.cellParameters.end();
  };
  for (size_t i = 0; i < code.localNames.size(); ++i)
    if (!isCellParameter(i) && !visit(std::string_view(code.localNames[i]->text), frame.slots[i]))
      return;
  const auto cells = [&](const std::vector<std::string_view>& names, size_t first) {
    for (size_t i = 0; i < names.size(); ++i)
      if (Cell* cell = frame.cells()[first + i].as<Cell>(); cell && !visit(names[i], cell->value))
        return false;
    return true;
  };
  if (cells(code.cellNames, 0)) cells(code.freeNames, code.cellNames.size());
}

}  // namespace

std::vector<Variable> globalVariables(Vm& vm, const Module& module) {
  return entriesOf(vm, *module.globals);
}

bool isTorchModule(Vm& vm, const Value& value) {
  const Ref<Module> library = vm.module("torch.nn");
  if (!library || !value.isObject() || value.as<Class>()) return false;
  const Value base = vm.moduleAttribute(*library, vm.intern("Module"));
  return base.as<Class>() && vm.isInstance(value, base.as<Class>());
}

std::vector<Variable> moduleVariables(Vm& vm, const Value& module) {
  std::vector<Variable> variables;
  if (!isTorchModule(vm, module)) return variables;
  for (Part& part : namedParts(vm, module, 0, std::numeric_limits<int64_t>::max()))
    if (!part.name.starts_with('_'))
      variables.push_back({std::move(part.name), std::move(part.value)});
  return variables;
}

uint32_t PythonFrame::line() const {
  const std::vector<uint32_t> lines = linesOf(*frame_.code);
  for (size_t at = std::min<size_t>(frame_.at + 1, lines.size()); at > 0; --at)
    if (lines[at - 1]) return lines[at - 1];
  return 1;
}

bool PythonFrame::isUserCode() const { return stepping::isUserCode(*frame_.code); }

std::vector<VariableScope> PythonFrame::scopes() const {
  if (frame_.code->isModule) return {VariableScope::Locals};
  if (isTorchModule(vm_, variable("self")))
    return {VariableScope::Locals, VariableScope::Module, VariableScope::Globals};
  return {VariableScope::Locals, VariableScope::Globals};
}

std::vector<Variable> PythonFrame::variables(VariableScope scope) const {
  switch (scope) {
    case VariableScope::Locals: return locals();
    case VariableScope::Module: return moduleVariables(vm_, variable("self"));
    case VariableScope::Globals: return globalVariables(vm_, *frame_.module);
    case VariableScope::Graph: break;
  }
  return {};
}

std::vector<Variable> PythonFrame::locals() const {
  if (frame_.code->isModule) return globalVariables(vm_, *frame_.module);
  if (frame_.space) return entriesOf(vm_, *frame_.space);
  std::vector<Variable> variables;
  eachSlot(frame_, [&](std::string_view name, const Value& value) {
    if (!value.isUnbound() && !isHidden(name)) variables.push_back({std::string(name), value});
    return true;
  });
  return variables;
}

std::vector<std::string> PythonFrame::names() const {
  std::vector<std::string> names;
  if (frame_.code->isModule) return names;
  if (frame_.space) {
    frame_.space->each([&](const Value& key, const Value&) {
      if (const Str* name = key.as<Str>()) names.push_back(name->text);
    });
  }
  eachSlot(frame_, [&](std::string_view name, const Value&) {
    if (!name.starts_with('.') && std::ranges::find(names, name) == names.end())
      names.emplace_back(name);
    return true;
  });
  return names;
}

std::vector<std::string> PythonFrame::parameters() const {
  std::vector<std::string> names;
  const Code& code = *frame_.code;
  for (size_t i = 0; i < code.parameterCount() && i < code.localNames.size(); ++i)
    if (!code.localNames[i]->text.starts_with('.')) names.push_back(code.localNames[i]->text);
  return names;
}

Value PythonFrame::variable(const std::string& name) const {
  if (frame_.space) {
    const Value* bound = frame_.space->find(vm_.intern(name));
    if (bound) return vm_.settled(*bound);
  }
  Value result;
  eachSlot(frame_, [&](std::string_view slotName, const Value& value) {
    if (slotName != name) return true;
    result = value;
    return false;
  });
  return result;
}

bool PythonFrame::set(VariableScope scope, const std::string& name, const Value& value) {
  if (scope == VariableScope::Module) return setPart(vm_, variable("self"), name, value);
  Dict* space = frame_.code->isModule || scope == VariableScope::Globals
                    ? frame_.module->globals.get()
                    : frame_.space;
  if (space) {
    if (value.isUnbound())
      space->erase(vm_.intern(name));
    else
      space->set(vm_.intern(name), value);
    return true;
  }
  bool isFound = false;
  eachSlot(frame_, [&](std::string_view slotName, Value& slot) {
    if (slotName != name) return true;
    slot = value;
    isFound = true;
    return false;
  });
  return isFound;
}

}  // namespace ts::stepping
