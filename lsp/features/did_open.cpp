#include <fmt/format.h>

#include "lsp/features/features.h"
#include "lsp/features/ir.h"

namespace ts::lsp {

void didOpen(Session& session, JsonView params) {
  const JsonView document = params["textDocument"];
  auto uri = document["uri"].string();
  auto text = document["text"].string();
  if (!uri || !text) {
    return session.connection.warn(
        "textDocument/didOpen: ignored, it needs textDocument.uri and textDocument.text");
  }
  if (session.documents.find(*uri)) {
    return session.connection.warn(
        fmt::format("textDocument/didOpen: ignored, {} is open already", *uri));
  }
  const bool ir = isIr(*uri, document["languageId"].string().value_or(""));
  session.documents.open(*uri, document["version"].integer(), std::move(*text), ir);
  session.scheduler.changed(*uri);
}

}  // namespace ts::lsp
