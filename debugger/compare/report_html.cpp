#include "debugger/compare/report_html.h"

#include <fmt/format.h>

#include <functional>
#include <set>

#include "core/picture/html.h"
#include "core/picture/view_json.h"
#include "debugger/compare/align.h"
#include "debugger/compare/compared_picture.h"
#include "debugger/compare/event_text.h"

namespace ts::debugger {
namespace {

constexpr size_t kMostRows = 3000;  // of a table, so that a browser opens the page fast

std::string lineText(const Site& site) {
  return site ? fmt::format("{}:{}", *site.path, site.line) : "";
}

SourceRange rangeOf(const Site& site) { return {site.file, site.span}; }

const Events* eventsOf(const Comparison& comparison, EngineKind kind, Call call) {
  const EngineRun* run = comparison.of(kind);
  if (run == nullptr) return nullptr;
  const auto entry = run->calls.find(call);
  return entry == run->calls.end() ? nullptr : &entry->second.second;
}

class ReportMaker {
 public:
  ReportMaker(const Comparison& comparison, const SearchResult* searched)
      : comparison_(comparison),
        searched_(searched),
        picture_(comparedPicture(comparison)),
        nodes_(picture_) {}

  std::string make() {
    const Request& request = comparison_.request;
    picture_.target = request.target.path + ":" + request.target.name;
    addFacts();
    addDivergences();
    addNotes();
    addOperators();
    return viz::toHtml(picture_.target + " compared", viz::toViewJson(picture_));
  }

 private:
  void addFacts() {
    const Request& request = comparison_.request;
    std::string engines;
    for (EngineKind kind : comparison_.kinds)
      engines += (engines.empty() ? "" : ", ") + std::string(nameOf(kind));
    auto fact = [&](std::string name, std::string text) {
      picture_.facts.emplace_back(std::move(name), std::move(text));
    };
    fact("Verdict", comparison_.agrees() ? "agrees" : "diverges");
    fact("Engines", engines);
    fact("Inputs", request.inputs);
    fact("Traced with", request.example);
    if (request.init)
      fact("Created with",
           *request.init + (request.initSource.empty() ? "" : ", as in " + request.initSource));
    if (searched_ != nullptr)
      fact("Search", fmt::format("found {} in {} tries",
                                 searched_->inputs ? "these inputs" : "nothing", searched_->tries));
  }

  viz::ReportRow row(const Site& site, std::vector<std::string> cells) const {
    return {std::move(cells), nodes_.at(site), rangeOf(site)};
  }

  // Adds the table unless it is empty.
  void add(viz::ReportTable table) {
    if (!table.rows.empty()) picture_.tables.push_back(std::move(table));
  }

  void addDivergences() {
    viz::ReportTable table{"Divergences", {"Engine", "Cause", "Explanation", "Outcome"}, {}};
    for (const Divergence& divergence : comparison_.divergences) {
      const std::string when = divergence.isCreationFailure
                                   ? " doesn't run"
                                   : fmt::format(" in {}{}", nameOf(divergence.call),
                                                 divergence.isEvaluated ? " with --eval" : "");
      table.rows.push_back(row(divergence.site, {std::string(nameOf(divergence.engine)) + when,
                                                 std::string(nameOf(divergence.cause)),
                                                 divergence.detail, divergence.outcome}));
    }
    add(std::move(table));
  }

  void addNotes() {
    viz::ReportTable table{"Notes", {"Note"}, {}};
    for (const Divergence& divergence : comparison_.divergences)
      for (const PlaceNote& note : divergence.notes)
        table.rows.push_back(row(note.site, {note.text}));
    for (const PlaceNote& note : comparison_.notes)
      table.rows.push_back(row(note.site, {note.text}));
    add(std::move(table));
  }

  // The operators of two engines, aligned by name and line. Rows with different texts, and those at
  // the places of the divergence and its notes, are marked.
  void addOperators() {
    if (comparison_.divergences.empty()) return;
    const Divergence& divergence = comparison_.divergences.front();
    const Events* eager = eventsOf(comparison_, EngineKind::Eager, divergence.call);
    const Events* other = eventsOf(comparison_, divergence.engine, divergence.call);
    if (divergence.isCreationFailure || eager == nullptr || other == nullptr) return;
    std::set<std::string> places{lineText(divergence.site)};
    for (const PlaceNote& note : divergence.notes) places.insert(lineText(note.site));
    places.erase("");
    viz::ReportTable table{
        "Operators that ran", {"eager", std::string(nameOf(divergence.engine))}, {}};
    const TensorRows left = tensorRows(*eager, true), right = tensorRows(*other, true);
    for (const Step& step : align(left.keys, right.keys)) {
      if (table.rows.size() == kMostRows) {
        table.rows.push_back({{"…", "…"}});
        break;
      }
      const Event* a = step.a < 0 ? nullptr : &eager->rows[left.rows[static_cast<size_t>(step.a)]];
      const Event* b = step.b < 0 ? nullptr : &other->rows[right.rows[static_cast<size_t>(step.b)]];
      const std::string first = a != nullptr ? textWithoutPlace(*a) : "";
      const std::string second = b != nullptr ? textWithoutPlace(*b) : "";
      const Site& site = a != nullptr ? a->site : b->site;
      viz::ReportRow reportRow = row(site, {first, second});
      reportRow.isMarked = first != second || places.contains(lineText(site));
      table.rows.push_back(std::move(reportRow));
    }
    add(std::move(table));
  }

  // "aten::add(tensor(1.), 2) -> tensor(3.)"
  static std::string textWithoutPlace(const Event& event) {
    std::string text = textOf(event);
    const size_t start = event.site ? text.find("  ") : text.npos;
    if (start != text.npos) text.erase(0, start + 2);
    if (const size_t mark = text.find(" #"); mark != text.npos) text.resize(mark);
    return text;
  }

  const Comparison& comparison_;
  const SearchResult* searched_;
  viz::Picture picture_;
  NodesByLine nodes_;
};

}  // namespace

std::string reportHtml(const Comparison& comparison, const SearchResult* searched) {
  return ReportMaker(comparison, searched).make();
}

}  // namespace ts::debugger
