#include "debugger/dap/forecast.h"

#include <fmt/format.h>

#include <thread>

#include "core/base/cancelled.h"
#include "debugger/compare/comparison.h"
#include "debugger/dap/runner.h"

namespace ts::dap {

namespace {

// Ends the run at the first stop.
class EndAtStop final : public stepping::StepListener {
 public:
  stepping::Resume stopped(const stepping::Stop&) override { throw Cancelled{}; }
  void logged(const std::string&, const stepping::StackFrame&) override {}
  void failed(const std::string&, const stepping::StackFrame&) override {}
};

struct SilentRun {
  std::vector<stepping::Visit> visits;
  std::optional<size_t> lastPassed;
};

// Runs an engine up to a visit, without output. Evaluators belong to a thread, so the run has its
// own.
SilentRun runSilently(const ForecastRequest& request, debugger::EngineKind kind, size_t end,
                      const stepping::BreakpointSetPtr& breakpoints) {
  SilentRun made;
  std::jthread([&] {
    try {
      const auto runner = makeCallRunner(request.call, kind);
      if (!runner->load().empty()) return;
      EndAtStop listener;
      const auto stepper = runner->makeStepper(listener, request.justMyCode);
      stepper->setBreakpoints(breakpoints);
      stepper->countVisits();
      stepper->runTo(end, true);
      try {
        runner->run();
      } catch (const Cancelled&) {
      }
      made = {stepper->visits().kept(), stepper->lastPassed()};
    } catch (const Cancelled&) {
    } catch (const std::bad_alloc&) {
    }
  }).join();
  throwIfCancelled(request.call.stop);
  return made;
}

stepping::DivergencePlace placeOf(const debugger::Divergence& divergence,
                                  const debugger::Comparison& comparison) {
  stepping::DivergencePlace place;
  place.text = fmt::format("{}: {}: {}", debugger::nameOf(divergence.engine),
                           debugger::nameOf(divergence.cause), divergence.detail);
  place.detail = divergence.outcome;
  if (divergence.site) {
    place.text += fmt::format(" ({}:{})", *divergence.site.path, divergence.site.line);
    // An engine that could not be created does not run: the stop is at the first line.
    if (!divergence.isCreationFailure) {
      place.path = *divergence.site.path;
      place.line = divergence.site.line;
    }
  }
  const debugger::EngineRun* eager = comparison.of(debugger::EngineKind::Eager);
  if (!eager || divergence.referenceRow < 0 || divergence.call != debugger::Call::First)
    return place;
  const auto& rows = eager->calls.at(divergence.call).second.rows;
  // The line starts before the first of its operators in a row.
  size_t row = static_cast<size_t>(divergence.referenceRow);
  while (row > 0 && rows[row - 1].site.isSameLine(divergence.site)) --row;
  for (size_t i = 0; i < row; ++i)
    place.operators += rows[i].kind == debugger::EventKind::Operator && !rows[i].failed;
  return place;
}

std::vector<stepping::DivergencePlace> divergencesOf(const ForecastRequest& request) {
  std::vector<stepping::DivergencePlace> places;
  std::jthread([&] {
    try {
      const debugger::Comparison comparison =
          debugger::compareEngines(request.call, request.engines);
      for (const debugger::Divergence& divergence : comparison.divergences)
        places.push_back(placeOf(divergence, comparison));
    } catch (const Cancelled&) {
    } catch (const std::bad_alloc&) {
    }
  }).join();
  throwIfCancelled(request.call.stop);
  return places;
}

}  // namespace

Forecast makeForecast(const ForecastRequest& request) {
  Forecast made;
  if (request.engines.size() < 2) return made;
  const auto none = std::make_shared<stepping::BreakpointSet>();
  for (const debugger::EngineKind kind : request.engines)
    made.visits.push_back(runSilently(request, kind, SIZE_MAX - 1, none).visits);
  made.divergences = divergencesOf(request);
  return made;
}

std::optional<size_t> lastHitBefore(const ForecastRequest& request, size_t engine, size_t end,
                                    const stepping::BreakpointSetPtr& breakpoints) {
  if (end == 0) return {};
  const auto last = runSilently(request, request.engines[engine], end, breakpoints).lastPassed;
  return last && *last < end ? last : std::nullopt;
}

}  // namespace ts::dap
