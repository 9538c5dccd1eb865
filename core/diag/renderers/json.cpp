#include "core/diag/renderers/json.h"

namespace ts::diag {

void JsonRenderer::place(JsonWriter& json, const SourceRange& at, bool withEnd) {
  const LineColumn begin = at ? places_.find(*at.file, at.span.begin) : LineColumn{};
  json.member("file", at ? std::string_view(at.file->path()) : std::string_view());
  json.member("line", begin.line).member("column", begin.column);
  if (!withEnd) return;
  const LineColumn end = at ? places_.find(*at.file, at.span.end) : LineColumn{};
  json.member("endLine", end.line).member("endColumn", end.column);
}

void JsonRenderer::add(const Diagnostic& diagnostic) {
  JsonWriter json;
  json.beginObject();
  place(json, diagnostic.range, true);
  json.member("rule", code(diagnostic.rule));
  json.member("severity", severityName(diagnostic.severity));
  json.member("message", diagnostic.message);
  auto write = [&](const SourceRange& at, std::string_view message) {
    json.beginObject();
    place(json, at, false);
    json.member("message", message).endObject();
  };
  json.key("notes").beginArray();
  for (const Note& note : diagnostic.notes)
    if (!note.range) write(diagnostic.range, note.message);
  json.endArray().key("related").beginArray();
  for (const Label& label : diagnostic.labels) write(label.range, label.message);
  for (const Note& note : diagnostic.notes)
    if (note.range) write(note.range, note.message);
  json.endArray().key("fixes").beginArray();
  for (const Fix& fix : diagnostic.fixes) {
    json.beginObject().member("title", fix.title).member("safe", fix.safe);
    json.key("edits").beginArray();
    for (const Edit& edit : fix.edits) {
      json.beginObject();
      place(json, edit.range, true);
      json.member("text", edit.text).endObject();
    }
    json.endArray().endObject();
  }
  json.endArray().endObject();
  out_ += json.text();
  out_ += '\n';
}

}  // namespace ts::diag
