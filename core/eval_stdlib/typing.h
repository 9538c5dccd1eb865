// The parts of module typing.
#pragma once

#include "core/eval/vm.h"

namespace ts::eval {

// List, Optional, Callable, ...: the names that are used with or without a subscript.
void addTypingForms(Vm& vm, Module& module);
// TypeVar and kin, ForwardRef, Generic.
void addTypeVariables(Vm& vm, Module& module);
// A type as an argument of a subscript: None is its class, text a forward reference.
Value convertType(Vm& vm, const Value& type);
// Raises TypeError unless so many are given.
void checkArity(Vm& vm, const std::string& shown, size_t given, size_t wanted);

}  // namespace ts::eval
