#include "core/driver/found.h"

#include <algorithm>

namespace ts::driver {

namespace {

// Where the piece lies now that `begins` has at the index.
uint32_t beginNow(const Part& part, size_t index, const Layout& layout) {
  return layout.begins[part.pieces.empty() ? index : part.pieces[index]];
}

template <typename Fact>
std::vector<Fact> factsNow(const std::vector<Part>& parts, std::vector<Fact> Found::*facts,
                           const Layout& layout) {
  std::vector<Fact> now;
  size_t count = 0;
  for (const Part& part : parts) count += ((*part.found).*facts).size();
  now.reserve(count);
  for (const Part& part : parts) {
    const std::vector<uint32_t>& begins = part.found->begins;
    // They are sorted by place, as the pieces are.
    size_t index = 0;
    uint32_t shift = 0, end = 0;
    for (Fact fact : (*part.found).*facts) {
      if (fact.span.begin >= end) {
        while (index + 1 < begins.size() && begins[index + 1] <= fact.span.begin) ++index;
        shift = beginNow(part, index, layout) - begins[index];
        end = index + 1 < begins.size() ? begins[index + 1] : UINT32_MAX;
      }
      fact.span = {fact.span.begin + shift, fact.span.end + shift};
      now.push_back(fact);
    }
  }
  auto key = [](const Fact& fact) { return std::pair(fact.span.begin, fact.span.end); };
  if (!std::ranges::is_sorted(now, {}, key)) std::ranges::stable_sort(now, {}, key);
  auto same = [&](const Fact& a, const Fact& b) { return key(a) == key(b); };
  now.erase(std::unique(now.begin(), now.end(), same), now.end());
  return now;
}

}  // namespace

Span placeNow(const Part& part, Span then, const Layout& layout) {
  const std::vector<uint32_t>& begins = part.found->begins;  // none: nothing has moved
  const auto after = std::ranges::upper_bound(begins, then.begin);
  if (after == begins.begin()) return then;
  const auto index = static_cast<size_t>(after - begins.begin() - 1);
  const uint32_t now = beginNow(part, index, layout);
  return {now + (then.begin - begins[index]), now + (then.end - begins[index])};
}

diag::Diagnostic diagnosticNow(const Part& part, const diag::Diagnostic& then,
                               const Layout& layout) {
  diag::Diagnostic now = then;
  auto move = [&](SourceRange& range) {
    if (range.file == part.found->file)
      range = {layout.file.get(), placeNow(part, range.span, layout)};
  };
  move(now.range);
  for (diag::Label& label : now.labels) move(label.range);
  for (diag::Note& note : now.notes) move(note.range);
  for (diag::Fix& fix : now.fixes) {
    for (diag::Edit& edit : fix.edits) move(edit.range);
  }
  return now;
}

std::vector<compiler::TypeFact> typesNow(const std::vector<Part>& parts, const Layout& layout) {
  return factsNow(parts, &Found::types, layout);
}
std::vector<compiler::OverloadFact> overloadsNow(const std::vector<Part>& parts,
                                                 const Layout& layout) {
  return factsNow(parts, &Found::overloads, layout);
}

}  // namespace ts::driver
