#include <fmt/format.h>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

struct TextChange {
  std::optional<Range> range;  // nothing: the whole text
  std::string text;
};

// Returns nothing when one of the changes is invalid: after half an edit the client's text and ours
// would differ.
std::optional<std::vector<TextChange>> readChanges(JsonView changes) {
  if (!changes.isArray()) return std::nullopt;
  std::vector<TextChange> out;
  for (const JsonView& change : changes.elements()) {
    auto text = change["text"].string();
    const auto range = readRange(change["range"]);
    if (!text || (!range && !change["range"].isNothing())) return std::nullopt;
    out.push_back({range, std::move(*text)});
  }
  return out;
}

}  // namespace

bool applyChanges(Session& session, JsonView changes, TextBuffer& text) {
  auto read = readChanges(changes);
  if (!read) return false;
  for (TextChange& change : *read) {
    if (change.range) {
      text.replace(*change.range, change.text, session.client.encoding);
    } else {
      text = TextBuffer(std::move(change.text));
    }
  }
  return true;
}

void didChange(Session& session, JsonView params) {
  const auto uri = params["textDocument"]["uri"].string();
  if (!uri)
    return session.connection.warn("textDocument/didChange: ignored, it needs textDocument.uri");
  Document* document = session.documents.find(*uri);
  if (!document || document->cells)
    return session.connection.warn(
        fmt::format("textDocument/didChange: ignored, {} is not open", *uri));
  if (!applyChanges(session, params["contentChanges"], document->edit())) {
    return session.connection.warn(fmt::format(
        "textDocument/didChange: ignored for {}, a change has no text or a bad range", *uri));
  }
  // Applies changes in the order of arrival, whatever their versions.
  const auto version = params["textDocument"]["version"].integer();
  if (version && document->version && *version <= *document->version) {
    session.connection.warn(
        fmt::format("textDocument/didChange: version {} of {} follows version {}", *version, *uri,
                    *document->version));
  }
  document->version = version;
  session.scheduler.changed(*uri);
}

}  // namespace ts::lsp
