// A whole comparison: engines made, called, held against each other.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "debugger/compare/explain.h"

namespace ts::debugger {

// What an engine did, call by call.
struct EngineRun {
  Engine engine;
  std::map<Call, std::pair<Outcome, Events>> calls;
};

struct Comparison {
  Request request;
  std::vector<EngineKind> kinds;   // the first is what the others are held against
  std::vector<EngineRun> engines;      // in that order, and whatever explaining needed
  std::optional<Failure> failure;  // nothing could be run
  std::vector<Divergence>
      partings;  // at most one an engine; those of a call before those of making an engine
  std::vector<PlaceNote>
      notes;  // where NaN or infinity is first seen, where random numbers are drawn

  bool agrees() const { return partings.empty(); }
  const EngineRun* of(EngineKind kind) const;
};

// kinds: at least two.
Comparison compareEngines(const Request& request, std::vector<EngineKind> kinds);

}  // namespace ts::debugger
