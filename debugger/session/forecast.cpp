#include "debugger/session/forecast.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/base/cancelled.h"
#include "debugger/compare/comparison.h"

namespace ts::session {

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
SilentRun runSilently(const Rerun& rerun, size_t end,
                      const stepping::BreakpointSetPtr& breakpoints) {
  SilentRun run;
  std::jthread([&] {
    try {
      const auto runner = rerun.make();
      if (!runner->load().empty()) return;
      runner->vm().output = nullptr;
      EndAtStop listener;
      stepping::Stepper stepper(runner->vm(), listener, rerun.justMyCode);
      stepper.setEngine(static_cast<int64_t>(rerun.engine));
      stepper.setBreakpoints(breakpoints);
      stepper.countVisits(false);
      stepper.positions().runTo(end, true);
      try {
        runner->run();
      } catch (const Cancelled&) {
      }
      const auto kept = stepper.positions().visits().kept();
      run = {{kept.begin(), kept.end()}, stepper.positions().lastPassed()};
    } catch (const Cancelled&) {
    } catch (const std::bad_alloc&) {
    }
  }).join();
  return run;
}

// The number of tensor operators that the first call of an engine has run.
size_t operatorsOf(const debugger::Comparison& comparison) {
  const debugger::EngineRun* eager = comparison.of(debugger::EngineKind::Eager);
  if (!eager || !eager->calls.contains(debugger::Call::First)) return 0;
  return static_cast<size_t>(std::ranges::count_if(
      eager->calls.at(debugger::Call::First).second.rows, [](const debugger::Event& event) {
        return event.kind == debugger::EventKind::Operator && !event.failed;
      }));
}

// before: the number of tensor operators that earlier calls run.
stepping::NotedPlace placeOf(const debugger::Divergence& divergence,
                             const debugger::Comparison& comparison, size_t before) {
  stepping::NotedPlace place;
  place.operators = before;
  place.text = fmt::format("{}: {}: {}", debugger::nameOf(divergence.engine),
                           debugger::nameOf(divergence.cause), divergence.detail);
  place.detail = divergence.outcome;
  if (divergence.site && !divergence.site.isLibrary()) {
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
  // The row may be a consequence, some lines behind the cause. The line starts before the first of
  // its rows.
  const auto isThere = [&](size_t row) { return rows[row].site.isSameLine(divergence.site); };
  size_t row = static_cast<size_t>(divergence.referenceRow);
  while (row > 0 && !isThere(row)) --row;
  while (row > 0 && isThere(row - 1)) --row;
  for (size_t i = 0; i < row; ++i)
    place.operators += rows[i].kind == debugger::EventKind::Operator && !rows[i].failed;
  return place;
}

std::vector<stepping::NotedPlace> divergencesOf(const ForecastRequest& request) {
  std::vector<stepping::NotedPlace> places;
  std::jthread([&] {
    try {
      debugger::Request call = request.call;
      size_t before = 0;
      for (size_t i = 0; i <= request.call.laterInputs.size(); ++i) {
        if (i > 0) call.inputs = request.call.laterInputs[i - 1];
        const debugger::Comparison comparison = debugger::compareEngines(call, request.engines);
        for (const debugger::Divergence& divergence : comparison.divergences)
          if (!divergence.isEvaluated && (i == 0 || !divergence.isCreationFailure))
            places.push_back(placeOf(divergence, comparison, before));
        before += operatorsOf(comparison);
      }
    } catch (const Cancelled&) {
    } catch (const std::bad_alloc&) {
    }
  }).join();
  return places;
}

}  // namespace

Forecast makeForecast(const ForecastRequest& request) {
  Forecast forecast;
  const std::stop_token parent = request.call.stop;
  std::stop_source limit;
  const auto stop = [&] { limit.request_stop(); };
  const std::stop_callback link(parent, stop), early(request.end, stop);
  ForecastRequest limited = request;
  limited.call.stop = limit.get_token();
  std::mutex mutex;
  std::condition_variable_any done;
  const std::jthread clock([&](const std::stop_token& isDone) {
    std::unique_lock lock(mutex);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(kForecastSeconds);
    done.wait_until(lock, isDone, end, [] { return false; });
    if (!isDone.stop_requested()) limit.request_stop();
  });
  const auto none = std::make_shared<stepping::BreakpointSet>();
  for (size_t engine = 0; engine < limited.engines.size(); ++engine) {
    const auto make = [&] { return makeCallRunner(limited.call, limited.engines[engine]); };
    const Rerun rerun{make, engine, limited.justMyCode};
    forecast.visits.push_back(runSilently(rerun, stepping::VisitLog::kMost, none).visits);
  }
  forecast.divergences = divergencesOf(limited);
  throwIfCancelled(parent);
  forecast.isPartial = limit.stop_requested();
  return forecast;
}

std::optional<size_t> lastHitBefore(const Rerun& rerun, size_t end,
                                    const stepping::BreakpointSetPtr& breakpoints) {
  if (end == 0) return {};
  return runSilently(rerun, end - 1, breakpoints).lastPassed;
}

}  // namespace ts::session
