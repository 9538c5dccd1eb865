#include <fmt/format.h>

#include "core/base/printable.h"
#include "debugger/compare/report.h"

namespace ts::debugger {
namespace {

std::string placeText(const Site& site) {
  if (!site) return "";
  const LineColumn at = site.file->position(site.span.begin, ColumnUnit::Utf32);
  return fmt::format("{}:{}:{}", printable(*site.path), at.line, at.column + 1);
}

std::string listed(const std::vector<EngineKind>& kinds) {
  std::string text;
  for (size_t i = 0; i < kinds.size(); ++i)
    text += (i == 0 ? "" : i + 1 == kinds.size() ? " and " : ", ") + std::string(nameOf(kinds[i]));
  return text;
}

// ", gradients: 4 of 5"
std::string gradientsText(const Outcome& outcome) {
  const IValue& values = outcome.gradients.values;
  if (!values.isDict()) return {};
  size_t count = 0;
  for (const auto& entry : values.toDict().entries()) count += entry.value.isTensor() ? 1 : 0;
  return fmt::format(", gradients: {} of {}", count, values.toDict().size());
}

std::string divergenceText(const Comparison& comparison, const Divergence& divergence) {
  std::string text(nameOf(divergence.engine));
  if (divergence.isCreationFailure) {
    text += " doesn't run\n";
  } else {
    text += fmt::format(" diverges from {}", nameOf(comparison.kinds[0]));
    if (divergence.isEvaluated) text += " with --eval";
    if (divergence.call != Call::First) text += fmt::format(" in {}", nameOf(divergence.call));
    text += fmt::format(": {}\n", nameOf(divergence.cause));
  }
  const std::string place = placeText(divergence.site);
  text += place.empty() ? fmt::format("  {}\n", divergence.detail)
                        : fmt::format("{}: {}\n", place, divergence.detail);
  text += excerptText(divergence.site);
  if (!divergence.isCreationFailure) text += fmt::format("  outcome: {}\n", divergence.outcome);
  for (const PlaceNote& note : divergence.notes)
    text += note.site ? fmt::format("  note: {}: {}\n", placeText(note.site), note.text)
                      : fmt::format("  note: {}\n", note.text);
  return text;
}

}  // namespace

std::string excerptText(const Site& site) {
  if (!site) return {};
  const LineColumn begin = site.file->position(site.span.begin, ColumnUnit::Utf32),
                   end = site.file->position(site.span.end, ColumnUnit::Utf32);
  const std::string line(site.file->lineText(begin.line));
  const size_t length = lengthIn(line, ColumnUnit::Utf32);
  const size_t last =
      end.line == begin.line ? std::max<size_t>(end.column, begin.column + 1) : length;
  const std::string gutter = fmt::format("{:>5}", begin.line);
  return fmt::format("{} | {}\n{} | {}{}\n", gutter, line, std::string(gutter.size(), ' '),
                     std::string(begin.column, ' '),
                     std::string(std::max<size_t>(last, begin.column + 1) - begin.column, '^'));
}

std::string reportText(const Comparison& comparison, const SearchResult* searched) {
  std::string text;
  if (searched && searched->inputs)
    text += fmt::format("found in {} tries: {}\n\n", searched->tries, *searched->inputs);
  for (const Divergence& divergence : comparison.divergences)
    text += divergenceText(comparison, divergence) + "\n";
  std::vector<EngineKind> agreeing = {comparison.kinds[0]};
  for (size_t i = 1; i < comparison.kinds.size(); ++i) {
    bool diverges = false;
    for (const Divergence& divergence : comparison.divergences)
      diverges = diverges || divergence.engine == comparison.kinds[i];
    if (!diverges) agreeing.push_back(comparison.kinds[i]);
  }
  if (agreeing.size() > 1) {
    const Outcome& outcome = comparison.engines.front().calls.at(Call::First).first;
    const std::string what = outcome.failure ? "all raise " + outcome.failure->className
                                             : "result: " + kindOf(outcome.result);
    text += fmt::format("{} agree ({}{})\n", listed(agreeing), what, gradientsText(outcome));
  }
  if (searched && !searched->error.empty())
    text += fmt::format("no search: {}\n", searched->error);
  else if (searched && !searched->inputs)
    text += fmt::format("no inputs found on which they diverge, in {} tries\n", searched->tries);
  for (const PlaceNote& note : comparison.notes)
    text += fmt::format("note: {}: {}\n", placeText(note.site), note.text);
  return text;
}

}  // namespace ts::debugger
