#include "lsp/checks/root_findings.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "core/base/hash.h"
#include "core/driver/postprocess_diagnostics.h"
#include "lsp/checks/analysis.h"

namespace ts::lsp {

namespace {

// Moves places of one text to another text: those before the edit stay, those behind it move.
class Mover {
 public:
  Mover(const SourceFilePtr& from, const SourceFilePtr& to) : from_(from), to_(to) {
    const std::string_view before = from->text(), after = to->text();
    const size_t most = std::min(before.size(), after.size());
    const auto [end, other] =
        std::mismatch(before.begin(), before.begin() + static_cast<ptrdiff_t>(most), after.begin());
    const auto same = static_cast<size_t>(end - before.begin());
    size_t tail = 0;
    while (tail < most - same && before[before.size() - tail - 1] == after[after.size() - tail - 1])
      ++tail;
    editBegin_ = static_cast<uint32_t>(same);
    editEnd_ = static_cast<uint32_t>(before.size() - tail);
    shift_ = static_cast<int64_t>(after.size()) - static_cast<int64_t>(before.size());
  }

  // Nothing when the place touches the edit.
  std::optional<Span> moved(Span span) const {
    if (span.end <= editBegin_) return span;
    if (span.begin < editEnd_) return std::nullopt;
    return Span{static_cast<uint32_t>(span.begin + shift_),
                static_cast<uint32_t>(span.end + shift_)};
  }

  std::optional<diag::Diagnostic> moved(diag::Diagnostic diagnostic) const {
    if (!move(diagnostic.range)) return std::nullopt;
    std::erase_if(diagnostic.labels, [&](diag::Label& label) { return !move(label.range); });
    std::erase_if(diagnostic.notes, [&](diag::Note& note) { return !move(note.range); });
    std::erase_if(diagnostic.fixes, [&](diag::Fix& fix) {
      return !std::ranges::all_of(fix.edits, [&](diag::Edit& edit) { return move(edit.range); });
    });
    return diagnostic;
  }

 private:
  bool move(SourceRange& range) const {
    if (range.file != from_.get()) return true;
    const std::optional<Span> span = moved(range.span);
    if (!span) return false;
    range = {to_.get(), *span};
    return true;
  }

  const SourceFilePtr& from_;
  const SourceFilePtr& to_;
  uint32_t editBegin_ = 0, editEnd_ = 0;  // in the old text
  int64_t shift_ = 0;
};

template <typename Fact>
std::vector<Fact> movedFacts(const std::vector<Fact>& facts, const Mover& mover) {
  std::vector<Fact> moved;
  moved.reserve(facts.size());
  for (Fact fact : facts) {
    const std::optional<Span> span = mover.moved(fact.span);
    if (!span) continue;
    fact.span = *span;
    moved.push_back(std::move(fact));
  }
  return moved;
}

}  // namespace

size_t hashOfFacts(const std::vector<compiler::TypeFact>& types) {
  size_t hash = 0;
  for (const compiler::TypeFact& fact : types)
    hash = mixed(mixed(hash, fact.span.size()), std::hash<std::string>()(fact.type->str()));
  return hash;
}

RootFindingsPtr movedFindings(const RootFindings& findings, const SourceFilePtr& from,
                              const SourceFilePtr& to) {
  const Mover mover(from, to);
  auto moved = std::make_shared<RootFindings>();
  for (const diag::Diagnostic& finding : findings.diagnostics)
    if (auto diagnostic = mover.moved(finding))
      moved->diagnostics.push_back(std::move(*diagnostic));
  moved->types = movedFacts(findings.types, mover);
  moved->overloads = movedFacts(findings.overloads, mover);
  moved->owner = findings.owner;
  moved->factsHash = findings.factsHash;
  if (findings.base) moved->base = movedFindings(*findings.base, from, to);
  return moved;
}

RootFindingsPtr completedFindings(const RootFindingsPtr& findings, const RootFindingsPtr& older,
                                  std::span<const Span> compiled) {
  auto all = std::make_shared<RootFindings>(*findings);
  all->base = !older ? std::make_shared<const RootFindings>() : older->base ? older->base : older;
  auto isCompiled = [&](Span place) {
    return std::ranges::any_of(compiled, [&](Span span) { return span.contains(place.begin); });
  };
  auto kept = [&](auto facts) {
    std::erase_if(facts, [&](const auto& fact) { return isCompiled(fact.span); });
    return facts;
  };
  std::vector<diag::Diagnostic> diagnostics = all->base->diagnostics;
  std::erase_if(diagnostics, [&](const diag::Diagnostic& diagnostic) {
    return isCompiled(diagnostic.range.span);
  });
  driver::addNew(all->diagnostics, std::move(diagnostics));
  compiler::addFacts(all->types, kept(all->base->types));
  compiler::addFacts(all->overloads, kept(all->base->overloads));
  all->factsHash = hashOfFacts(all->types);
  all->owner =
      std::make_shared<const std::pair<RootFindingsPtr, RootFindingsPtr>>(findings, all->base);
  return all;
}

void addFindings(CheckResult& result, RootFindingsPtr findings) {
  driver::addNew(result.diagnostics, findings->diagnostics);
  result.owners.push_back(findings);
  if (result.details) {
    result.details = std::make_shared<const Lazy<driver::FileResult>>(
        [before = std::move(result.details), findings] {
          driver::FileResult details = before->get();
          driver::addNew(details.diagnostics, findings->diagnostics);
          compiler::addFacts(details.types, findings->types);
          compiler::addFacts(details.overloads, findings->overloads);
          details.typesOwner =
              std::make_shared<const std::pair<std::shared_ptr<const void>, RootFindingsPtr>>(
                  details.typesOwner, findings);
          return details;
        });
  }
  result.findings = std::move(findings);
}

}  // namespace ts::lsp
