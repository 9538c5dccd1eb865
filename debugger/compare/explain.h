// Why two engines part: from what they did, the first place that matters and its cause.
#pragma once

#include <string>
#include <vector>

#include "debugger/compare/outcome.h"

namespace ts::debugger {

struct PlaceNote {
  Site site;
  std::string text;
};

struct Divergence {
  EngineKind engine;  // that parts from the reference
  Call call = Call::First;
  bool isMaking = false;  // it couldn't be scripted or traced
  Cause cause = Cause::Value;
  Site site;            // empty: not known
  std::string detail;   // one sentence
  std::string outcome;  // what a caller sees
  std::vector<PlaceNote> notes;
  // The rows of events at which they part; -1: there is none.
  int64_t referenceRow = -1, otherRow = -1;
};

// One call by one engine.
struct CallRecord {
  const Outcome* outcome;
  const Events* events;
};

// Scripted code against Python.
Divergence explainScript(const CallRecord& eager, const CallRecord& script, const ir::Graph* graph,
                      const Mismatch& unlike);
// A trace against Python. example: Python's run on what the trace was made with.
Divergence explainTrace(const CallRecord& eager, const CallRecord& trace, const CallRecord& example,
                     const Mismatch& unlike);

// ---- shared
// Operators of tensors among the events, by name and line, as align() takes them. lines: whether
// the line counts.
struct TensorRows {
  std::vector<uint32_t> rows;
  std::vector<uint64_t> keys;
};
TensorRows tensorRows(const Events& events, bool lines);
// Whether an operator's results depend on random numbers.
bool isRandom(const Event& event);
// A number and a tensor of no dimensions that holds it are the same here.
std::optional<Difference> differAsArguments(const IValue& a, const IValue& b);

}  // namespace ts::debugger
