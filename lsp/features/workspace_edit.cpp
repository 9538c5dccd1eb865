#include "lsp/features/workspace_edit.h"

namespace ts::lsp {

void WorkspaceEdit::replace(const SourceFile& file, Span span, std::string text) {
  const Location place = locationOf(*context_.state, file, span, context_.client.encoding);
  OfDocument& document = byUri_[place.uri];
  document.version = place.version;
  document.edits.emplace_back(place.range, std::move(text));
}

void WorkspaceEdit::writeEdits(JsonWriter& out, const OfDocument& document) const {
  out.beginArray();
  for (const auto& [range, text] : document.edits) {
    out.beginObject().key("range");
    writeRange(out, range).member("newText", text).endObject();
  }
  out.endArray();
}

void WorkspaceEdit::write(JsonWriter& out) const {
  out.beginObject();
  if (!context_.client.versionedEdits) {
    out.key("changes").beginObject();
    for (const auto& [uri, document] : byUri_) {
      out.key(uri);
      writeEdits(out, document);
    }
    out.endObject().endObject();
    return;
  }
  out.key("documentChanges").beginArray();
  for (const auto& [uri, document] : byUri_) {
    out.beginObject().key("textDocument").beginObject().member("uri", uri).key("version");
    document.version ? out.value(*document.version) : out.null();
    out.endObject().key("edits");
    writeEdits(out, document);
    out.endObject();
  }
  out.endArray().endObject();
}

}  // namespace ts::lsp
