#include "core/driver/cached_diagnostics.h"

#include <algorithm>

namespace ts::driver {

namespace {

// Returns the current offset of the chunk that `cached->begins[index]` belongs to.
uint32_t currentBegin(const Placement& placement, size_t index, const FileRevision& revision) {
  return revision.begins[placement.chunks.empty() ? index : placement.chunks[index]];
}

template <typename Fact>
std::vector<Fact> relocatedFacts(const std::vector<Placement>& placements,
                                 std::vector<Fact> CachedDiagnostics::*facts,
                                 const FileRevision& revision) {
  std::vector<Fact> relocated;
  size_t count = 0;
  for (const Placement& placement : placements) count += ((*placement.cached).*facts).size();
  relocated.reserve(count);
  for (const Placement& placement : placements) {
    const std::vector<uint32_t>& begins = placement.cached->begins;
    // Facts and chunks have the same order, so that one pass finds each fact's chunk.
    size_t index = 0;
    uint32_t shift = 0, end = 0;
    for (Fact fact : (*placement.cached).*facts) {
      if (fact.span.begin >= end) {
        while (index + 1 < begins.size() && begins[index + 1] <= fact.span.begin) ++index;
        shift = currentBegin(placement, index, revision) - begins[index];
        end = index + 1 < begins.size() ? begins[index + 1] : UINT32_MAX;
      }
      fact.span = {fact.span.begin + shift, fact.span.end + shift};
      relocated.push_back(fact);
    }
  }
  auto key = [](const Fact& fact) { return std::pair(fact.span.begin, fact.span.end); };
  if (!std::ranges::is_sorted(relocated, {}, key)) std::ranges::stable_sort(relocated, {}, key);
  auto same = [&](const Fact& a, const Fact& b) { return key(a) == key(b); };
  relocated.erase(std::unique(relocated.begin(), relocated.end(), same), relocated.end());
  return relocated;
}

}  // namespace

Span relocate(const Placement& placement, Span cached, const FileRevision& revision) {
  const std::vector<uint32_t>& begins = placement.cached->begins;
  const auto after = std::ranges::upper_bound(begins, cached.begin);
  if (after == begins.begin()) return cached;  // before all chunks: nothing moves it
  const auto index = static_cast<size_t>(after - begins.begin() - 1);
  const uint32_t begin = currentBegin(placement, index, revision);
  return {begin + (cached.begin - begins[index]), begin + (cached.end - begins[index])};
}

diag::Diagnostic relocate(const Placement& placement, const diag::Diagnostic& cached,
                          const FileRevision& revision) {
  diag::Diagnostic relocated = cached;
  auto move = [&](SourceRange& range) {
    if (range.file == placement.cached->file)
      range = {revision.file.get(), relocate(placement, range.span, revision)};
  };
  move(relocated.range);
  for (diag::Label& label : relocated.labels) move(label.range);
  for (diag::Note& note : relocated.notes) move(note.range);
  for (diag::Fix& fix : relocated.fixes) {
    for (diag::Edit& edit : fix.edits) move(edit.range);
  }
  return relocated;
}

std::vector<compiler::TypeFact> relocatedTypes(const std::vector<Placement>& placements,
                                               const FileRevision& revision) {
  return relocatedFacts(placements, &CachedDiagnostics::types, revision);
}
std::vector<compiler::OverloadFact> relocatedOverloads(const std::vector<Placement>& placements,
                                                       const FileRevision& revision) {
  return relocatedFacts(placements, &CachedDiagnostics::overloads, revision);
}

}  // namespace ts::driver
