#include <fmt/format.h>

#include "core/base/json_writer.h"
#include "lsp/features/features.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

namespace {

// A file with an error on every line must not slow the editor down.
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

// LSP's tags: how the editor shows the place, such as faded out.
enum class Tag : int { Unnecessary = 1 };

struct TaggedRule {
  diag::Rule rule;
  Tag tag;
};

constexpr TaggedRule kTags[] = {{diag::Rule::UnusedSuppression, Tag::Unnecessary}};

// Publishes the diagnostics of a document or cell.
void publish(Session& session, const CheckResult& result, const std::string& uri,
             std::optional<int64_t> version) {
  JsonWriter params;
  params.beginObject().member("uri", uri);
  if (version) params.member("version", *version);
  params.key("diagnostics").beginArray();
  DiagnosticWriter json(session.client, session.rulePages, result);
  size_t written = 0;
  for (const diag::Diagnostic& diagnostic : result.diagnostics) {
    if (json.uriOf(diagnostic) != uri) continue;
    if (++written > kMaxDiagnostics) {
      session.connection.warn(
          fmt::format("{}: only the first kMaxDiagnostics = {} of {} problems are shown", uri,
                      kMaxDiagnostics, result.diagnostics.size()));
      break;
    }
    json.write(params, diagnostic);
  }
  params.endArray().endObject();
  session.connection.notify("textDocument/publishDiagnostics", params.text());
}

}  // namespace

DiagnosticWriter::DiagnosticWriter(const ClientCapabilities& client, const std::string& rulePages,
                                   const CheckResult& result)
    : client_(client),
      rulePages_(rulePages),
      result_(result),
      cells_(result.state->cellsOf(result.file->path())),
      positions_(*result.file, client.encoding) {}

Range DiagnosticWriter::rangeOf(const diag::Diagnostic& diagnostic) {
  const Range range = positions_.range(diagnostic.range.span);
  return cells_ ? cells_->inCell(range) : range;
}

const std::string& DiagnosticWriter::uriOf(const diag::Diagnostic& diagnostic) {
  const CellPlace* cell =
      cells_ ? cells_->at(positions_.at(diagnostic.range.span.begin).line) : nullptr;
  return cell ? cell->uri : result_.uri;
}

void DiagnosticWriter::writeLocation(JsonWriter& out, SourceRange range, std::string_view message) {
  const Location location = locationOf(*result_.state, *range.file, range.span, client_.encoding);
  out.beginObject().key("location").beginObject().member("uri", location.uri).key("range");
  writeRange(out, location.range).endObject().member("message", message).endObject();
}

void DiagnosticWriter::writeRelated(JsonWriter& out, const diag::Diagnostic& diagnostic) {
  out.key("relatedInformation").beginArray();
  for (const diag::Label& label : diagnostic.labels) writeLocation(out, label.range, label.message);
  for (const diag::Note& note : diagnostic.notes) {
    if (note.range) writeLocation(out, note.range, note.message);
  }
  out.endArray();
}

void DiagnosticWriter::write(JsonWriter& out, const diag::Diagnostic& diagnostic) {
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

void publishDiagnostics(Session& session, const CheckResult& result) {
  if (!result.error.empty()) {
    return session.connection.log(LogLevel::Error,
                                  fmt::format("checking {} failed: {}", result.uri, result.error));
  }
  const CellMap* notebook = result.state->cellsOf(result.file->path());
  // A client that pulls diagnostics would show published ones twice.
  if (notebook ? session.client.pullsCells : session.client.pullsDiagnostics) return;
  if (!notebook) return publish(session, result, result.uri, result.version);
  for (const CellPlace& cell : notebook->cells) publish(session, result, cell.uri, cell.version);
}

void clearDiagnostics(Session& session, const std::string& uri) {
  JsonWriter params;
  params.beginObject().member("uri", uri).key("diagnostics").beginArray().endArray().endObject();
  session.connection.notify("textDocument/publishDiagnostics", params.text());
}

}  // namespace ts::lsp
