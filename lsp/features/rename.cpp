#include "core/ide/rename.h"

#include <map>

#include "lsp/features/answers.h"

namespace ts::lsp {

Answer prepareRename(Question& question) {
  const auto what = ide::renameable(question.resolver(), question.document, question.offset());
  if (!what.definition) return failure(what.error);
  JsonWriter out;
  out.beginObject().key("range");
  question.writeRange(out, *question.document, what.span);
  out.member("placeholder", question.document->file().text(what.span)).endObject();
  return {out.take()};
}

Answer rename(Question& question) {
  const auto newName = question.params["newName"].string();
  if (!newName) return {{}, "newName must be a string"};
  const auto made = ide::rename(question.resolver(), question.library(), *question.files, question.document, question.offset(),
                                *newName, question.allFiles(), [&] { return question.stopped(); });
  if (!made.error.empty()) return failure(made.error);
  std::map<std::string, std::vector<const ide::Place*>> byUri;
  for (const ide::Place& place : made.places) byUri[question.uriOf(place.document->path())].push_back(&place);
  JsonWriter out;
  const auto edits = [&](const std::vector<const ide::Place*>& places) {
    out.beginArray();
    for (const ide::Place* place : places) {
      out.beginObject().key("range");
      question.writeRange(out, *place->document, place->span);
      out.member("newText", *newName).endObject();
    }
    out.endArray();
  };
  out.beginObject();
  if (question.client.versionedEdits) {
    out.key("documentChanges").beginArray();
    for (const auto& [uri, places] : byUri) {
      const auto version = question.open->versions.find(places[0]->document->path());
      out.beginObject().key("textDocument").beginObject().member("uri", uri).key("version");
      version == question.open->versions.end() ? out.null() : out.value(version->second);
      out.endObject().key("edits");
      edits(places);
      out.endObject();
    }
    out.endArray();
  } else {
    out.key("changes").beginObject();
    for (const auto& [uri, places] : byUri) {
      out.key(uri);
      edits(places);
    }
    out.endObject();
  }
  return {out.endObject().take()};
}

}  // namespace ts::lsp
