#include <fmt/format.h>

#include "lsp/features/features.h"

namespace ts::lsp {

void didClose(Session& session, JsonView params) {
  const auto uri = params["textDocument"]["uri"].string();
  if (!uri)
    return session.connection.warn("textDocument/didClose: ignored, it needs textDocument.uri");
  const Document* document = session.documents.find(*uri);
  if (!document || document->cells) {
    return session.connection.warn(
        fmt::format("textDocument/didClose: ignored, {} is not open", *uri));
  }
  const std::string path = document->path;
  session.files->tokens().drop(path);
  session.documents.close(*uri);
  session.scheduler.closed(*uri, path);
  clearDiagnostics(session, *uri);
  closeUnopened(session, *uri, path);
}

}  // namespace ts::lsp
