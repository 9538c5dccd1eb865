// Runs of a target before it is debugged. They tell where the engines will be, so that lock-step
// knows which places belong together and where the engines diverge: a call with the same arguments
// and the same random numbers takes the same way again.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "debugger/compare/engine.h"
#include "debugger/session/runner.h"
#include "debugger/stepping/stepper.h"

namespace ts::session {

// A forecast that takes longer ends early.
inline constexpr int kForecastSeconds = 20;

struct Forecast {
  std::vector<std::vector<stepping::Visit>> visits;  // of each engine
  std::vector<stepping::NotedPlace> divergences;
  bool isPartial = false;  // it has ended early
};

struct ForecastRequest {
  debugger::Request call;
  std::vector<debugger::EngineKind> engines;
  bool justMyCode = true;
  std::stop_token end;  // ends the forecast early
};

// Starts threads of its own. Throws Cancelled when the request's stop is requested.
Forecast makeForecast(const ForecastRequest& request);

// Another run of an engine.
struct Rerun {
  std::function<std::unique_ptr<Runner>()> make;
  size_t engine = 0;  // its number
  bool justMyCode = true;
};
// The last visit before `end` at which breakpoints stop the engine; nothing when there is none.
std::optional<size_t> lastHitBefore(const Rerun& rerun, size_t end,
                                    const stepping::BreakpointSetPtr& breakpoints);

}  // namespace ts::session
