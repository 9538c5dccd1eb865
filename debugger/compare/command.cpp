#include "debugger/compare/command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "debugger/compare/engine.h"
#include "debugger/compare/event_text.h"
#include "debugger/compare/report.h"
#include "debugger/compare/report_html.h"

namespace ts::debugger {
namespace {

int wrongUsage(const std::string& message) {
  std::fprintf(stderr, "tsdbg: %s\n", message.c_str());
  return kWrongUsage;
}

void printEvents(EngineKind kind, const Request& request) {
  Engine engine = makeEngine(kind, request);
  std::printf("--- %s\n", std::string(nameOf(kind)).c_str());
  if (engine.failure) {
    std::printf("can't be created: %s\n", engine.failure->text().c_str());
    return;
  }
  Events events;
  const Outcome outcome = callEngine(engine, Call::First, request.inputs, &events);
  for (size_t i = 0; i < events.rows.size(); ++i)
    std::printf("#%zu %s\n", i, textOf(events.rows[i]).c_str());
  std::printf("%s\n",
              outcome.failure ? outcome.failure->text().c_str() : brief(outcome.result).c_str());
}

// True when two engines ran and diverged. An engine that could not be created says nothing about
// other inputs, so a search is still useful.
bool divergesInCall(const Comparison& comparison) {
  return std::ranges::any_of(comparison.divergences, [](const Divergence& divergence) {
    return !divergence.isCreationFailure;
  });
}

bool write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

void showProgress(const SearchResult& result) {
  std::fprintf(stderr, "\r%d tries, %zu paths through the code\033[K", result.tries, result.paths);
}

}  // namespace

int compare(const CompareSettings& settings) {
  std::vector<EngineKind> kinds;
  for (const std::string& name : settings.engines) {
    auto kind = engineNamed(name);
    if (!kind)
      return wrongUsage("unknown engine `" + name + "`; the engines are eager, script and trace");
    kinds.push_back(*kind);
  }
  if (kinds.empty()) kinds = {EngineKind::Eager, EngineKind::Script, EngineKind::Trace};
  driver::ParsedTarget target = driver::parseTarget(settings.target);
  if (!target) return wrongUsage(target.error);
  Request request{*target.target, settings.init, settings.inputs,
                  settings.example.value_or(settings.inputs)};
  if (target.target->kind != driver::TargetKind::PythonFile &&
      target.target->kind != driver::TargetKind::PythonModule)
    return wrongUsage("`" + settings.target +
                      "` contains only a graph and can't be compared with Python code; name a "
                      "FILE.py:NAME");
  if (settings.events) {
    for (EngineKind kind : kinds) printEvents(kind, request);
    return kFine;
  }
  if (kinds.size() < 2)
    return wrongUsage("a comparison needs two engines, for example --engines=eager," +
                      std::string(nameOf(kinds[0])));
  Comparison comparison = compareEngines(request, kinds);
  if (comparison.failure) {
    std::fprintf(stderr, "tsdbg: %s\n%s", comparison.failure->text().c_str(),
                 excerptText(siteOf(comparison.failure->at)).c_str());
    return kWrongUsage;
  }
  std::optional<SearchResult> searched;
  if (settings.search > 0 && !divergesInCall(comparison)) {
    searched =
        search(request, kinds, settings.search, isatty(STDERR_FILENO) ? showProgress : nullptr);
    if (isatty(STDERR_FILENO)) std::fputs("\r\033[K", stderr);
    if (searched->inputs) {
      request.inputs = *searched->inputs;
      comparison = compareEngines(request, kinds);
    }
  }
  const SearchResult* found = searched ? &*searched : nullptr;
  const std::string report =
      settings.json ? reportJson(comparison, found) : reportText(comparison, found);
  std::fwrite(report.data(), 1, report.size(), stdout);
  if (!settings.html.empty() && !write(settings.html, reportHtml(comparison, found)))
    return wrongUsage(settings.html + " can't be written");
  return comparison.agrees() ? kFine : kProblems;
}

}  // namespace ts::debugger
