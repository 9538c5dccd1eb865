#include <fmt/format.h>

#include "lsp/features/features.h"

namespace ts::lsp {

void didClose(Session& session, JsonView params) {
  const auto uri = params["textDocument"]["uri"].string();
  if (!uri) return session.outbox.warn("textDocument/didClose: ignored, it needs textDocument.uri");
  if (!session.documents.find(*uri)) {
    return session.outbox.warn(fmt::format("textDocument/didClose: ignored, {} is not open", *uri));
  }
  session.checks.closed(*uri);
  session.documents.close(*uri);
  clearDiagnostics(session, *uri);
}

}  // namespace ts::lsp
