// Diagnostics for clients that ask for them.
#include "lsp/features/answers.h"
#include "lsp/features/features.h"

namespace ts::lsp {

Answer documentDiagnostic(Question& question) {
  JsonWriter items;
  items.beginArray();
  JsonDiagnostics json(question.client, question.rulePages, *question.checked);
  for (const diag::Diagnostic& diagnostic : question.checked->findings.diagnostics) {
    if (!question.cell || json.uriOf(diagnostic) == question.cell->uri)
      json.write(items, diagnostic);
  }
  items.endArray();
  const std::string id = resultId(items.text());
  JsonWriter out;
  out.beginObject();
  if (question.params["previousResultId"].string() == id) {
    out.member("kind", "unchanged").member("resultId", id);
  } else {
    out.member("kind", "full").member("resultId", id).key("items").raw(items.text());
  }
  return {out.endObject().take()};
}

}  // namespace ts::lsp
