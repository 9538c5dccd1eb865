#include <fmt/format.h>

#include "core/base/json_writer.h"
#include "lsp/features/features.h"
#include "lsp/uri.h"

namespace ts::lsp {

namespace {

// Enough for any person; a file that is all wrong must not choke the editor.
constexpr size_t kMaxDiagnostics = 2000;

int severityNumber(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::Error: return 1;
    case diag::Severity::Warning: return 2;
    case diag::Severity::Information: return 3;
    case diag::Severity::Hint: return 4;
  }
  return 1;
}

// LSP's tags say how a place is shown besides its message: faded out, struck through.
enum class Tag : int { Unnecessary = 1 };

struct TaggedRule {
  diag::Rule rule;
  Tag tag;
};

constexpr TaggedRule kTags[] = {{diag::Rule::UnusedSuppression, Tag::Unnecessary}};

void trace(Session& session, const Checked& checked) {
  if (session.trace == Trace::Off) return;
  JsonWriter params;
  params.beginObject().member(
      "message", fmt::format("checked {} in {:.1f} ms", checked.uri, checked.milliseconds));
  if (session.trace == Trace::Verbose) {
    params.member("verbose", fmt::format("{} bytes, {} diagnostics", checked.file->text().size(),
                                         checked.findings.diagnostics.size()));
  }
  session.outbox.notify("$/logTrace", params.endObject().text());
}

// Those of the document or cell.
void publish(Session& session, const Checked& checked, const std::string& uri,
             std::optional<int64_t> version) {
  JsonWriter params;
  params.beginObject().member("uri", uri);
  if (version) params.member("version", *version);
  params.key("diagnostics").beginArray();
  JsonDiagnostics json(session.client, session.rulePages, checked);
  size_t written = 0;
  for (const diag::Diagnostic& diagnostic : checked.findings.diagnostics) {
    if (json.uriOf(diagnostic) != uri) continue;
    if (++written > kMaxDiagnostics) {
      session.outbox.warn(
          fmt::format("{}: only the first kMaxDiagnostics = {} of {} problems are shown", uri,
                      kMaxDiagnostics, checked.findings.diagnostics.size()));
      break;
    }
    json.write(params, diagnostic);
  }
  params.endArray().endObject();
  session.outbox.notify("textDocument/publishDiagnostics", params.text());
}

}  // namespace

Place placeOf(const Snapshot& snapshot, const SourceFile& file, Span span, ColumnUnit encoding) {
  const std::string& path = file.path();
  Place place{{}, PositionCursor(file, encoding).range(span), {}};
  const auto notebook = snapshot.notebooks.find(path);
  if (notebook != snapshot.notebooks.end()) {
    const CellPlace* cell = notebook->second->at(place.range.start.line);
    return {cell ? cell->uri : notebook->second->notebook, notebook->second->inCell(place.range),
            cell ? cell->version : std::nullopt};
  }
  const auto open = snapshot.uris.find(path);
  place.uri = open == snapshot.uris.end() ? uriOfPath(path) : open->second;
  const auto version = snapshot.versions.find(path);
  if (version != snapshot.versions.end()) place.version = version->second;
  return place;
}

JsonDiagnostics::JsonDiagnostics(const Client& client, const std::string& rulePages,
                                 const Checked& checked)
    : client_(client),
      rulePages_(rulePages),
      checked_(checked),
      cells_(nullptr),
      positions_(*checked.file, client.encoding) {
  const auto notebook = checked.snapshot->notebooks.find(checked.file->path());
  if (notebook != checked.snapshot->notebooks.end()) cells_ = notebook->second.get();
}

Range JsonDiagnostics::rangeOf(const diag::Diagnostic& diagnostic) {
  const Range range = positions_.range(diagnostic.range.span);
  return cells_ ? cells_->inCell(range) : range;
}

const std::string& JsonDiagnostics::uriOf(const diag::Diagnostic& diagnostic) {
  const CellPlace* cell =
      cells_ ? cells_->at(positions_.at(diagnostic.range.span.begin).line) : nullptr;
  return cell ? cell->uri : checked_.uri;
}

void JsonDiagnostics::writeLocation(JsonWriter& out, SourceRange range, std::string_view message) {
  const Place place = placeOf(*checked_.snapshot, *range.file, range.span, client_.encoding);
  out.beginObject().key("location").beginObject().member("uri", place.uri).key("range");
  writeRange(out, place.range).endObject().member("message", message).endObject();
}

void JsonDiagnostics::writeRelated(JsonWriter& out, const diag::Diagnostic& diagnostic) {
  out.key("relatedInformation").beginArray();
  for (const diag::Label& label : diagnostic.labels) writeLocation(out, label.range, label.message);
  for (const diag::Note& note : diagnostic.notes) {
    if (note.range) writeLocation(out, note.range, note.message);
  }
  out.endArray();
}

void JsonDiagnostics::write(JsonWriter& out, const diag::Diagnostic& diagnostic) {
  const std::string code = diag::code(diagnostic.rule);
  std::string message = diagnostic.message;
  bool related = !diagnostic.labels.empty();
  for (const diag::Note& note : diagnostic.notes) {
    const bool elsewhere = note.range && client_.relatedInformation;
    related |= elsewhere;
    if (!elsewhere) message += fmt::format("\nnote: {}", note.message);
  }
  out.beginObject().key("range");
  writeRange(out, rangeOf(diagnostic));
  out.member("severity", severityNumber(diagnostic.severity)).member("code", code);
  if (client_.codeDescription && !rulePages_.empty()) {
    out.key("codeDescription").beginObject().member("href", rulePages_ + code + ".md").endObject();
  }
  for (const TaggedRule& tagged : kTags) {
    if (tagged.rule == diagnostic.rule && client_.diagnosticTags) {
      out.key("tags").beginArray().value(static_cast<int>(tagged.tag)).endArray();
    }
  }
  out.member("source", "jitscope").member("message", message);
  if (related && client_.relatedInformation) writeRelated(out, diagnostic);
  out.endObject();
}

void publishDiagnostics(Session& session, const Checked& checked) {
  if (!checked.problem.empty()) {
    return session.outbox.log(LogLevel::Error,
                              fmt::format("checking {} failed: {}", checked.uri, checked.problem));
  }
  trace(session, checked);
  // Who asks for diagnostics would show them twice.
  if (session.client.pullsDiagnostics) return;
  const auto notebook = checked.snapshot->notebooks.find(checked.file->path());
  if (notebook == checked.snapshot->notebooks.end())
    return publish(session, checked, checked.uri, checked.version);
  for (const CellPlace& cell : notebook->second->cells)
    publish(session, checked, cell.uri, cell.version);
}

void clearDiagnostics(Session& session, const std::string& uri) {
  JsonWriter params;
  params.beginObject().member("uri", uri).key("diagnostics").beginArray().endArray().endObject();
  session.outbox.notify("textDocument/publishDiagnostics", params.text());
}

}  // namespace ts::lsp
