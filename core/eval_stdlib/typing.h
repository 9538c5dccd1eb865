// The parts of module typing.
#pragma once

#include "core/eval/vm/vm.h"

namespace ts::eval {

// List, Optional, Callable, ...: names that can be used with or without a subscript.
void addTypingForms(Vm& vm, Module& module);
// TypeVar, ParamSpec, TypeVarTuple, ForwardRef, Generic.
void addTypeVariables(Vm& vm, Module& module);
// Converts an argument of a subscript to a type: None to its class, text to a forward reference.
Value convertType(Vm& vm, const Value& type);
// NativeLibrary's functions of these names.
Value makeUnion(Vm& vm, const std::vector<Value>& members);
Value typingOrigin(Vm& vm, std::string_view qualifiedName);
// Raises TypeError unless `actual` equals `wanted`.
void checkArity(Vm& vm, const std::string& shown, size_t actual, size_t wanted);

}  // namespace ts::eval
