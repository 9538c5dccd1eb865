// What code handed to torch.jit while it ran: what a file means to script or to trace.
#pragma once

#include <string>
#include <vector>

#include "core/eval/objects.h"

namespace ts::eval {

enum class JitUse : uint8_t { Script, Trace };

struct JitEvent {
  JitUse use;
  Value object;               // what was given
  SourceRange at;             // the call or decorator, in the file whose code made it
  std::vector<Value> inputs;  // example inputs of a trace
  std::string method;         // trace_module: the method; empty: forward
};

}  // namespace ts::eval
