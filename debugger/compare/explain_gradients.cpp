// Explains why gradients differ: both runs of the tape side by side.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "debugger/compare/align.h"
#include "debugger/compare/explain.h"

namespace ts::debugger {
namespace {

using Steps = std::vector<TapeStep>;

uint64_t keyOf(const TapeStep& step) {
  uint64_t key = std::hash<std::string>()(step.node);
  if (step.site) key = key * 31 + std::hash<const void*>()(step.site.path) * 7 + step.site.line;
  return key;
}

std::vector<uint64_t> keysOf(const Steps& steps) {
  std::vector<uint64_t> keys;
  for (const TapeStep& step : steps) keys.push_back(keyOf(step));
  return keys;
}

std::optional<Difference> differAll(const std::vector<IValue>& a, const std::vector<IValue>& b) {
  return differ(tensor::makeTuple(a), tensor::makeTuple(b));
}

using StepLine = std::pair<const std::string*, uint32_t>;
StepLine stepLineOf(const Site& site) { return {site.path, site.line}; }

std::set<StepLine> linesOf(const Steps& steps) {
  std::set<StepLine> lines;
  for (const TapeStep& step : steps) lines.insert(stepLineOf(step.site));
  return lines;
}

// A node of a trace has the place of a whole line.
Site withoutIndentation(Site site) {
  const std::string_view text = site.file->text();
  while (site.span.begin < site.span.end && text[site.span.begin] == ' ') ++site.span.begin;
  return site;
}

// The first step whose line has no step in the other run.
const TapeStep* firstAlone(const Steps& steps, const Steps& others) {
  const std::set<StepLine> lines = linesOf(others);
  const auto alone = std::ranges::find_if(steps, [&](const TapeStep& step) {
    return step.site && !lines.contains(stepLineOf(step.site));
  });
  return alone == steps.end() ? nullptr : &*alone;
}

}  // namespace

Divergence explainGradients(EngineKind kind, const Outcome& reference, const Outcome& other,
                            const Mismatch& mismatch) {
  Divergence divergence;
  divergence.engine = kind;
  divergence.cause = Cause::Gradient;
  divergence.detail = mismatch.detail;
  const Steps &own = reference.gradients.steps, &its = other.gradients.steps;
  if (const TapeStep* alone = firstAlone(its, own)) {
    divergence.site = withoutIndentation(alone->site);
    divergence.detail = fmt::format("only {} has gradients here: {}", nameOf(kind), alone->node);
    return divergence;
  }
  // Machine code may record one node for many lines.
  if (const TapeStep* alone = kind == EngineKind::Compiled ? nullptr : firstAlone(own, its)) {
    divergence.site = alone->site;
    divergence.detail = fmt::format("{} has no gradients here: {}", nameOf(kind), alone->node);
    return divergence;
  }
  for (const Step& step : align(keysOf(own), keysOf(its))) {
    if (!step.isPair()) continue;
    const TapeStep &a = own[static_cast<size_t>(step.a)], &b = its[static_cast<size_t>(step.b)];
    if (differAll(a.gradients, b.gradients)) continue;
    const auto difference = differAll(a.results, b.results);
    if (!difference) continue;
    divergence.site = a.site;
    divergence.detail =
        fmt::format("{} computes another gradient here: {}", a.node, difference->detail);
    return divergence;
  }
  return divergence;
}

}  // namespace ts::debugger
