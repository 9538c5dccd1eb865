// Explains a divergence: finds the first place that matters and its cause in the recorded events.
#pragma once

#include <string>
#include <vector>

#include "debugger/compare/outcome.h"

namespace ts::debugger {

struct PlaceNote {
  Site site;  // empty: of the whole call
  std::string text;
};

struct Divergence {
  EngineKind engine;  // diverges from the reference
  Call call = Call::First;
  bool isEvaluated = false;  // in runs of their own, with eval() before torch.jit: see Comparison
  bool isCreationFailure = false;  // it could not be scripted or traced
  Cause cause = Cause::Value;
  Site site;            // empty: unknown
  std::string detail;   // one sentence
  std::string outcome;  // the mismatch that a caller sees
  std::vector<PlaceNote> notes;
  // The rows of the events that diverge; -1: none.
  int64_t referenceRow = -1, otherRow = -1;
};

// One call by one engine.
struct CallRecord {
  const Outcome* outcome;
  const Events* events;
};

// Explains how scripted code diverges from Python. graph: of the scripted function; may be null.
Divergence explainScript(const CallRecord& eager, const CallRecord& script, const ir::Graph* graph,
                         const Mismatch& mismatch);
// Explains how a trace diverges from Python. example: the eager run on the inputs of the trace.
Divergence explainTrace(const CallRecord& eager, const CallRecord& trace, const CallRecord& example,
                        const Mismatch& mismatch);

// Explains why the gradients of two engines differ although their results agree.
Divergence explainGradients(EngineKind kind, const Outcome& reference, const Outcome& other,
                            const Mismatch& mismatch);

// Explains how compiled code diverges although the interpreter agrees with the reference. Runs it
// several times. script: the events of the interpreter in the same call.
Divergence explainCompiled(const Request& request, Call which, const Outcome& reference,
                           EngineKind kind, const Events& script, const Mismatch& mismatch);

// ---- shared by both explanations and the HTML report

// The tensor operators among the events, with keys for align(). A key combines the operator's name
// and, when `lines` is set, its source line.
struct TensorRows {
  std::vector<uint32_t> rows;
  std::vector<uint64_t> keys;
};
TensorRows tensorRows(const Events& events, bool lines);
// True when the operator draws random numbers.
bool isRandom(const Event& event);
// True when the operator returns memory that it has not written.
bool isUninitialized(std::string_view name);
// As differ(), of the results of one operator in two runs. Memory that was not written has no
// values.
std::optional<Difference> differAsResults(const Event& a, const Event& b);
// As differ(), but a number equals a zero-dimensional tensor that contains it.
std::optional<Difference> differAsArguments(const IValue& a, const IValue& b);

}  // namespace ts::debugger
