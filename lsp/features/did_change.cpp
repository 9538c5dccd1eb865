#include <fmt/format.h>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

struct ContentChange {
  std::optional<Range> range;  // nothing: the whole text
  std::string text;
};

// All changes or, when one of them makes no sense, none: half an edit would put the two texts
// apart.
std::optional<std::vector<ContentChange>> readChanges(JsonView changes) {
  if (!changes.isArray()) return std::nullopt;
  std::vector<ContentChange> out;
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
  for (ContentChange& change : *read) {
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
    return session.outbox.warn("textDocument/didChange: ignored, it needs textDocument.uri");
  Document* document = session.documents.find(*uri);
  if (!document || document->cells)
    return session.outbox.warn(
        fmt::format("textDocument/didChange: ignored, {} is not open", *uri));
  if (!applyChanges(session, params["contentChanges"], document->edit())) {
    return session.outbox.warn(fmt::format(
        "textDocument/didChange: ignored for {}, a change has no text or a bad range", *uri));
  }
  // The order of arrival counts; the version is the client's to give.
  const auto version = params["textDocument"]["version"].integer();
  if (version && document->version && *version <= *document->version) {
    session.outbox.warn(fmt::format("textDocument/didChange: version {} of {} follows version {}",
                                    *version, *uri, *document->version));
  }
  document->version = version;
  session.checks.changed(*uri);
}

}  // namespace ts::lsp
