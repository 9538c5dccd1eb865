#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/json_writer.h"
#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

constexpr std::string_view kQuickFix = "quickfix";

// A client may ask for some kinds only; "quickfix" is also meant by the empty kind.
bool wantsQuickFixes(JsonView only) {
  if (!only.isArray()) return true;
  const auto kinds = only.elements();
  return std::any_of(kinds.begin(), kinds.end(), [](const JsonView& kind) {
    const auto name = kind.string();
    return name && (name->empty() || *name == kQuickFix);
  });
}

// Touching is enough: the cursor right behind a name is on it.
bool touch(const Range& a, const Range& b) { return a.start <= b.end && b.start <= a.end; }

void writeEdits(JsonWriter& out, const std::vector<const diag::Edit*>& edits, ColumnUnit encoding) {
  out.beginArray();
  for (const diag::Edit* edit : edits) {
    PositionCursor positions(*edit->range.file, encoding);
    out.beginObject().key("range");
    writeRange(out, positions.range(edit->range.span)).member("newText", edit->text).endObject();
  }
  out.endArray();
}

// Edits come file by file. With versions, a client refuses them when the text has moved on.
void writeWorkspaceEdit(JsonWriter& out, const Session& session, const Checked& checked,
                        const diag::Fix& fix) {
  std::map<std::string, std::vector<const diag::Edit*>> byUri;
  for (const diag::Edit& edit : fix.edits) byUri[uriOf(checked, *edit.range.file)].push_back(&edit);
  out.key("edit").beginObject();
  if (session.client.versionedEdits) {
    out.key("documentChanges").beginArray();
    for (const auto& [uri, edits] : byUri) {
      out.beginObject().key("textDocument").beginObject().member("uri", uri).key("version");
      uri == checked.uri&& checked.version ? out.value(*checked.version) : out.null();
      out.endObject().key("edits");
      writeEdits(out, edits, session.client.encoding);
      out.endObject();
    }
    out.endArray();
  } else {
    out.key("changes").beginObject();
    for (const auto& [uri, edits] : byUri) {
      out.key(uri);
      writeEdits(out, edits, session.client.encoding);
    }
    out.endObject();
  }
  out.endObject();
}

std::string actionsFor(const Session& session, const Checked& checked, Range wanted) {
  JsonWriter out;
  JsonDiagnostics json(session.client, session.rulePages, checked);
  out.beginArray();
  for (const diag::Diagnostic& diagnostic : checked.findings.diagnostics) {
    if (diagnostic.fixes.empty() || !touch(json.rangeOf(diagnostic), wanted)) continue;
    for (const diag::Fix& fix : diagnostic.fixes) {
      out.beginObject().member("title", fix.title).member("kind", kQuickFix);
      out.key("diagnostics").beginArray();
      json.write(out, diagnostic);
      out.endArray();
      if (fix.safe && &fix == &diagnostic.fixes.front()) out.member("isPreferred", true);
      writeWorkspaceEdit(out, session, checked, fix);
      out.endObject();
    }
  }
  return out.endArray().take();
}

}  // namespace

void codeAction(Session& session, JsonView params, const Reply& reply) {
  const auto uri = params["textDocument"]["uri"].string();
  const auto range = readRange(params["range"]);
  if (!uri) return reply.error(ErrorCode::InvalidParams, "textDocument.uri must be a string");
  if (!range) return reply.error(ErrorCode::InvalidParams, "range must be a range");
  if (!session.documents.find(*uri)) {
    return reply.error(ErrorCode::InvalidParams, fmt::format("{} is not open", *uri));
  }
  if (!wantsQuickFixes(params["context"]["only"])) return reply.result("[]");
  session.checks.whenCurrent(*uri, [&session, reply, range = *range](const CheckedPtr& checked) {
    reply.result(checked ? actionsFor(session, *checked, range) : "[]");
  });
}

}  // namespace ts::lsp
