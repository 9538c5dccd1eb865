// Fixes of diagnostics, one by one and all at once.
#include <fmt/format.h>

#include <algorithm>

#include "lsp/features/answers.h"
#include "lsp/features/workspace_edit.h"

namespace ts::lsp {

namespace {

using diag::Diagnostic;
using diag::Fix;

constexpr std::string_view kQuickFix = "quickfix";
constexpr std::string_view kFixAll = "source.fixAll.jitscope";

// A client may ask for some kinds only; "source" means "source.fixAll.jitscope" as well, and the
// empty kind all of them.
bool wants(JsonView only, std::string_view kind) {
  if (!only.isArray()) return true;
  const auto kinds = only.elements();
  return std::any_of(kinds.begin(), kinds.end(), [&](const JsonView& one) {
    const auto name = one.string();
    return name && (name->empty() || *name == kind ||
                    (kind.starts_with(*name) && kind[name->size()] == '.'));
  });
}

// Touching is enough: the cursor right behind a name is on it.
bool touch(Span a, Span b) { return a.begin <= b.end && b.begin <= a.end; }

// What a client has seen of our diagnostics, to say which of them it wants mended.
class Seen {
 public:
  explicit Seen(JsonView diagnostics) {
    for (const JsonView& one : diagnostics.elements()) {
      const auto range = readRange(one["range"]);
      if (range && one["source"].string() == "jitscope")
        seen_.emplace_back(one["code"].string().value_or(""), range->start);
    }
  }
  // Clients that say nothing want all.
  bool allows(const Diagnostic& diagnostic, Position start) const {
    return seen_.empty() || std::find(seen_.begin(), seen_.end(),
                                      std::pair(diag::code(diagnostic.rule), start)) != seen_.end();
  }

 private:
  std::vector<std::pair<std::string, Position>> seen_;
};

void add(WorkspaceEdit& edit, const Fix& fix) {
  for (const diag::Edit& one : fix.edits) edit.replace(*one.range.file, one.range.span, one.text);
}

// Those that keep the meaning, each the first of its diagnostic, as far as none touches the text of
// one before.
std::vector<const Fix*> fixesTogether(const std::vector<Diagnostic>& diagnostics) {
  std::vector<const Fix*> chosen;
  std::vector<const diag::Edit*> edits;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.fixes.empty() || !diagnostic.fixes.front().safe) continue;
    const Fix& fix = diagnostic.fixes.front();
    const bool overlaps =
        std::any_of(fix.edits.begin(), fix.edits.end(), [&](const diag::Edit& one) {
          return std::any_of(edits.begin(), edits.end(), [&](const diag::Edit* other) {
            return one.range.file == other->range.file && touch(one.range.span, other->range.span);
          });
        });
    if (overlaps) continue;
    chosen.push_back(&fix);
    for (const diag::Edit& one : fix.edits) edits.push_back(&one);
  }
  return chosen;
}

void writeFixAll(JsonWriter& out, const Question& question, const std::vector<const Fix*>& fixes) {
  WorkspaceEdit edit(question);
  for (const Fix* fix : fixes) add(edit, *fix);
  edit.write(out.key("edit"));
}

void addQuickFixes(Question& question, JsonWriter& out) {
  const Span wanted = question.span(question.params["range"]);
  const Seen seen(question.params["context"]["diagnostics"]);
  JsonDiagnostics json(question.client, question.rulePages, *question.checked);
  for (const Diagnostic& diagnostic : question.checked->findings.withFixes()) {
    if (diagnostic.fixes.empty() || !question.isAsked(diagnostic.range.span) ||
        !touch(diagnostic.range.span, wanted))
      continue;
    if (!seen.allows(diagnostic, json.rangeOf(diagnostic).start)) continue;
    for (const Fix& fix : diagnostic.fixes) {
      out.beginObject().member("title", fix.title).member("kind", kQuickFix);
      out.key("diagnostics").beginArray();
      json.write(out, diagnostic);
      out.endArray();
      if (fix.safe && &fix == &diagnostic.fixes.front()) out.member("isPreferred", true);
      WorkspaceEdit edit(question);
      add(edit, fix);
      edit.write(out.key("edit"));
      out.endObject();
    }
  }
}

}  // namespace

Answer codeAction(Question& question) {
  if (!readRange(question.params["range"])) return {{}, "range must be a range"};
  const JsonView only = question.params["context"]["only"];
  JsonWriter out;
  out.beginArray();
  if (wants(only, kQuickFix)) addQuickFixes(question, out);
  const auto together = fixesTogether(question.checked->findings.withFixes());
  // Beside the fix itself, a single one is no offer.
  const size_t fewest = only.isArray() ? 1 : 2;
  if (wants(only, kFixAll) && together.size() >= fewest) {
    out.beginObject().member("title", "Apply all safe fixes of JitScope").member("kind", kFixAll);
    if (question.client.resolvesEdits) {
      out.key("data")
          .beginObject()
          .member("uri", *question.params["textDocument"]["uri"].string())
          .endObject();
    } else {
      writeFixAll(out, question, together);
    }
    out.endObject();
  }
  return {out.endArray().take()};
}

// The action with its edit, made for the text as it is now.
Answer codeActionResolve(Question& question) {
  const auto uri = question.params["data"]["uri"].string();
  if (!question.params["title"].string()) return {{}, "title must be a string"};
  JsonWriter out;
  out.beginObject();
  for (const std::string& key : question.params.keys()) {
    if (key != "edit" || !uri) out.key(key).raw(question.params[key].text());
  }
  const ide::DocumentPtr document = uri ? question.find(*uri, {}).document : nullptr;
  const auto open =
      document ? question.open->open.find(document->path()) : question.open->open.end();
  if (open != question.open->open.end()) {
    const Findings findings = question.analysis(*question.open, open->second, question.done);
    writeFixAll(out, question, fixesTogether(findings.withFixes()));
  }
  return {out.endObject().take()};
}

}  // namespace ts::lsp
