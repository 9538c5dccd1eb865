// Functions of the exception classes that several files use.
#pragma once

#include "core/eval/builtins/objects.h"
#include "core/eval/protocols/traceback.h"

namespace ts::eval {

// BaseException.__new__ and __init__.
Value makeException(Vm& vm, Class* cls, const CallArgs& args);
void initException(Vm& vm, const Value& self, const CallArgs& args);
bool setException(Vm& vm, const Value& self, Str* name, const Value& value);
std::string reprException(Vm& vm, const Value& self);
std::string strException(Vm& vm, const Value& self);

// Sets the __traceback__ of an exception (traceback.cpp).
void setTraceback(Vm& vm, ExceptionObject& exception, const Value& value);
void initTracebacks(Vm& vm);

extern const TypeOps kGroupOps;
std::span<const NativeDef> groupMethods();

}  // namespace ts::eval
