// The objects that a program passes to torch.jit: the functions and modules to script or to trace.
#pragma once

#include <string>
#include <vector>

#include "core/eval/values/objects.h"

namespace ts::eval {

enum class JitUse : uint8_t { Script, Trace };

struct JitEvent {
  JitUse use;
  Value object;               // the object passed; may be Unknown
  SourceRange at;             // the call or decorator
  std::vector<Value> inputs;  // the example inputs of a trace
  std::string method;         // the method that trace_module traces; empty: forward
};

}  // namespace ts::eval
