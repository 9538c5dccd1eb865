// textDocument/diagnostic: diagnostics for clients that pull them.
#include "lsp/features/features.h"
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

Response documentDiagnostic(RequestContext& context) {
  JsonWriter items;
  items.beginArray();
  DiagnosticWriter json(context.client, context.rulePages, *context.checkResult);
  const bool arePublished = context.cell && !context.client.pullsCells;
  for (const diag::Diagnostic& diagnostic : context.checkResult->diagnostics) {
    if (arePublished) break;
    if (!context.cell || json.uriOf(diagnostic) == context.cell->uri) json.write(items, diagnostic);
  }
  items.endArray();
  const std::string id = resultId(items.text());
  JsonWriter out;
  out.beginObject();
  if (context.params["previousResultId"].string() == id) {
    out.member("kind", "unchanged").member("resultId", id);
  } else {
    out.member("kind", "full").member("resultId", id).key("items").raw(items.text());
  }
  return {out.endObject().take()};
}

}  // namespace ts::lsp
