// Traceback objects: the source positions of an exception. They don't keep frames.
#pragma once

#include <vector>

#include "core/eval/vm/vm.h"

namespace ts::eval {

// Kind::Native.
struct Traceback final : Object {
  explicit Traceback(Class* cls) : Object(Kind::Native, cls) {}
  // In the order of the exception: innermost first.
  std::vector<ExceptionObject::TracebackEntry> places;
};

// The __traceback__ of an exception; None when it wasn't raised.
Value tracebackOf(Vm& vm, const ExceptionObject& exception);

}  // namespace ts::eval
