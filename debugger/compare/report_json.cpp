#include "core/base/json_writer.h"
#include "debugger/compare/event_text.h"
#include "debugger/compare/report.h"

namespace ts::debugger {
namespace {

void writePlace(JsonWriter& json, const Site& site) {
  if (!site) {
    json.key("file").null().key("line").null();
    return;
  }
  const LineColumn at = site.file->position(site.span.begin, ColumnUnit::Utf32);
  json.member("file", *site.path)
      .member("line", at.line)
      .member("column", at.column + 1)
      .member("code", excerptOf(site));
}

void writeNotes(JsonWriter& json, const std::vector<PlaceNote>& notes) {
  json.key("notes").beginArray();
  for (const PlaceNote& note : notes) {
    json.beginObject();
    writePlace(json, note.site);
    json.member("message", note.text).endObject();
  }
  json.endArray();
}

void writeDivergence(JsonWriter& json, const Divergence& divergence) {
  writePlace(json, divergence.site);
  json.member("cause", nameOf(divergence.cause))
      .member("detail", divergence.detail)
      .member("outcome", divergence.outcome);
  json.member("engine", nameOf(divergence.engine))
      .member("call", nameOf(divergence.call))
      .member("runs", !divergence.isCreationFailure)
      .member("evaluated", divergence.isEvaluated);
}

}  // namespace

std::string reportJson(const Comparison& comparison, const SearchResult* searched) {
  JsonWriter json;
  json.beginObject().member("verdict", comparison.agrees() ? "agrees" : "diverges");
  json.key("engines").beginArray();
  for (EngineKind kind : comparison.kinds) json.value(nameOf(kind));
  json.endArray();
  if (!comparison.agrees()) {
    writeDivergence(json, comparison.divergences.front());
    std::vector<PlaceNote> notes = comparison.divergences.front().notes;
    notes.insert(notes.end(), comparison.notes.begin(), comparison.notes.end());
    writeNotes(json, notes);
  } else {
    writePlace(json, {});
    json.key("cause").null().key("detail").null();
    writeNotes(json, comparison.notes);
  }
  json.member("inputs", comparison.request.inputs).member("example", comparison.request.example);
  if (searched) {
    json.key("search")
        .beginObject()
        .member("found", searched->inputs.has_value())
        .member("tries", searched->tries)
        .endObject();
  }
  json.key("divergences").beginArray();
  for (const Divergence& divergence : comparison.divergences) {
    json.beginObject();
    writeDivergence(json, divergence);
    writeNotes(json, divergence.notes);
    json.endObject();
  }
  return json.endArray().endObject().take() + "\n";
}

}  // namespace ts::debugger
