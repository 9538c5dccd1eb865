// Module names in imports lead to their files.
#include "lsp/features/answers.h"

namespace ts::lsp {

Answer documentLink(Question& question) {
  JsonWriter out;
  out.beginArray();
  for (const name_index::Import& import : question.document->index->imports()) {
    if (import.moduleSpan.size() == 0 || !question.isAsked(import.moduleSpan)) continue;
    const auto target = question.resolver().at(question.document, import.moduleSpan.end);
    if (!target || !target->isModule() || target->document->isEmbedded) continue;
    out.beginObject().key("range");
    question.writeRange(out, *question.document, import.moduleSpan);
    out.member("target", question.uriOf(target->document->path())).endObject();
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
