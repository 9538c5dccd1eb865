// Lints for torch.jit.trace, found without running the traced code. The analysis walks the traced
// function and the functions that it calls, and tracks an abstract value for each variable. A value
// that is not certainly traced is silent. PyTorch's own functions and modules are not walked: the
// tracer does not warn about them either.
#pragma once

#include <vector>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/trace_lints/trace_value.h"
#include "core/eval/values/jit_events.h"

namespace ts::compiler {

// One call of torch.jit.trace, or one method passed to torch.jit.trace_module.
struct TraceCall {
  SourceRange at;
  const PyFunction* function = nullptr;  // the traced function; `self` is separate
  eval::Value self;                      // the traced module; Unbound for a function
  std::vector<TraceValue> inputs;
  bool isStrict = true;   // an output dict is an error
  bool isChecked = true;  // PyTorch traces twice and compares the results
};

void checkTrace(CompileContext& context, const TraceCall& call);

// Checks a call of torch.jit.trace that the evaluator recorded.
void checkTraceEvent(CompileContext& context, const PyModule& module, const eval::JitEvent& event);
// Checks a call of torch.jit.trace at module level, from its source.
void checkTraceSource(CompileContext& context, const PyModule& module, const syntax::Call& call);

}  // namespace ts::compiler
