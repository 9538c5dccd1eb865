#include "debugger/stepping/frame_variables.h"

#include <algorithm>

namespace ts::stepping {

using namespace eval;

namespace {

bool isHidden(std::string_view name) {
  return name.starts_with('.') || name == "__class__" ||
         (name.starts_with("__") && name.ends_with("__"));
}

std::vector<Variable> entriesOf(Vm& vm, const Dict& dict) {
  std::vector<Variable> found;
  // A copy: resolving a lazy name may change the dict.
  const std::vector<Dict::Entry> entries = dict.entries;
  for (const Dict::Entry& entry : entries) {
    const Str* name = entry.key.as<Str>();
    if (!name || isHidden(name->text)) continue;
    try {
      found.push_back({name->text, vm.settled(entry.value)});
    } catch (const Raised&) {  // a lazy import that fails when the program uses it
    }
  }
  return found;
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

std::vector<Variable> globalVariables(Vm& vm, const Frame& frame) {
  return entriesOf(vm, *frame.module->globals);
}

std::vector<Variable> localVariables(Vm& vm, const Frame& frame) {
  if (frame.code->isModule) return globalVariables(vm, frame);
  if (frame.space) return entriesOf(vm, *frame.space);
  std::vector<Variable> found;
  eachSlot(frame, [&](std::string_view name, const Value& value) {
    if (!value.isUnbound() && !isHidden(name)) found.push_back({std::string(name), value});
    return true;
  });
  return found;
}

std::vector<std::string> variableNames(const Frame& frame) {
  std::vector<std::string> names;
  if (frame.code->isModule) return names;
  if (frame.space) {
    frame.space->each([&](const Value& key, const Value&) {
      if (const Str* name = key.as<Str>()) names.push_back(name->text);
    });
  }
  eachSlot(frame, [&](std::string_view name, const Value&) {
    if (!name.starts_with('.') && std::ranges::find(names, name) == names.end())
      names.emplace_back(name);
    return true;
  });
  return names;
}

Value variable(Vm& vm, const Frame& frame, const std::string& name) {
  if (frame.space) {
    const Value* found = frame.space->find(vm.intern(name));
    if (found) return vm.settled(*found);
  }
  Value result;
  eachSlot(frame, [&](std::string_view one, const Value& value) {
    if (one != name) return true;
    result = value;
    return false;
  });
  return result;
}

bool setVariable(Vm& vm, Frame& frame, const std::string& name, const Value& value) {
  Dict* space = frame.code->isModule ? frame.module->globals.get() : frame.space;
  if (space) {
    if (value.isUnbound())
      space->erase(vm.intern(name));
    else
      space->set(vm.intern(name), value);
    return true;
  }
  bool isFound = false;
  eachSlot(frame, [&](std::string_view one, Value& slot) {
    if (one != name) return true;
    slot = value;
    isFound = true;
    return false;
  });
  return isFound;
}

}  // namespace ts::stepping
