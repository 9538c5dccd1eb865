// Document links from module names in imports to their files.
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

Response documentLink(RequestContext& context) {
  JsonWriter out;
  out.beginArray();
  for (const name_index::Import& import : context.document->index->imports()) {
    if (import.moduleSpan.size() == 0 || !context.isRequested(import.moduleSpan)) continue;
    const auto target = context.resolver().at(context.document, import.moduleSpan.end);
    if (!target || !target->isModule() || target->document->isEmbedded) continue;
    out.beginObject().key("range");
    context.writeRange(out, *context.document, import.moduleSpan);
    out.member("target", context.uriOf(target->document->path())).endObject();
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
