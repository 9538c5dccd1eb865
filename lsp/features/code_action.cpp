// Code actions: single fixes, and all safe fixes at once.
#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/fixes.h"
#include "lsp/features/features.h"
#include "lsp/features/request_handlers.h"
#include "lsp/features/workspace_edit.h"

namespace ts::lsp {

namespace {

using diag::Diagnostic;
using diag::Fix;

constexpr std::string_view kQuickFix = "quickfix";
constexpr std::string_view kFixAll = "source.fixAll.jitscope";

// Returns whether the client wants this kind. A kind includes its sub-kinds: "source" includes
// "source.fixAll.jitscope", and the empty kind includes all.
bool isWanted(JsonView only, std::string_view kind) {
  if (!only.isArray()) return true;
  const auto kinds = only.elements();
  return std::any_of(kinds.begin(), kinds.end(), [&](const JsonView& wanted) {
    const auto name = wanted.string();
    return name && (name->empty() || *name == kind ||
                    (kind.starts_with(*name) && kind[name->size()] == '.'));
  });
}

// Returns whether the spans overlap or touch: a cursor right after a name is on the name.
bool touch(Span a, Span b) { return a.begin <= b.end && b.begin <= a.end; }

// The diagnostics for which the client wants fixes.
class RequestedDiagnostics {
 public:
  explicit RequestedDiagnostics(JsonView diagnostics) {
    for (const JsonView& diagnostic : diagnostics.elements()) {
      const auto range = readRange(diagnostic["range"]);
      if (range && diagnostic["source"].string() == "jitscope")
        requested_.emplace_back(diagnostic["code"].string().value_or(""), range->start);
    }
  }
  // A client that names no diagnostics wants all fixes.
  bool contains(const Diagnostic& diagnostic, Position start) const {
    return requested_.empty() ||
           std::find(requested_.begin(), requested_.end(),
                     std::pair(diag::code(diagnostic.rule), start)) != requested_.end();
  }

 private:
  std::vector<std::pair<std::string, Position>> requested_;
};

void add(WorkspaceEdit& edit, const Fix& fix) {
  for (const diag::Edit& change : fix.edits)
    edit.replace(*change.range.file, change.range.span, change.text);
}

// Returns the safe fixes to apply together.
std::vector<const Fix*> fixesTogether(const std::vector<Diagnostic>& diagnostics) {
  std::vector<const Fix*> chosen;
  fixes::FixSelection selection;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (const Fix* fix = selection.add(diagnostic)) chosen.push_back(fix);
  }
  return chosen;
}

void writeFixAll(JsonWriter& out, const RequestContext& context,
                 const std::vector<const Fix*>& fixes) {
  WorkspaceEdit edit(context);
  for (const Fix* fix : fixes) add(edit, *fix);
  edit.write(out.key("edit"));
}

void addQuickFixes(RequestContext& context, JsonWriter& out) {
  const Span wanted = context.span(context.params["range"]);
  const RequestedDiagnostics requested(context.params["context"]["diagnostics"]);
  DiagnosticWriter json(context.client, context.rulePages, *context.checkResult);
  for (const Diagnostic& diagnostic : context.checkResult->withFixes()) {
    if (diagnostic.fixes.empty() || !context.isRequested(diagnostic.range.span) ||
        !touch(diagnostic.range.span, wanted))
      continue;
    if (!requested.contains(diagnostic, json.rangeOf(diagnostic).start)) continue;
    for (const Fix& fix : diagnostic.fixes) {
      out.beginObject().member("title", fix.title).member("kind", kQuickFix);
      out.key("diagnostics").beginArray();
      json.write(out, diagnostic);
      out.endArray();
      if (fix.safe && &fix == &diagnostic.fixes.front()) out.member("isPreferred", true);
      WorkspaceEdit edit(context);
      add(edit, fix);
      edit.write(out.key("edit"));
      out.endObject();
    }
  }
}

}  // namespace

Response codeAction(RequestContext& context) {
  if (!readRange(context.params["range"])) return {{}, "range must be a range"};
  const JsonView only = context.params["context"]["only"];
  JsonWriter out;
  out.beginArray();
  if (isWanted(only, kQuickFix)) addQuickFixes(context, out);
  const auto together = fixesTogether(context.checkResult->withFixes());
  // Without a filter, one fix is offered as a quick fix only.
  const size_t fewest = only.isArray() ? 1 : 2;
  if (isWanted(only, kFixAll) && together.size() >= fewest) {
    out.beginObject().member("title", "Apply all safe fixes of JitScope").member("kind", kFixAll);
    if (context.client.resolvesEdits) {
      out.key("data")
          .beginObject()
          .member("uri", *context.params["textDocument"]["uri"].string())
          .endObject();
    } else {
      writeFixAll(out, context, together);
    }
    out.endObject();
  }
  return {out.endArray().take()};
}

// Adds the edit to the action, computed for the current text.
Response codeActionResolve(RequestContext& context) {
  const auto uri = context.params["data"]["uri"].string();
  if (!context.params["title"].string()) return {{}, "title must be a string"};
  JsonWriter out;
  out.beginObject();
  for (const std::string& key : context.params.keys()) {
    if (key != "edit" || !uri) out.key(key).raw(context.params[key].text());
  }
  const ide::DocumentPtr document = uri ? context.locate(*uri, {}).document : nullptr;
  if (const OpenDocument* open = document ? context.state->find(document->path()) : nullptr) {
    const CheckResult result = context.analysis(*context.state, open->text, context.stop);
    writeFixAll(out, context, fixesTogether(result.withFixes()));
  }
  return {out.endObject().take()};
}

}  // namespace ts::lsp
