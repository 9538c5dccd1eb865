#include "debugger/compare/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "core/ir/text.h"
#include "debugger/compare/align.h"
#include "debugger/compare/event_text.h"
#include "debugger/compare/html_text.h"

namespace ts::debugger {
namespace {

constexpr size_t kMostRows = 3000;  // of a table, so that a browser opens the page fast
constexpr int kAround = 6;          // lines of source above and below a place

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --diverges: #d9480f; --left: #1c7ed618; --right: #2f9e4418; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1500px; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.4rem; margin: 0 0 .3rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
code, pre, td.code { font: 12.5px/1.55 ui-monospace, monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .6rem 0; } dt { opacity: .65; } dd { margin: 0; }
.cause { background: var(--diverges); color: #fff; border-radius: 4px; padding: .1rem .5rem; font-weight: 600; }
.agrees { background: #2f9e44; }
.card { border: 1px solid var(--line); border-left: 4px solid var(--diverges); border-radius: 6px; padding: .8rem 1rem; margin: 1rem 0; }
.card p { margin: .5rem 0; }
pre { background: var(--soft); border-radius: 4px; padding: .6rem 0; overflow-x: auto; margin: .6rem 0; }
pre span { display: block; padding: 0 .8rem; } pre .diverges { background: #d9480f33; } pre i { opacity: .5; font-style: normal; display: inline-block; width: 3.2em; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th { text-align: left; font-weight: 600; padding: .3rem .6rem; border-bottom: 2px solid var(--line); }
td { vertical-align: top; padding: .05rem .6rem; border-bottom: 1px solid var(--soft); white-space: pre-wrap; overflow-wrap: anywhere; }
th.line, td.line { width: 3.5em; opacity: .6; text-align: right; }
td.left { background: var(--left); } td.right { background: var(--right); }
tr.diverges td { background: #d9480f33; } tr.diverges td.line:not(:empty)::before { content: "\25b6 "; color: var(--diverges); opacity: 1; }
.scroll { max-height: 75vh; overflow: auto; border: 1px solid var(--line); border-radius: 6px; }
.scroll th { position: sticky; top: 0; background: Canvas; color: CanvasText; opacity: 1; }
)";

std::string lineText(const Site& site) {
  return site ? fmt::format("{}:{}", *site.path, site.line) : "";
}

// The lines around a place, with the line of the place marked.
std::string sourceHtml(const Site& site) {
  if (!site) return {};
  std::string html = "<pre>";
  const int line = static_cast<int>(site.line), last = static_cast<int>(site.file->lineCount());
  for (int i = std::max(1, line - kAround); i <= std::min(last, line + kAround); ++i)
    html += fmt::format("<span{}><i>{}</i>{}</span>", i == line ? " class=diverges" : "", i,
                        escapedHtml(site.file->lineText(static_cast<uint32_t>(i))));
  return html + "</pre>\n";
}

// ---- rows of two columns

struct Row {
  std::string text;
  std::string place;  // "model.py:12"; empty: none
  uint64_t key = 0;   // equal in rows that belong together
};
struct Column {
  std::string title;
  std::vector<Row> rows;
};

// The printed graph, one line a row. A trailing place ("  # model.py:12:4") becomes Row::place.
Column columnOf(const ir::Graph& graph, std::string title) {
  Column column{std::move(title), {}};
  const std::string text = ir::print(graph);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    Row row{text.substr(begin, end - begin), {}, 0};
    begin = end + 1;
    const size_t mark = row.text.rfind(" # ");
    if (mark != row.text.npos) {
      row.place = row.text.substr(mark + 3);
      if (const size_t colon = row.place.rfind(':'); colon != row.place.npos)
        row.place.resize(colon);
      row.text.resize(mark);
    }
    const size_t kind = row.text.find(" = ");
    const size_t open = row.text.find_first_of("([", kind == row.text.npos ? 0 : kind);
    std::string key =
        kind == row.text.npos ? row.text : row.text.substr(kind + 3, open - kind - 3) + row.place;
    if (row.text.find("return (") != row.text.npos) key = "return";
    if (row.text.ends_with("):") && row.text.find('%') != row.text.npos) key = "last argument";
    row.key = std::hash<std::string>()(key);
    column.rows.push_back(std::move(row));
  }
  return column;
}

Column columnOf(const Events& events, std::string title) {
  Column column{std::move(title), {}};
  for (const uint32_t i : tensorRows(events, true).rows) {
    const Event& event = events.rows[i];
    std::string text = textOf(event);
    if (const size_t start = event.site ? text.find("  ") : text.npos; start != text.npos)
      text.erase(0, start + 2);
    if (const size_t mark = text.find(" #"); mark != text.npos) text.resize(mark);
    const std::string place = lineText(event.site);
    column.rows.push_back({std::move(text), place, std::hash<std::string>()(event.name + place)});
  }
  return column;
}

std::vector<uint64_t> keysOf(const Column& column) {
  std::vector<uint64_t> keys;
  for (const Row& row : column.rows) keys.push_back(row.key);
  return keys;
}

std::string lineOf(const std::string& place) { return place.substr(place.rfind(':') + 1); }

// divergences: the places of the rows to mark. markValues: mark pairs with different text.
std::string tableHtml(const Column& left, const Column& right,
                      const std::set<std::string>& divergences, bool markValues) {
  std::string html = fmt::format(
      "<div class=scroll><table><tr><th class=line>line<th>{}<th class=line>line<th>{}</tr>\n",
      escapedHtml(left.title), escapedHtml(right.title));
  size_t count = 0;
  for (const Step& step : align(keysOf(left), keysOf(right))) {
    if (++count > kMostRows) {
      html += "<tr><td><td>...<td><td>...</tr>\n";
      break;
    }
    const Row* a = step.a >= 0 ? &left.rows[static_cast<size_t>(step.a)] : nullptr;
    const Row* b = step.b >= 0 ? &right.rows[static_cast<size_t>(step.b)] : nullptr;
    const bool isDivergence =
        (a && divergences.contains(a->place)) || (b && divergences.contains(b->place));
    const bool differs = markValues && a && b && a->text != b->text;
    auto cells = [&](const Row* row, const char* side, bool alone) {
      return fmt::format("<td class=line>{}<td class=\"code{}\">{}", row ? lineOf(row->place) : "",
                         row && (alone || differs) ? side : "", row ? escapedHtml(row->text) : "");
    };
    html += fmt::format("<tr{}>{}{}</tr>\n", isDivergence ? " class=diverges" : "",
                        cells(a, " left", !b), cells(b, " right", !a));
  }
  return html + "</table></div>\n";
}

// ---- the page

std::string divergenceHtml(const Divergence& divergence) {
  std::string html = fmt::format(
      "<div class=card><span class=cause>{}</span> <b>{}</b>{} {}\n", nameOf(divergence.cause),
      nameOf(divergence.engine),
      divergence.isCreationFailure ? " doesn't run"
                                   : fmt::format(" diverges in {}", nameOf(divergence.call)),
      divergence.site ? "at <code>" + escapedHtml(lineText(divergence.site)) + "</code>" : "");
  html += fmt::format("<p>{}</p>\n{}", escapedHtml(divergence.detail), sourceHtml(divergence.site));
  if (!divergence.isCreationFailure)
    html += fmt::format("<p>Outcome: {}</p>\n", escapedHtml(divergence.outcome));
  for (const PlaceNote& note : divergence.notes)
    html += fmt::format("<p><code>{}</code>: {}</p>\n", escapedHtml(lineText(note.site)),
                        escapedHtml(note.text));
  return html + "</div>\n";
}

const Engine* graphOf(const Comparison& comparison, EngineKind kind) {
  const EngineRun* run = comparison.of(kind);
  return run && run->engine.graph ? &run->engine : nullptr;
}

const Events* eventsOf(const Comparison& comparison, EngineKind kind, Call call) {
  const EngineRun* run = comparison.of(kind);
  if (!run) return nullptr;
  auto found = run->calls.find(call);
  return found == run->calls.end() ? nullptr : &found->second.second;
}

// The places of the divergence and of its notes; empty for null.
std::set<std::string> placesOf(const Divergence* divergence) {
  std::set<std::string> places;
  if (!divergence) return places;
  places.insert(lineText(divergence->site));
  for (const PlaceNote& note : divergence->notes) places.insert(lineText(note.site));
  places.erase("");
  return places;
}

std::string graphsHtml(const Comparison& comparison, const Divergence* divergence) {
  const Engine *script = graphOf(comparison, EngineKind::Script),
               *trace = graphOf(comparison, EngineKind::Trace);
  const Events* eager =
      eventsOf(comparison, EngineKind::Eager, divergence ? divergence->call : Call::First);
  const bool ofScript = divergence && divergence->engine == EngineKind::Script;
  const Engine* right = ofScript || !trace ? script : trace;
  if (!right) return {};
  Column left = script && right != script
                    ? columnOf(*script->graph, "script: the graph of the source")
                : eager ? columnOf(*eager, "eager: the operators that ran")
                        : Column{"", {}};
  const Column other = columnOf(*right->graph, right == trace ? "trace: the recorded graph"
                                                              : "script: the graph of the source");
  return "<h2>Graphs, by line of the source</h2>\n" +
         tableHtml(left, other, placesOf(divergence), false);
}

std::string eventsHtml(const Comparison& comparison, const Divergence* divergence) {
  if (!divergence || divergence->isCreationFailure) return {};
  const Events *eager = eventsOf(comparison, EngineKind::Eager, divergence->call),
               *other = eventsOf(comparison, divergence->engine, divergence->call);
  if (!eager || !other) return {};
  return "<h2>The operators that ran on these inputs</h2>\n" +
         tableHtml(columnOf(*eager, "eager"),
                   columnOf(*other, std::string(nameOf(divergence->engine))), placesOf(divergence),
                   true);
}

}  // namespace

std::string reportHtml(const Comparison& comparison, const SearchResult* searched) {
  const Request& request = comparison.request;
  const std::string target = request.target.path + ":" + request.target.name;
  const Divergence* first =
      comparison.divergences.empty() ? nullptr : &comparison.divergences.front();
  std::string engines;
  for (EngineKind kind : comparison.kinds)
    engines += (engines.empty() ? "" : ", ") + std::string(nameOf(kind));
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><meta name=viewport "
      "content=\"width=device-width\">\n<title>{} compared</title>\n<style>{}</style>\n",
      escapedHtml(target), kStyle);
  html += fmt::format("<h1><code>{}</code> {}</h1>\n", escapedHtml(target),
                      first ? "" : "<span class=\"cause agrees\">agrees</span>");
  html += fmt::format(
      "<dl><dt>engines<dd>{}<dt>inputs<dd><code>{}</code><dt>traced with<dd><code>{}</code>",
      engines, escapedHtml(request.inputs), escapedHtml(request.example));
  if (request.init)
    html +=
        fmt::format("<dt>created with<dd><code>{}</code>{}", escapedHtml(*request.init),
                    request.initSource.empty() ? "" : ", as in " + escapedHtml(request.initSource));
  if (searched)
    html += fmt::format("<dt>search<dd>{}",
                        searched->inputs
                            ? fmt::format("found these inputs in {} tries", searched->tries)
                            : fmt::format("found nothing in {} tries", searched->tries));
  html += "</dl>\n";
  for (const Divergence& divergence : comparison.divergences) html += divergenceHtml(divergence);
  for (const PlaceNote& note : comparison.notes)
    html += fmt::format("<p>Note: <code>{}</code>: {}</p>\n", escapedHtml(lineText(note.site)),
                        escapedHtml(note.text));
  return html + graphsHtml(comparison, first) + eventsHtml(comparison, first) + "</html>\n";
}

}  // namespace ts::debugger
