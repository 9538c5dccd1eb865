// A whole comparison: creates the engines, calls them and compares what callers see.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "debugger/compare/explain.h"

namespace ts::debugger {

// An engine with the outcome and the events of each call.
struct EngineRun {
  Engine engine;
  std::map<Call, std::pair<Outcome, Events>> calls;
};

struct Comparison {
  Request request;
  std::vector<EngineKind> kinds;   // the first is the reference
  std::vector<EngineRun> engines;  // in that order; then those that only an explanation needed
  std::optional<Failure> failure;  // the reference could not be loaded or called
  // At most one for each engine, and another one of `evaluated`. Engines that could not be created
  // come last.
  std::vector<Divergence> divergences;
  // Where NaN or infinity is first seen, and where random numbers are drawn.
  std::vector<PlaceNote> notes;
  // The engines that diverge, when the module is in training mode: after eval(), which leaves the
  // divergences that do not come from that mode. Owns the sites of those.
  std::unique_ptr<Comparison> evaluated;

  bool agrees() const { return divergences.empty(); }
  // Null when the engine did not take part.
  const EngineRun* of(EngineKind kind) const;
};

// kinds: at least two, the reference first; it is not Compiled, which has no events.
Comparison compareEngines(const Request& request, std::vector<EngineKind> kinds);

}  // namespace ts::debugger
