#include "debugger/compare/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "core/base/output.h"
#include "debugger/compare/engine.h"
#include "debugger/compare/event_text.h"
#include "debugger/compare/report.h"
#include "debugger/compare/report_html.h"

namespace ts::debugger {
namespace {

void printEvents(EngineKind kind, const Request& request) {
  Engine engine = makeEngine(kind, request);
  OutputStream& out = standardOutput();
  out.write(fmt::format("--- {}\n", nameOf(kind)));
  if (engine.failure) {
    out.write(fmt::format("can't be created: {}\n", engine.failure->text()));
    return;
  }
  Events events;
  const Outcome outcome = callEngine(engine, Call::First, request.inputs, &events);
  for (size_t i = 0; i < events.rows.size(); ++i)
    out.write(fmt::format("#{} {}\n", i, textOf(events.rows[i])));
  out.write((outcome.failure ? outcome.failure->text() : brief(outcome.result)) + '\n');
}

// True when two engines ran and diverged. An engine that could not be created says nothing about
// other inputs, so a search is still useful.
bool divergesInCall(const Comparison& comparison) {
  return std::ranges::any_of(comparison.divergences, [](const Divergence& divergence) {
    return !divergence.isCreationFailure;
  });
}

// True when each engine that ran has raised: other inputs may tell more than the classes of these
// exceptions.
bool allRaise(const Comparison& comparison) {
  return std::ranges::all_of(comparison.engines, [](const EngineRun& run) {
    const auto first = run.calls.find(Call::First);
    return first == run.calls.end() || first->second.first.failure.has_value();
  });
}

void showProgress(const SearchResult& result) {
  standardError().write(
      fmt::format("\r{} tries, {} paths through the code\033[K", result.tries, result.paths));
}

}  // namespace

int compare(const CompareSettings& settings) {
  std::vector<EngineKind> kinds;
  if (const std::string wrong = readEngines(settings.engines, kinds); !wrong.empty())
    return wrongUsage(wrong);
  driver::ParsedTarget target = driver::parseTarget(settings.target);
  if (!target) return wrongUsage(target.error);
  std::vector<std::string> inputs = settings.inputs;
  if (inputs.empty()) inputs.emplace_back();
  Request request{*target.target, settings.init, inputs[0], settings.example.value_or(inputs[0]),
                  settings.allowWrite};
  request.isStrict = !settings.flags.isLenient;
  request.evaluates = settings.flags.evaluates;
  request.foldsAsPyTorch = settings.flags.foldsAsPyTorch;
  request.takesGradients = settings.flags.takesGradients;
  if (target.target->kind != driver::TargetKind::PythonFile &&
      target.target->kind != driver::TargetKind::PythonModule)
    return wrongUsage("`" + settings.target +
                      "` contains only a graph and can't be compared with Python code; name a "
                      "FILE.py:NAME");
  const driver::FoundArguments init = findInit(request, settings.workspace);
  if (!init.error.empty()) return wrongUsage(init.error);
  if (!init.source.empty()) printProblem("tsdbg", init.description(target.target->name));
  const driver::FoundExample example = findExample(request, settings.workspace);
  if (!example.source.empty()) {
    printProblem("tsdbg", example.description());
    inputs = {example.arguments};
  }
  if (settings.events) {
    for (const std::string& arguments : inputs) {
      request.inputs = arguments;
      for (EngineKind kind : kinds) printEvents(kind, request);
    }
    return kFine;
  }
  if (kinds.size() < 2)
    return wrongUsage("a comparison needs two engines, for example --engines=eager," +
                      std::string(nameOf(kinds[0])));
  if (kinds[0] == EngineKind::Compiled)
    return wrongUsage("the first engine is the reference and can't be compiled; name it later");
  size_t at = 0;
  Comparison comparison = compareEngines(request, kinds);
  while (!comparison.failure && comparison.agrees() && ++at < inputs.size()) {
    request.inputs = inputs[at];
    comparison = compareEngines(request, kinds);
  }
  if (comparison.failure) {
    printProblem("tsdbg", comparison.failure->text());
    standardError().write(excerptText(siteOf(comparison.failure->at)));
    return kWrongUsage;
  }
  std::optional<SearchResult> searched;
  if (settings.search > 0 && (!divergesInCall(comparison) || allRaise(comparison))) {
    searched =
        search(request, kinds, settings.search, isatty(STDERR_FILENO) ? showProgress : nullptr);
    if (isatty(STDERR_FILENO)) standardError().write("\r\033[K");
    if (searched->inputs) {
      request.inputs = *searched->inputs;
      comparison = compareEngines(request, kinds);
    }
  }
  const SearchResult* result = searched ? &*searched : nullptr;
  if (inputs.size() > 1 && !settings.json)
    standardOutput().write(
        at < inputs.size()
            ? fmt::format("inputs {} of {}: {}\n\n", at + 1, inputs.size(), inputs[at])
            : fmt::format("with each of {} inputs:\n", inputs.size()));
  standardOutput().write(settings.json ? reportJson(comparison, result)
                                       : reportText(comparison, result));
  if (!settings.html.empty()) {
    const std::string problem = writeFile(settings.html, reportHtml(comparison, result));
    if (!problem.empty()) return wrongUsage(settings.html + ": " + problem);
  }
  return comparison.agrees() ? kFine : kProblems;
}

}  // namespace ts::debugger
