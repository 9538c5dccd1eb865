#include "core/ide/inlay.h"

#include "lsp/features/request_handlers.h"

namespace ts::lsp {

Response inlayHint(RequestContext& context) {
  if (!readRange(context.params["range"])) return {{}, "range must be a range"};
  const auto* result = context.checkResult->facts();
  JsonWriter out;
  out.beginArray();
  if (result && result->file) {
    for (const ide::InlayHint& hint :
         ide::inlayHints(*context.document, *result, context.span(context.params["range"]))) {
      out.beginObject().key("position");
      context.position(out, *context.document, hint.offset);
      out.member("label", hint.text).member("kind", 1).member("tooltip", hint.tooltip);
      if (hint.isInsertable) {
        out.key("textEdits").beginArray().beginObject().key("range");
        context.writeRange(out, *context.document, {hint.offset, hint.offset});
        out.member("newText", hint.text).endObject().endArray();
      }
      out.endObject();
    }
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
