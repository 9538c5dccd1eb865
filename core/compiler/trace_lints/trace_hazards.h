// What torch.jit.trace would get wrong, found without running anything: a walk over the traced
// function and all that it calls, with what is known of each variable. Whatever isn't surely a
// traced value is silent. What PyTorch's own functions and modules do inside is not looked at, as
// its tracer doesn't warn of it either.
#pragma once

#include <vector>

#include "core/compiler/trace_lints/trace_value.h"
#include "core/compiler/unit.h"
#include "core/eval/jit_events.h"

namespace ts::compiler {

// One call of torch.jit.trace, or one method of a call of torch.jit.trace_module.
struct TraceCall {
  SourceRange at;
  const PyFunction* function = nullptr;  // what is called, without self
  eval::Value self;                      // the module, when it is one; else Unbound
  std::vector<TraceValue> inputs;
  bool isStrict = true;   // a dict as output raises
  bool isChecked = true;  // the trace is made twice and compared
};

void checkTrace(CompilationUnit& unit, const TraceCall& call);

// What the evaluator handed to torch.jit.trace.
void checkTraceEvent(CompilationUnit& unit, const PyModule& module, const eval::JitEvent& event);
// A call of torch.jit.trace at module level, as it is written.
void checkTraceSource(CompilationUnit& unit, const PyModule& module, const syntax::Call& call);

}  // namespace ts::compiler
