// The variables of a running frame, by their Python names.
#pragma once

#include <string>
#include <vector>

#include "core/eval/state.h"

namespace ts::stepping {

struct Variable {
  std::string name;
  eval::Value value;
};

// The variables that are bound, in the order of the definition: parameters and locals of a
// function, the names of a class body or module. A module's special names (`__name__`) are left
// out.
std::vector<Variable> localVariables(eval::Vm& vm, const eval::Frame& frame);
// The names of the module of the frame; without special names.
std::vector<Variable> globalVariables(eval::Vm& vm, const eval::Frame& frame);
// All names that the frame's code binds or captures, also those that are not bound yet. Empty for
// a module.
std::vector<std::string> variableNames(const eval::Frame& frame);
// The value of such a name; Unbound when it is not bound.
eval::Value variable(eval::Vm& vm, const eval::Frame& frame, const std::string& name);
// Binds or, with Unbound, unbinds a name. Returns false when the frame has no place for it.
bool setVariable(eval::Vm& vm, eval::Frame& frame, const std::string& name,
                 const eval::Value& value);

}  // namespace ts::stepping
