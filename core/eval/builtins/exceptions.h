// What the files of the exception classes share.
#pragma once

#include "core/eval/builtins/objects.h"

namespace ts::eval {

// BaseException's own.
Value makeException(Vm& vm, Class* cls, const CallArgs& args);
void initException(Vm& vm, const Value& self, const CallArgs& args);
bool setException(Vm& vm, const Value& self, Str* name, const Value& value);
std::string reprException(Vm& vm, const Value& self);
std::string strException(Vm& vm, const Value& self);

// What __traceback__ gives: None of an exception that wasn't raised (traceback.cpp).
Value tracebackOf(Vm& vm, const ExceptionObject& exception);
void setTraceback(Vm& vm, ExceptionObject& exception, const Value& value);
void initTracebacks(Vm& vm);

extern const TypeOps kGroupOps;
std::span<const NativeDef> groupMethods();

}  // namespace ts::eval
